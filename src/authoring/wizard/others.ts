import type { Field, Person, Template } from '../../contract/resources/template.js';
import { isOfSigner } from '../names-file/names.js';
import { strangersOf } from '../template/people-left.js';
import type { Line } from '../../core/terminal/screen.js';
import { calledAtStart, fieldsOf } from './person-words.js';
import { answersInRole } from './person-screen.js';
import { proposedAnswers } from './questions.js';
import { saidOf } from './screens.js';
import { attemptWrite, backChoice, decideAndSay, type Session } from './session.js';

/** The fields that belong to nobody on the form: which there are, and what can be done about them. */

/** What is remembered once the person said that the fields of nobody are right. */
const settled = 'fields of nobody';

export const isSettled = ({ memory }: Session): boolean => memory.kept.skipped.includes(settled);

export const settle = ({ memory }: Session): void => memory.skip(settled);

export interface Others {
  readonly role: string;
  readonly fields: readonly Field[];
  /** Who on the form has the role; null: an extra person, whom every envelope must name. */
  readonly holder: Person | null;
}

/** The fields of a role that nobody on the form has; else those outside of everybody's part. Null: there are none. */
export function othersOf(form: Template, people: readonly Person[]): Others | null {
  const [stranger] = strangersOf(form, people);
  if (stranger !== undefined) {
    const [role] = stranger;
    return { role, fields: form.fields.filter((field) => field.role === role), holder: null };
  }
  const loose = looseOf(form, people);
  const holder = people.find(({ current }) => current.role_name !== null && current.role_name === loose[0]?.role);
  if (loose[0] === undefined || holder === undefined) return null;
  const { role } = loose[0];
  return { role, fields: loose.filter((field) => field.role === role), holder };
}

/** The fields outside of everybody's part of the form that a value can be written to. */
export function looseOf({ fields }: Template, people: readonly Person[]): readonly Field[] {
  const owned = new Set(people.flatMap((person) => person.fields.map(({ id }) => id)));
  return fields.filter(({ id, type }) => !owned.has(id) && !isOfSigner(type));
}

/** Who fills them in now, in a sentence. */
export function othersInWords({ role, fields, holder }: Others): string {
  const count = fieldsOf(fields.length);
  const isOne = fields.length === 1;
  return holder === null
    ? `${count} ${isOne ? 'goes' : 'go'} to an extra person, “${role}”, whom every envelope must name.`
    : `${calledAtStart(holder)} fills in ${isOne ? 'this field' : `these ${count}`}.`;
}

export const othersQuestion = (others: Others): string =>
  `${othersInWords(others)} ${others.holder === null ? 'Is that your office?' : 'Correct?'}`;

/** The people who can take the role that has the fields. */
export const takersOf = ({ holder }: Others, people: readonly Person[]): readonly Person[] =>
  people.filter(
    (person) =>
      person.current.role_name !== null &&
      person.proposed.decision !== 'witness' &&
      person.id !== holder?.id &&
      proposedAnswers(person)?.role_name !== undefined,
  );

/** By the form's own sections, in their order. */
export function bySection(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const sections = new Map<string, Field[]>();
  for (const field of fields) {
    const section = field.context.section ?? `Page ${field.page}`;
    const known = sections.get(section);
    if (known === undefined) sections.set(section, [field]);
    else known.push(field);
  }
  return sections;
}

/** The same for the fields whose subject can be changed: not the box of a question, nor one that nobody may prefill. */
export const changeableBySection = (fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> =>
  bySection(fields.filter(({ type, question_id: id }) => id === null && !isOfSigner(type)));

/** All of them: the person takes the role that has them. Some: the service has no operation, so says what it has. */
export async function giveTo(session: Session, role: string, takers: readonly Person[]): Promise<void> {
  const { prompt, template } = session;
  const chosen = await prompt.select('Who fills them in?', [
    ...takers.map((person) => ({ value: person.id, name: `${calledAtStart(person)}, who is then called “${role}”` })),
    { value: 'some', name: 'Several people, or only some of the fields' },
    backChoice,
  ]);
  if (chosen === 'some') prompt.say(saidOf(otherWays(template.body.id, role)));
  const person = takers.find(({ id }) => id === chosen);
  if (person === undefined) return;
  const before = person.current.role_name ?? '';
  const facts = { person, form: template.body, contract: session.contract };
  const [answers, back] = [answersInRole(facts, role), answersInRole(facts, before)];
  const said = `Saved. ${calledAtStart(person)} is called “${role}” and fills in these fields too.`;
  if (!(await decideAndSay(session, person.id, answers, said))) return;
  // The service keeps a role that the form itself names; with no field left, nothing could be sent.
  const { roles, fields } = template.body;
  if (fields.some((field) => field.role === before) || roles.every(({ name }) => name !== before)) return;
  await template.people();
  const taken = `Taken back: the form itself names “${before}”, who would have to act and have no field.`;
  if (await decideAndSay(session, person.id, back, taken)) prompt.say(saidOf(otherWays(template.body.id, role)));
}

/** The service cannot give a single field to another person after the upload. */
export const otherWays = (templateId: string, role: string): readonly Line[] => [
  { text: '' },
  { text: 'The service cannot give a single field to another person after the upload. What it offers:' },
  { text: '- Send values for the fields with each envelope, by their column names.' },
  { text: `- Name one person for two roles, their own and “${role}”.` },
  { text: '- Put tags into the form (esign help text-tags), upload it again, and copy the names:' },
  { text: `  esign template copy-names ${templateId} NEW` },
];

/** Asks whom these fields are about, and saves it in one request. */
export async function sayAbout(session: Session, fields: readonly Field[]): Promise<void> {
  const { prompt, template, memory, lines } = session;
  const subject = await prompt.select('Whom are its fields about?', [
    ...template.body.subjects.map(({ key, label }) => ({ value: key, name: label })),
    { value: '<', name: 'Back' },
  ]);
  if (subject === '<') return;
  const wanted = fields.map(({ id, data_key }) => ({ id, data_key, subject }));
  if (!(await attemptWrite(session, 'Save whom they are about', () => template.renameAll(wanted)))) return;
  for (const { id, ...name } of wanted) memory.didRun(lines.rename(id, name));
  prompt.say(
    `Saved: ${fieldsOf(fields.length)} about ${template.body.subjects.find(({ key }) => key === subject)?.label ?? subject}.`,
  );
}
