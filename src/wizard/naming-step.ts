import { newDataKeyProblem } from '../contract/data-key.js';
import { type Field, type FieldType, type NamingRun, unwritableTypes } from '../contract/resources/template.js';
import type { Choice } from '../terminal/prompt.js';
import type { NewName } from './command-lines.js';
import { ChangedMeanwhile } from './held-template.js';
import { labelOf, nameLines, saidOf } from './screens.js';
import { attemptWrite, backChoice, leaveChoice, type Move, sayChanged, type Session } from './session.js';

type Proposal = NamingRun['proposals']['fields'][number];

/** A field without a name, and what the service proposes for it. */
interface Unnamed {
  readonly field: Field;
  readonly proposal: Proposal | null;
}

/** Gives the fields their names: those of high confidence in one go, the others one by one. */
export async function namingStep(session: Session): Promise<Move> {
  const { prompt } = session;
  for (;;) {
    const run = await propose(session);
    const unnamed = toName(session, run);
    if (unnamed.length === 0) {
      prompt.say('Every field that a value can be sent for has a name.');
      return 'on';
    }
    const high = unnamed.filter(({ proposal }) => proposal !== null && isSure(proposal)).length;
    prompt.say('');
    prompt.say(saidOf([{ text: 'Names', style: 'heading' }]));
    prompt.say(overview(unnamed, high));
    const chosen = await prompt.select('How do you want to continue?', [
      ...(high === 0 ? [] : [{ value: 'high', name: `Accept ${theOnes(high)} of high confidence` } as const]),
      { value: 'each', name: 'Review each name' },
      { value: 'on', name: 'Skip to the review' },
      { ...backChoice, name: 'Back to people' },
      leaveChoice,
    ]);
    if (chosen === 'high') await acceptHigh(session, run);
    else if (chosen === 'each') {
      const move = await eachName(session, unnamed);
      if (move !== 'back') return move;
    } else return chosen;
  }
}

/** What accepting `high` takes: never a model's name (accept-current). */
const isSure = ({ confidence, source }: Proposal): boolean => confidence === 'high' && source !== 'model';

const theOnes = (count: number): string => (count === 1 ? 'the 1 name' : `the ${count} names`);

function overview(unnamed: readonly Unnamed[], high: number): string {
  const proposed = unnamed.filter(({ proposal }) => proposal !== null).length;
  const by = (wanted: string): number => unnamed.filter(({ proposal }) => proposal?.confidence === wanted).length;
  const none = unnamed.length - proposed;
  return [
    `${proposed} proposed: ${high} with high confidence, ${by('medium')} medium, ${proposed - high - by('medium')} low.`,
    ...(none === 0 ? [] : [`${none} without a proposal.`]),
  ].join(' ');
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

async function acceptHigh(session: Session, run: NamingRun): Promise<void> {
  const { template, memory, lines, prompt } = session;
  let current = run;
  const accepted = await attemptWrite(session, 'Accept the names', async () => {
    if (current.template_etag !== template.etag) current = await template.propose();
    await template.accept(
      current,
      current.proposals.fields.filter(isSure).map(({ id }) => id),
    );
  });
  if (!accepted) return;
  await memory.didRun(lines.acceptHigh());
  // Of the run that was accepted: somebody may have named a field since the first one.
  const count = current.proposals.fields.filter(isSure).length;
  prompt.say(`Saved: ${count === 1 ? '1 name' : `${count} names`}.`);
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
    const chosen = await prompt.select('Its name?', choicesFor(session, field, proposal));
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
    ...(field.question_id === null ? [{ value: 'edit', name: 'Enter another key' } as const] : []),
    ...(pictures.inTerminal === 'no' ? [] : [{ value: 'page', name: 'Show the page here' } as const]),
    ...(named ? [] : [{ value: 'skip', name: 'Skip it' } as const]),
    backChoice,
    leaveChoice,
  ];
}

const address = (subject: string | null, key: string | null): string => `${subject ?? ''}.${key ?? ''}`;

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
  const saved = await attemptWrite(session, `Name “${labelOf(field, template.body)}”`, () => {
    name = newName(session, { field, proposal }, key);
    return template.rename(field.id, name);
  });
  if (!saved) return false;
  await session.memory.didRun(session.lines.rename(field.id, name));
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
  const subjects = template.body.subjects.map(({ key }) => key);
  const check = (typed: string): string | null => {
    if (typed.trim() === '<' || typed.trim() === field.data_key) return null;
    const problem = newDataKeyProblem(typed.trim(), subjects);
    return problem === null ? null : `The key ${problem}.`;
  };
  const initial = field.data_key ?? proposal?.proposed.data_key ?? '';
  const typed = (await prompt.edit('Key of the field (< to go back)', { initial, check })).trim();
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
