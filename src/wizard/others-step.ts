import {
  type Field,
  type FieldType,
  type Person,
  type Template,
  unwritableTypes,
} from '../contract/resources/template.js';
import { strangersOf } from '../template/people-left.js';
import { cut } from '../terminal/text.js';
import { calledAtStart, fieldsOf } from './person-words.js';
import { proposedAnswers } from './questions.js';
import { labelOf } from '../template/field-words.js';
import { type Line, saidOf } from './screens.js';
import { attemptWrite, backChoice, leaveChoice, type Move, type Session } from './session.js';

/** What is remembered once the person said that the fields of nobody are right. */
const settled = 'fields of nobody';

/**
 * Asks about the fields that belong to nobody on the form, grouped by the form's own sections. The service cannot give a
 * single field to another person: it gives a person all fields of a role by that role's name (decideTemplatePerson), and
 * says whom a field is about (renameTemplateFields). Asked once.
 */
export async function othersStep(session: Session): Promise<Move> {
  const { prompt, template, memory } = session;
  for (;;) {
    const people = await template.people();
    const others = othersOf(template.body, people);
    if (others === null || memory.kept.skipped.includes(settled)) return 'on';
    const { role, fields, holder } = others;
    prompt.say(saidOf(othersLines(fields, template.body, prompt.room.columns)));
    const takers = people.filter(
      (person) =>
        person.current.role_name !== null &&
        !isWitness(person) &&
        person.id !== holder?.id &&
        proposedAnswers(person)?.role_name !== undefined,
    );
    const chosen = await prompt.select(questionFor(others), [
      {
        value: 'office',
        name: holder === null ? `Yes: our office signs as “${role}”, or sends values for them` : 'Yes, that is correct',
      },
      ...(takers.length === 0 ? [] : [{ value: 'person', name: 'No: one of the people fills them in' } as const]),
      ...(template.body.subjects.length === 0
        ? []
        : [{ value: 'about', name: 'Say whom the fields of a section are about' } as const]),
      backChoice,
      leaveChoice,
    ]);
    if (chosen === 'back' || chosen === 'leave') return chosen;
    if (chosen === 'office') {
      await memory.skip(settled);
      return 'on';
    }
    if (chosen === 'person') await giveTo(session, role, takers);
    else await sayAbout(session, fields);
  }
}

interface Others {
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
  const owned = new Set(people.flatMap(({ fields }) => fields.map(({ id }) => id)));
  const loose = form.fields.filter(({ id, type }) => !owned.has(id) && !unwritableTypes.includes(type as FieldType));
  const holder = people.find(({ current }) => current.role_name !== null && current.role_name === loose[0]?.role);
  if (loose[0] === undefined || holder === undefined) return null;
  const { role } = loose[0];
  return { role, fields: loose.filter((field) => field.role === role), holder };
}

function questionFor({ role, fields, holder }: Others): string {
  const count = fieldsOf(fields.length);
  return holder === null
    ? `${count} ${fields.length === 1 ? 'goes' : 'go'} to an extra person, “${role}”, whom every envelope must name. Is that your office?`
    : `${count} ${fields.length === 1 ? 'is' : 'are'} in nobody's part of the form. “${holder.heading}” fills in ${fields.length === 1 ? 'it' : 'them'}, as “${role}”. Correct?`;
}

const isWitness = ({ proposed }: Person): boolean => proposed.decision === 'witness';

/** The fields by section, a line each: `4. THE PROPERTY (7): Street address, Suburb, …`. */
export function othersLines(fields: readonly Field[], form: Template, columns: number): readonly Line[] {
  return [
    { text: '' },
    { text: 'Fields of nobody on the form', style: 'heading' },
    ...[...bySection(fields)].map(([section, own]) => {
      const labels = [...new Set(own.map((field) => labelOf(field, form)))].join(', ');
      return { text: cut(`  ${section} (${own.length}): ${labels}`, columns - 1) };
    }),
    { text: '' },
  ];
}

function bySection(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const sections = new Map<string, Field[]>();
  for (const field of fields) {
    const section = field.context.section ?? `Page ${field.page}`;
    sections.set(section, [...(sections.get(section) ?? []), field]);
  }
  return sections;
}

/** All of them: the person takes the role that has them. Some: the service has no operation, so says what it has. */
async function giveTo(session: Session, role: string, takers: readonly Person[]): Promise<void> {
  const { prompt, template, memory, lines } = session;
  const chosen = await prompt.select('Who fills them in?', [
    ...takers.map((person) => ({ value: person.id, name: `${calledAtStart(person)}, who is then called “${role}”` })),
    { value: 'some', name: 'Several people, or only some of the fields' },
    backChoice,
  ]);
  if (chosen === 'some') prompt.say(saidOf(otherWays(template.body.id, role)));
  const person = takers.find(({ id }) => id === chosen);
  const proposed = person === undefined ? null : proposedAnswers(person);
  if (person === undefined || proposed === null) return;
  const answers = { ...proposed, role_name: role };
  if (!(await attemptWrite(session, 'Save your decision', () => template.decide(person.id, answers)))) return;
  await memory.didRun(lines.decide(person.id, answers));
  prompt.say(`Saved. ${calledAtStart(person)} is called “${role}” and fills in these fields too.`);
}

/** The service cannot give a single field to another person after the upload. */
const otherWays = (templateId: string, role: string): readonly Line[] => [
  { text: '' },
  { text: 'The service cannot give a single field to another person after the upload. What it offers:' },
  { text: '- Send values for the fields with each envelope, by their column names.' },
  { text: `- Name one person for two roles, their own and “${role}”.` },
  { text: '- Put tags into the form (esign help text-tags), upload it again, and copy the names:' },
  { text: `  esign template copy-names ${templateId} NEW` },
];

/** Gives the fields of one section a subject, in one request. */
async function sayAbout(session: Session, fields: readonly Field[]): Promise<void> {
  const { prompt, template, memory, lines } = session;
  // Neither the box of a question nor a field that nobody may prefill changes its subject.
  const sections = bySection(
    fields.filter(({ type, question_id: id }) => id === null && !unwritableTypes.includes(type as FieldType)),
  );
  const back = { value: '<', name: 'Back' } as const;
  const section = await prompt.select('Which section?', [...[...sections.keys()].map((value) => ({ value })), back]);
  const own = sections.get(section);
  if (own === undefined) return;
  const subject = await prompt.select('Whom are its fields about?', [
    ...template.body.subjects.map(({ key, label }) => ({ value: key, name: label })),
    back,
  ]);
  if (subject === back.value) return;
  const wanted = own.map(({ id, data_key }) => ({ id, data_key, subject }));
  if (!(await attemptWrite(session, 'Save whom they are about', () => template.renameAll(wanted)))) return;
  for (const { id, ...name } of wanted) await memory.didRun(lines.rename(id, name));
  prompt.say(
    `Saved: ${fieldsOf(own.length)} about ${template.body.subjects.find(({ key }) => key === subject)?.label ?? subject}.`,
  );
}
