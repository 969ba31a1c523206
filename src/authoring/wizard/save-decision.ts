import type { Person } from '../../contract/resources/template.js';
import { roleHolder } from '../../domain/rules/recipients.js';
import { consequence } from './person-words.js';
import type { Answers } from './questions.js';
import { decideAndSay, type Session } from './session.js';

/** Asks before two people share a role, warns of a witness, and saves. False: nothing was saved. */
export async function saveDecision(
  session: Session,
  person: Person,
  people: readonly Person[],
  answers: Answers,
): Promise<boolean> {
  const { prompt, template } = session;
  const said = `Saved. ${consequence(answers, person, template.body)}`;
  const holder = otherHolder(people, person, answers);
  if (holder !== null) {
    prompt.say(holderWords(holder, answers.role_name, ` on page ${holder.page}`));
    if (!(await prompt.confirm(holderQuestion))) return false;
  }
  if (answers.decision === 'witness') {
    prompt.say(witnessWords);
    if (!(await prompt.confirm(witnessQuestion(person)))) return false;
  }
  return await decideAndSay(session, person.id, answers, said);
}

export const witnessWords = 'A witness is permanent. It cannot be changed once it is saved.';
export const witnessQuestion = ({ heading }: Person): string => `Save “${heading}” as a permanent witness?`;

/**
 * Who has the role of a decision already, unless the service proposes the same role for both. They are somebody else,
 * unless the person who decides says so: one recipient signs for all who share a role.
 */
export function otherHolder(people: readonly Person[], person: Person, { role_name: role }: Answers): Person | null {
  return role === undefined || role === person.proposed.role_name ? null : roleHolder(people, person.id, role);
}

export const holderWords = (holder: Person, role: string | undefined, where = ''): string =>
  `“${holder.heading}”${where} already signs as ${role}. One recipient would sign for both.`;
export const holderQuestion = 'Is this the same person?';
