import { newDataKeyProblem } from '../contract/data-key.js';
import { type Field, type FieldType, type NamingRun, unwritableTypes } from '../contract/resources/template.js';
import type { Choice } from '../terminal/prompt.js';
import { meanTheSame, newlyShared, type SharedAddress } from '../rules/shared-addresses.js';
import type { NewName } from './command-lines.js';
import {
  address,
  isSure,
  nameListLines,
  names,
  namesOverview,
  type Proposal,
  sharedAfter,
  sharedWarnings,
  type Unnamed,
} from './naming-list.js';
import { ChangedMeanwhile } from './held-template.js';
import { labelOf } from '../template/field-words.js';
import { nameLines, saidOf } from './screens.js';
import { attemptWrite, backChoice, leaveChoice, type Move, sayChanged, type Session } from './session.js';

type Overview = 'list' | 'right' | 'all' | 'each' | 'undo' | 'on' | 'back' | 'leave';

/** Gives the fields their names: what was looked at in the list in one go, the others one by one. */
export async function namingStep(session: Session, from: 'people' | 'review' = 'people'): Promise<Move> {
  const { prompt, template, undo } = session;
  let looked = '';
  for (;;) {
    const run = await propose(session);
    const unnamed = toName(session, run);
    if (unnamed.length === 0 && (from === 'people' || undo.length === 0)) {
      prompt.say('Every field that a value can be sent for has a name.');
      return 'on';
    }
    const proposals = unnamed.flatMap(({ proposal }) => proposal ?? []);
    const own = new Set(undo.flatMap(({ before }) => before.map(({ id }) => id)));
    const list = nameListLines(unnamed, template.body, prompt.room.columns, own);
    const state = proposals.map(({ field_id: id, proposed }) => `${id} ${proposed.data_key}`).join();
    prompt.say('');
    prompt.say(saidOf([{ text: 'Names', style: 'heading' }]));
    prompt.say(namesOverview(unnamed));
    if (looked !== state && proposals.length > 0 && list.length < prompt.room.rows - rowsForQuestion) {
      prompt.say(saidOf(list));
      looked = state;
    }
    const right = proposals.filter(isSure);
    const hasLooked = looked === state;
    const chosen = await prompt.select<Overview>(
      hasLooked || proposals.length === 0 ? 'How do you want to continue?' : listQuestion(right.length),
      overviewChoices({
        right: right.length,
        all: proposals.length,
        open: unnamed.length,
        hasLooked,
        undo: undo.length,
      }),
    );
    if (chosen === 'list') {
      prompt.say(saidOf(list));
      looked = state;
    } else if (chosen === 'right') await acceptAll(session, run, 'high');
    else if (chosen === 'all') await acceptAll(session, run, 'all');
    else if (chosen === 'undo') await undoLast(session);
    else if (chosen === 'each') {
      const move = await eachName(session, unnamed);
      if (move !== 'back') return move;
    } else return chosen;
  }
}

/** The overview and its choices below a list. */
const rowsForQuestion = 14;

const listQuestion = (right: number): string =>
  right === 0 ? 'Show the list, or look at each?' : `Show the list, or accept the ${right}?`;

function overviewChoices({
  right,
  all,
  open,
  hasLooked,
  undo,
}: Readonly<Record<'right' | 'all' | 'open' | 'undo', number>> & {
  readonly hasLooked: boolean;
}): readonly Choice<Overview>[] {
  const list = { value: 'list', name: 'Show the list' } as const;
  return [
    ...(all === 0 || hasLooked ? [] : [list]),
    ...(right === 0
      ? []
      : [{ value: 'right', name: `Accept the ${names(right)} that ${right === 1 ? 'looks' : 'look'} right` } as const]),
    ...(!hasLooked || all === right
      ? []
      : [{ value: 'all', name: `Accept ${all === 1 ? 'the 1 name' : `all ${names(all)}`} in the list` } as const]),
    ...(all > 0 ? [] : [{ value: 'on', name: 'Go to the review' } as const]),
    ...(open === 0 ? [] : [{ value: 'each', name: 'Look at each name' } as const]),
    ...(all === 0 || !hasLooked ? [] : [{ ...list, name: 'Show the list again' }]),
    ...(undo === 0 ? [] : [{ value: 'undo', name: 'Undo: take the accepted names back' } as const]),
    ...(all === 0 ? [] : [{ value: 'on', name: 'Skip to the review' } as const]),
    { ...backChoice, name: 'Back to people' },
    leaveChoice,
  ];
}

/** A run for the template as it is; when somebody changed it meanwhile, that is said first. */
async function propose(session: Session): Promise<NamingRun> {
  for (;;) {
    try {
      return await session.template.propose();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      sayChanged(session, error);
    }
  }
}

