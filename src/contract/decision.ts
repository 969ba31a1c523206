import type { Person } from './resources/template.js';

/** What may be decided about a person of a template (decideTemplatePerson, body). */
export const decisions = ['subject', 'signer', 'both', 'mandate_signed', 'witness'] as const;
export type Decision = (typeof decisions)[number];

/** Signs, and so needs a role; `subject` takes none. */
export const takesRole = (decision: Decision): boolean => decision !== 'subject';

export const needsSubject = (decision: Decision): boolean => decision === 'subject' || decision === 'both';

/** A witness may be without one. */
export const takesSubject = (decision: Decision): boolean => needsSubject(decision) || decision === 'witness';

/** Whether it says who fills in the details: that person, or who does so now. */
export const takesFiller = (decision: Decision): boolean => decision === 'both';

/** The decision that the names of a person amount to, where the template does not tell; null: undecided. */
export function decisionOf(
  { role_name: role, subject_key: subject }: { readonly role_name: string | null; readonly subject_key: string | null },
  byMandate = false,
): Decision | null {
  if (role === null) return subject === null ? null : 'subject';
  if (subject !== null) return 'both';
  return byMandate ? 'mandate_signed' : 'signer';
}

type Decided = Pick<Person, 'current' | 'proposed' | 'offered'>;

/** Whether a person has a role or a subject, be it that the form itself names them. */
export const isNamed = ({ current }: Pick<Person, 'current'>): boolean =>
  current.role_name !== null || current.subject_key !== null;

/** A saved witness is offered nothing else any more. */
export const isSavedWitness = (person: Decided): boolean =>
  isNamed(person) && person.offered.length === 1 && person.offered[0] === 'witness';

/**
 * Whether somebody decided about a person. Text tags and prepared fields name roles before anything is saved: a witness of
 * theirs is a party until then.
 */
export const isDecided = (person: Decided): boolean =>
  isNamed(person) && (person.proposed.decision !== 'witness' || isSavedWitness(person));
