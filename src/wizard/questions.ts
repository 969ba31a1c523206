import type { DecisionBody } from '../contract/operations/templates.js';
import { type Decision, type Person, type Presence, presences, type Template } from '../contract/resources/template.js';
import { limits } from '../contract/limits.js';
import type { Contract } from '../contract/overlay/contract.js';
import { maxSaid } from '../contract/overlay/max-said.js';

/** The people step as data: which questions a decision needs, what each one says, and what Enter answers. */

export type QuestionId = 'role_name' | 'subject_key' | 'subject_label' | 'presence' | 'filled_by';

const needed: Readonly<Record<Decision, readonly QuestionId[]>> = {
  subject: ['subject_key', 'subject_label', 'presence'],
  signer: ['role_name', 'presence'],
  both: ['role_name', 'subject_key', 'subject_label', 'presence', 'filled_by'],
  mandate_signed: ['role_name', 'presence'],
  witness: ['role_name', 'subject_key', 'subject_label', 'presence'],
};

/** What each decision means for a person (decideTemplatePerson, body). */
export const meanings: Readonly<Record<Decision, string>> = {
  subject: 'provides details but does not sign',
  signer: 'signs',
  both: 'provides details and signs',
  mandate_signed: 'normally signed under a standing authorisation',
  witness: 'signs as a witness (permanent)',
};

/** A decision with every answer that it needs, as the service takes it. */
export interface Answers {
  readonly decision: Decision;
  readonly role_name?: string;
  readonly subject_key?: string;
  readonly subject_label?: string;
  readonly presence?: Presence;
  readonly filled_by?: 'current' | 'own';
}

export interface Question {
  readonly id: QuestionId;
  readonly words: string;
  readonly otherwise: string;
  /** The only answers there are, each with what it means; null for a text. */
  readonly choices: readonly { readonly value: string; readonly meaning: string }[] | null;
  /** Characters. */
  readonly limit: number;
}

/** The questions of a decision in their order. A witness of whom no details are asked needs no subject. */
export function questionsFor(decision: Decision, person: Person): readonly QuestionId[] {
  const hasDetails = person.fields.some(({ kind }) => kind === 'data');
  return needed[decision].filter(
    (id) => decision !== 'witness' || hasDetails || !(id === 'subject_key' || id === 'subject_label'),
  );
}

/** One question, with the default that stands for what was answered so far. */
export function questionOf(
  id: QuestionId,
  person: Person,
  template: Template,
  sofar: Answers,
  contract?: Contract,
): Question {
  const described = id === 'subject_key' ? limits.subjectKeyLength : limits.nameLength;
  const limit = maxSaid(contract, 'decideTemplatePerson', `body.${id}`) ?? described;
  const text = { id, choices: null, limit };
  const fitting = (name: string): string => [...name].slice(0, limit).join('');
  switch (id) {
    case 'role_name':
      return { ...text, words: 'Role name', otherwise: fitting(roleFor(person)) };
    case 'subject_key':
      return { ...text, words: 'Subject key', otherwise: fitting(keyFor(person, sofar)) };
    case 'subject_label':
      return { ...text, words: 'Subject name', otherwise: fitting(labelFor(person, template, sofar)) };
    case 'presence':
      return {
        ...text,
        words: 'Is this person always on the form?',
        otherwise: person.proposed.presence ?? 'required',
        choices: presences.map((value) => ({
          value,
          meaning: value === 'required' ? 'always on the form' : 'only on some forms',
        })),
      };
    case 'filled_by':
      return {
        ...text,
        words: 'Who fills in the details?',
        otherwise: 'current',
        choices: [
          { value: 'current', meaning: `unchanged: ${fillersOf(person, template)}` },
          { value: 'own', meaning: `${sofar.role_name ?? 'this person'}, when signing` },
        ],
      };
  }
}

/** What is wrong with a text that was answered, or null. */
export function answerProblem(answer: string, { limit, words }: Question): string | null {
  if (answer.trim() === '') return `${words} cannot be empty.`;
  return [...answer].length > limit ? `${words} is limited to ${limit} characters.` : null;
}

/** The service's own proposal as answers; null where it lacks something that its decision needs. */
export function proposedAnswers(person: Person): Answers | null {
  const { decision, role_name, subject_key, subject_label, presence } = person.proposed;
  if (decision === null) return null;
  if (decision !== 'subject' && role_name === null) return null;
  if ((decision === 'subject' || decision === 'both') && subject_key === null) return null;
  return {
    decision,
    ...(role_name === null ? {} : { role_name }),
    ...(subject_key === null ? {} : { subject_key }),
    ...(subject_label === null || subject_key === null ? {} : { subject_label }),
    ...(presence === null ? {} : { presence }),
  };
}

/** The same as the service takes it. */
export const bodyOf = (answers: Answers): DecisionBody => ({ ...answers });

/** A decision in a sentence: `role Tenant, subject tenant (The tenant), always on the form`. */
export function inWords({ role_name, subject_key, subject_label, presence, filled_by }: Answers): string {
  return [
    role_name === undefined ? null : `role ${role_name}`,
    subject_key === undefined
      ? null
      : `subject ${subject_key}${subject_label === undefined ? '' : ` (${subject_label})`}`,
    presence === undefined ? null : presence === 'required' ? 'always on the form' : 'only on some forms',
    filled_by === 'own' ? 'fills in the details when signing' : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

const roleFor = ({ proposed, current, heading }: Person): string =>
  proposed.role_name ?? current.role_name ?? proposed.subject_label ?? plainHeading(heading);

function keyFor({ proposed, current, heading }: Person, { role_name }: Answers): string {
  return proposed.subject_key ?? current.subject_key ?? keyFrom(role_name ?? plainHeading(heading));
}

function labelFor({ proposed, heading }: Person, { subjects }: Template, sofar: Answers): string {
  const declared = subjects.find(({ key }) => key === sofar.subject_key)?.label;
  if (declared !== undefined) return declared;
  const own = proposed.subject_key === sofar.subject_key ? proposed.subject_label : null;
  return own ?? sofar.role_name ?? proposed.subject_label ?? plainHeading(heading);
}

/** `2. THE TENANT` → `THE TENANT`, cut to what a name may be. */
function plainHeading(heading: string): string {
  const plain = heading.replace(/^[\d.()\s]+/, '').trim();
  return [...(plain === '' ? 'Person' : plain)].slice(0, limits.nameLength).join('');
}

/** `Licensed Paralegal` → `licensed_paralegal`. */
export function keyFrom(name: string): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .slice(0, limits.subjectKeyLength);
  return key === '' ? 'person' : key;
}

function fillersOf(person: Person, { fields }: Template): string {
  const ids = new Set(person.fields.filter(({ kind }) => kind === 'data').map(({ id }) => id));
  const roles = [...new Set(fields.filter(({ id }) => ids.has(id)).map(({ role }) => role))];
  return roles.length === 0 ? 'nobody' : roles.join(', ');
}
