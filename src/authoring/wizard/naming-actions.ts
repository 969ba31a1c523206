import { newDataKeyProblem } from '../../contract/data-key.js';
import { limits } from '../../contract/limits.js';
import type { Field, NamingRun } from '../../contract/resources/template.js';
import { isOfSigner } from '../names-file/names.js';
import { newlyShared, type SharedAddress } from '../../domain/rules/shared-addresses.js';
import { labelOf } from '../template/field-words.js';
import { ChangedMeanwhile } from './held-template.js';
import {
  address,
  askedShares,
  isSure,
  names,
  type Proposal,
  sharedAfter,
  sharedQuestion,
  type Unnamed,
} from './naming-list.js';
import { saidOf } from './screens.js';
import { attemptWrite, sayChanged, type Session } from './session.js';

/** What the names step does, whatever way it asks: propose, accept, name by hand, take back. */

/** A run for the template as it is; when somebody changed it meanwhile, that is said first. */
export async function propose(session: Session): Promise<NamingRun> {
  session.template.catchUp();
  for (;;) {
    try {
      return await session.template.propose();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      sayChanged(session, error);
    }
  }
}

export function toName({ template }: Session, { proposals }: NamingRun): readonly Unnamed[] {
  const { fields } = template.body;
  const byId = new Map(fields.map((field) => [field.id, field]));
  const proposed = proposals.fields.flatMap((proposal) => {
    const field = byId.get(proposal.field_id);
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
  data_key === null && question_id === null && !isOfSigner(type);

/**
 * Accepts these proposals in one go; what two fields would share is shown and asked about first. False:
 * nothing was saved.
 */
export async function acceptNames(
  session: Session,
  run: NamingRun,
  isChosen: (proposal: Proposal) => boolean,
): Promise<boolean> {
  const { template, memory, prompt, undo } = session;
  const chosen = ({ proposals }: NamingRun): readonly Proposal[] => proposals.fields.filter(isChosen);
  if (!(await mayShare(session, sharedAfter(chosen(run), template.body)))) return false;
  let current = run;
  let before = template.body.fields;
  const accepted = await attemptWrite(session, 'Accept the names', async () => {
    if (current.template_etag !== template.etag) current = await template.propose();
    before = template.body.fields;
    const ids = chosen(current).map(({ id }) => id);
    await template.accept(current, ids);
  });
  if (!accepted) return false;
  const line = acceptLine(session, current, isChosen);
  memory.didRun(line);
  // Of the run that was accepted: somebody may have named a field since the first one.
  const taken = new Set(chosen(current).map(({ field_id: id }) => id));
  undo.push({ line, before: before.filter(({ id }) => taken.has(id)) });
  prompt.say(`Saved: ${names(taken.size)}.`);
  return true;
}

/** Ids on one command line: a system has a limit for it. */
const maxIds = 500;

/** The command line that accepts the same of a run made on the spot. */
export function acceptLine(
  { lines }: Pick<Session, 'lines'>,
  { proposals }: NamingRun,
  isChosen: (proposal: Proposal) => boolean,
): string {
  const chosen = proposals.fields.filter(isChosen);
  if (chosen.length === proposals.fields.length) return lines.acceptAll();
  const isHigh = proposals.fields.every((proposal) => isChosen(proposal) === isSure(proposal));
  if (isHigh) return lines.acceptHigh();
  const ids = chosen.map(({ field_id: id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, at) =>
    lines.acceptFields(ids.slice(at * maxIds, (at + 1) * maxIds)),
  );
  return parts.join('\n');
}

/** Whether fields may share an address: when they say themselves that they mean the same, else when the person does. */
async function mayShare({ prompt, template }: Session, all: readonly SharedAddress<Field>[]): Promise<boolean> {
  const shared = askedShares(all, template.body);
  if (shared.length === 0) return true;
  prompt.say(saidOf(shared));
  return prompt.confirm(sharedQuestion);
}

/** Takes back the names that were accepted last. The service keeps the name of a question. */
export async function undoLast(session: Session): Promise<void> {
  const { template, memory, lines, prompt, undo } = session;
  const last = undo.at(-1);
  if (last === undefined) return;
  const old = last.before
    .filter(({ question_id: question }) => question === null)
    .map(({ id, subject, data_key, label }) => ({ id, subject, data_key, label }));
  if (old.length > 0 && !(await attemptWrite(session, 'Take the names back', () => template.renameAll(old)))) return;
  undo.pop();
  const kept = last.before.length - old.length;
  if (kept === 0) memory.forget(last.line);
  else for (const { id, ...name } of old) memory.didRun(lines.rename(id, name));
  prompt.say(
    `Taken back: ${names(old.length)}.${kept === 0 ? '' : ` The service keeps the names of ${kept === 1 ? '1 question' : `${kept} questions`}.`}`,
  );
}

/** Saves a name, the proposed one or one that is typed. False: nothing was saved. */
export async function nameIt(
  session: Session,
  field: Field,
  proposal: Proposal | null,
  how: 'accept' | 'edit',
): Promise<boolean> {
  const { template, prompt } = session;
  const proposed = proposal?.proposed;
  const key = how === 'accept' ? (proposed?.data_key ?? '') : await askKey(session, { field, proposal });
  if (key === null) return false;
  let name = newName(session, { field, proposal }, key);
  // A box of a question, and a subject that is not there yet, come with the service's own proposal alone.
  const isTaken = how === 'accept' || key === proposed?.data_key;
  const isNewSubject = name.subject !== (proposed?.subject ?? name.subject);
  if (isTaken && (field.question_id !== null || isNewSubject)) return acceptOne(session, field);
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
  session.memory.didRun(session.lines.rename(field.id, name, shared.length > 0));
  prompt.say(`Saved: ${address(name.subject, key)}.`);
  return true;
}

/**
 * What a name writes on the template as it is now. The proposed label goes with it only where the field has the label
 * still that the proposal was made for: one that somebody wrote meanwhile stays.
 */
function newName({ template }: Session, { field: { id }, proposal }: Unnamed, key: string) {
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

/** Asks for the label that people read, and saves it. False: nothing was saved. */
export async function labelIt(session: Session, { id }: Field): Promise<boolean> {
  const { template, memory, lines, prompt } = session;
  const before = template.body.fields.find((each) => each.id === id)?.label ?? '';
  const check = (typed: string): string | null =>
    [...typed.trim()].length > limits.labelLength ? `Use at most ${limits.labelLength} characters.` : null;
  const note = (typed: string): string => (typed.trim() === '<' ? 'Go back.' : 'People read it at the field.');
  const label = (await prompt.edit('Label of the field (< to go back)', { initial: before, check, note })).trim();
  if (label === '<' || label === '' || label === before) return false;
  if (!(await attemptWrite(session, `Label “${label}”`, () => template.rename(id, { label })))) return false;
  memory.didRun(lines.rename(id, { label }));
  prompt.say(`Saved: “${label}”.`);
  return true;
}

async function askKey(session: Session, { field, proposal }: Unnamed): Promise<string | null> {
  const { prompt, template } = session;
  const { subjects, fields } = template.body;
  const check = (typed: string): string | null => {
    if (typed.trim() === '<' || typed.trim() === field.data_key) return null;
    const keys = subjects.map(({ key }) => key);
    const { subject } = newName(session, { field, proposal }, typed.trim());
    const problem = newDataKeyProblem(typed.trim(), keys, undefined, { subject: subject ?? field.subject, fields });
    return problem === null ? null : `The name ${problem}.`;
  };
  const note = (typed: string): string => {
    if (typed.trim() === '<') return 'Go back.';
    const key = typed.trim();
    // The service's own proposal comes with its subject.
    const { subject } =
      key === proposal?.proposed.data_key ? proposal.proposed : newName(session, { field, proposal }, key);
    const other = fields.find((each) => each.id !== field.id && each.subject === subject && each.data_key === key);
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
  memory.didRun(lines.acceptFields([field.id]));
  prompt.say(`Saved: ${named}.`);
  return true;
}