function toName({ template }: Session, { proposals }: NamingRun): readonly Unnamed[] {
  const { fields } = template.body;
  const proposed = proposals.fields.flatMap((proposal) => {
    const field = fields.find(({ id }) => id === proposal.field_id);
    return field === undefined ? [] : [{ field, proposal }];
  });
  const known = new Set(proposed.map(({ field }) => field.id));
  const others = fields
    .filter((field) => isOpen(field) && !known.has(field.id))
    .map((field) => ({ field, proposal: null }));
  return [...proposed, ...others];
}

/** Whether a person could give the field a name by hand: not a box of a question (PATCH …/fields/{fieldId}). */
const isOpen = ({ type, question_id, data_key }: Field): boolean =>
  data_key === null && question_id === null && !unwritableTypes.includes(type as FieldType);

/** Accepts proposals in one go; what two fields would share is shown and asked about first. */
async function acceptAll(session: Session, run: NamingRun, which: 'high' | 'all'): Promise<void> {
  const { template, memory, lines, prompt, undo } = session;
  const chosen = ({ proposals }: NamingRun): readonly Proposal[] =>
    which === 'all' ? proposals.fields : proposals.fields.filter(isSure);
  if (!(await mayShare(session, sharedAfter(chosen(run), template.body)))) return;
  let current = run;
  let before = template.body.fields;
  const accepted = await attemptWrite(session, 'Accept the names', async () => {
    if (current.template_etag !== template.etag) current = await template.propose();
    before = template.body.fields;
    const ids = chosen(current).map(({ id }) => id);
    await template.accept(current, ids);
  });
  if (!accepted) return;
  const line = which === 'high' ? lines.acceptHigh() : lines.acceptAll();
  await memory.didRun(line);
  // Of the run that was accepted: somebody may have named a field since the first one.
  const taken = new Set(chosen(current).map(({ field_id: id }) => id));
  undo.push({ line, before: before.filter(({ id }) => taken.has(id)) });
  prompt.say(`Saved: ${names(taken.size)}.`);
}

/** Whether fields may share an address: when they say themselves that they mean the same, else when the person does. */
async function mayShare({ prompt, template }: Session, all: readonly SharedAddress<Field>[]): Promise<boolean> {
  const shared = all.filter(({ fields }) => !meanTheSame(fields));
  if (shared.length === 0) return true;
  prompt.say(saidOf(sharedWarnings(shared, template.body)));
  return prompt.confirm('One value fills them all. Do they mean the same?');
}

/** Takes back the names that were accepted last. The service keeps the name of a question. */
async function undoLast(session: Session): Promise<void> {
  const { template, memory, lines, prompt, undo } = session;
  const last = undo.at(-1);
  if (last === undefined) return;
  const old = last.before
    .filter(({ question_id: question }) => question === null)
    .map(({ id, subject, data_key, label }) => ({ id, subject, data_key, label }));
  if (old.length > 0 && !(await attemptWrite(session, 'Take the names back', () => template.renameAll(old)))) return;
  undo.pop();
  const kept = last.before.length - old.length;
  if (kept === 0) await memory.forget(last.line);
  else for (const { id, ...name } of old) await memory.didRun(lines.rename(id, name));
  prompt.say(
    `Taken back: ${names(old.length)}.${kept === 0 ? '' : ` The service keeps the names of ${kept === 1 ? '1 question' : `${kept} questions`}.`}`,
  );
}

type Chosen = 'accept' | 'edit' | 'keep' | 'page' | 'skip' | 'back' | 'leave';

/** One by one; back from the first one leads to the overview. */
async function eachName(session: Session, unnamed: readonly Unnamed[]): Promise<Move> {
  let index = 0;
  while (index < unnamed.length) {
    const one = unnamed[index];
    if (one === undefined) break;
    const move = await oneName(session, one, { number: index + 1, of: unnamed.length });
    if (move === 'leave') return 'leave';
    if (move === 'back' && index === 0) return 'back';
    index += move === 'back' ? -1 : 1;
  }
  return 'on';
}

async function oneName(
  session: Session,
  { field: { id }, proposal }: Unnamed,
  place: { readonly number: number; readonly of: number },
): Promise<Move> {
  const { prompt, pictures, template } = session;
  for (;;) {
    const field = template.body.fields.find((each) => each.id === id);
    if (field === undefined) return 'on';
    prompt.say(saidOf(nameLines(field, template.body, proposal, place, prompt.room.columns)));
    const chosen = await prompt.select('Its column name?', choicesFor(session, field, proposal));
    if (chosen === 'leave' || chosen === 'back') return chosen;
    if (chosen === 'skip' || chosen === 'keep') return 'on';
    if (chosen === 'page') await pictures.show(field.document_id, field.page, [field]);
    else if (await nameIt(session, field, proposal, chosen)) return 'on';
  }
}

