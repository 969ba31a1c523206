import type { DecisionBody } from '../../contract/operations/templates.js';
import type { Person, Presence, Template } from '../../contract/resources/template.js';
import { limits } from '../../contract/limits.js';
import { type Contract, maxSaid } from '../../contract/overlay/contract.js';
import { calledAtStart, detailsOf, fieldsOf, fillersOf, plainHeading } from './person-words.js';
import { type Decision, needsSubject, takesFiller, takesRole, takesSubject } from '../../contract/decision.js';

/** The people step as data: which questions a decision needs, what each one says, and what Enter answers. */

export type QuestionId = 'role_name' | 'subject_key' | 'subject_label' | 'presence' | 'filled_by';

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
  const hasDetails = detailsOf(person) > 0;
  const asksSubject = hasDetails ? takesSubject(decision) : needsSubject(decision);
  return [
    ...(takesRole(decision) ? (['role_name'] as const) : []),
    ...(asksSubject ? (['subject_key', 'subject_label'] as const) : []),
    'presence',
    ...(takesFiller(decision) && hasDetails ? (['filled_by'] as const) : []),
  ];
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
      return { ...text, words: 'What should envelopes call this person?', otherwise: fitting(roleFor(person)) };
    case 'subject_key': {
      const key = fitting(keyFor(person, sofar));
      return { ...text, words: `Short name for spreadsheets, such as “${key}”`, otherwise: key };
    }
    case 'subject_label':
      return { ...text, words: 'Name that people read', otherwise: fitting(labelFor(person, template, sofar)) };
    case 'presence':
      return {
        ...text,
        words: 'Is this person always on the form?',
        otherwise: person.proposed.presence ?? 'required',
        choices: [
          { value: 'required', meaning: 'Always on the form' },
          { value: 'conditional', meaning: 'Only on some forms (a note: every envelope must still name who signs)' },
        ],
      };
    case 'filled_by': {
      const own = { value: 'own', meaning: `${calledAtStart(person, sofar)}, when signing` };
      const fillers = fillersOf(person, template).filter((role) => role !== sofar.role_name);
      const current = fillers.map((role) => `"${role}"`).join(' and ');
      return {
        ...text,
        words: `Who fills in the ${fieldsOf(detailsOf(person))} of this person?`,
        otherwise: filledNow(person, template),
        choices: [
          own,
          ...(fillers.length === 0
            ? []
            : [{ value: 'current', meaning: `Somebody else, called ${current}, whom every envelope must name` }]),
        ],
      };
    }
  }
}

/** The person's own role, unless an earlier decision left the details with somebody else. */
function filledNow(person: Person, template: Template): 'current' | 'own' {
  const { role_name: role, subject_key: subject } = person.current;
  if (role === null || subject === null) return 'own';
  return fillersOf(person, template).every((filler) => filler === role) ? 'own' : 'current';
}

/** What is wrong with a text that was answered, or null. */
export function answerProblem(answer: string, { limit }: Question): string | null {
  if (answer.trim() === '') return 'Type a name.';
  return [...answer].length > limit ? `Use at most ${limit} characters.` : null;
}

/**
 * The service's own proposal as answers, with the details filled in by the signer who gives them; null where it lacks
 * something that its decision needs.
 */
export function proposedAnswers(person: Person): Answers | null {
  const { decision, role_name, subject_key, subject_label, presence } = person.proposed;
  if (decision === null) return null;
  if (takesRole(decision) && role_name === null) return null;
  if (needsSubject(decision) && subject_key === null) return null;
  return {
    decision,
    ...(role_name === null ? {} : { role_name }),
    ...(subject_key === null ? {} : { subject_key }),
    ...(subject_label === null || subject_key === null ? {} : { subject_label }),
    ...(presence === null ? {} : { presence }),
    ...(takesFiller(decision) && detailsOf(person) > 0 ? { filled_by: 'own' as const } : {}),
  };
}

/** The same as the service takes it. */
export const bodyOf = (answers: Answers): DecisionBody => ({ ...answers });

/** The names of a decision: `called Tenant, short name tenant, always on the form`. */
export function inWords({ role_name, subject_key, subject_label, presence }: Answers): string {
  const name = role_name ?? subject_label;
  return [
    name === undefined ? null : `called ${name}`,
    subject_key === undefined ? null : `short name ${subject_key}`,
    presence === undefined ? null : presence === 'required' ? 'always on the form' : 'only on some forms',
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

/** `Licensed Paralegal` → `licensed_paralegal`. */
export function keyFrom(name: string): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_$/g, '')
    .slice(0, limits.subjectKeyLength);
  return key === '' ? 'person' : key;
}