function choicesFor({ pictures }: Session, field: Field, proposal: Proposal | null): readonly Choice<Chosen>[] {
  const named = field.data_key !== null;
  return [
    ...(named ? [{ value: 'keep', name: `Keep ${address(field.subject, field.data_key)}` } as const] : []),
    ...(proposal === null || named
      ? []
      : [
          {
            value: 'accept',
            name: `Accept ${address(proposal.proposed.subject, proposal.proposed.data_key)}`,
          } as const,
        ]),
    ...(field.question_id === null ? [{ value: 'edit', name: 'Enter another name' } as const] : []),
    ...(pictures.inTerminal === 'no' ? [] : [{ value: 'page', name: 'Show the page here' } as const]),
    ...(named ? [] : [{ value: 'skip', name: 'Skip it' } as const]),
    backChoice,
    leaveChoice,
  ];
}

/** Saves a name, the proposed one or one that is typed. False: nothing was saved. */
async function nameIt(
  session: Session,
  field: Field,
  proposal: Proposal | null,
  how: 'accept' | 'edit',
): Promise<boolean> {
  const { template, prompt } = session;
  const subject = proposal?.proposed.subject ?? field.subject;
  const isDeclared = subject === null || template.body.subjects.some(({ key }) => key === subject);
  // A box of a question, and a subject that is not there yet, come with the service's own proposal alone.
  if (how === 'accept' && (field.question_id !== null || !isDeclared)) return acceptOne(session, field);
  const key = how === 'accept' ? (proposal?.proposed.data_key ?? '') : await askKey(session, field, proposal);
  if (key === null) return false;
  let name = newName(session, { field, proposal }, key);
  const after = template.body.fields.map((each) =>
    each.id === field.id ? { ...each, ...name, label: each.label } : each,
  );
  const shared = newlyShared(template.body.fields, after);
  if (!(await mayShare(session, shared))) return false;
  const saved = await attemptWrite(session, `Name “${labelOf(field, template.body)}”`, () => {
    name = newName(session, { field, proposal }, key);
    return template.rename(field.id, name);
  });
  if (!saved) return false;
  await session.memory.didRun(session.lines.rename(field.id, name, shared.length > 0));
  prompt.say(`Saved: ${address(name.subject, key)}.`);
  return true;
}

/**
 * What a name writes on the template as it is now. The proposed label goes with it only where the field has the label
 * still that the proposal was made for: one that somebody wrote meanwhile stays.
 */
function newName({ template }: Session, { field: { id }, proposal }: Unnamed, key: string): NewName {
  const field = template.body.fields.find((each) => each.id === id);
  const subject = proposal?.proposed.subject ?? field?.subject ?? null;
  const isDeclared = subject === null || template.body.subjects.some((each) => each.key === subject);
  const label = proposal?.proposed.label;
  return {
    data_key: key,
    subject: isDeclared ? subject : (field?.subject ?? null),
    ...(label === undefined || label === field?.label || field?.label !== proposal?.current.label ? {} : { label }),
  };
}

async function askKey({ prompt, template }: Session, field: Field, proposal: Proposal | null): Promise<string | null> {
  const { subjects, fields } = template.body;
  const subject = proposal?.proposed.subject ?? field.subject;
  const check = (typed: string): string | null => {
    if (typed.trim() === '<' || typed.trim() === field.data_key) return null;
    const problem = newDataKeyProblem(
      typed.trim(),
      subjects.map(({ key }) => key),
    );
    return problem === null ? null : `The name ${problem}.`;
  };
  const note = (typed: string): string => {
    if (typed.trim() === '<') return 'Go back.';
    const other = fields.find(
      (each) => each.id !== field.id && each.subject === subject && each.data_key === typed.trim(),
    );
    return other === undefined ? 'Free.' : `Already used by “${labelOf(other, template.body)}”.`;
  };
  const initial = field.data_key ?? proposal?.proposed.data_key ?? '';
  const question = `Column name for “${labelOf(field, template.body)}” (< to go back)`;
  const typed = (await prompt.edit(question, { initial, check, note })).trim();
  return typed === '<' ? null : typed;
}

/** Accepts the service's proposal for one field, of a run for the template as it is now. */
async function acceptOne(session: Session, field: Field): Promise<boolean> {
  const { template, memory, lines, prompt } = session;
  let named = '';
  const saved = await attemptWrite(session, `Name “${labelOf(field, template.body)}”`, async () => {
    const run = await template.propose();
    const proposal = run.proposals.fields.find(({ field_id }) => field_id === field.id);
    if (proposal === undefined) return;
    await template.accept(run, [proposal.id]);
    named = address(proposal.proposed.subject, proposal.proposed.data_key);
  });
  if (!saved) return false;
  if (named === '') {
    prompt.say('The service no longer proposes a name for this field.');
    return false;
  }
  await memory.didRun(lines.acceptField(field.id));
  prompt.say(`Saved: ${named}.`);
  return true;
}
