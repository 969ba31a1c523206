import type { Person } from '../../contract/resources/template.js';
import { roleHolder } from '../../domain/rules/role-holder.js';
import { consequence } from './person-words.js';
import type { Answers } from './questions.js';
import { decideAndSay, type Session } from './session.js';

export const isDecided = ({ current }: Person): boolean => current.role_name !== null || current.subject_key !== null;

/** A saved witness is offered nothing else any more. */
export const isSavedWitness = (person: Person): boolean =>
  isDecided(person) && person.offered.length === 1 && person.offered[0] === 'witness';

/** Asks before two people share a role, warns of a witness, and saves. False: nothing was saved. */
export async function saveDecision(
  session: Session,
  person: Person,
  people: readonly Person[],
  answers: Answers,
): Promise<boolean> {
  const { prompt, template } = session;
  const said = `Saved. ${consequence(answers, person, template.body)}`;
  if (!(await isSameRole(session, person, people, answers))) return false;
  if (answers.decision === 'witness') {
    prompt.say('A witness is permanent. It cannot be changed once it is saved.');
    if (!(await prompt.confirm(`Save “${person.heading}” as a permanent witness?`))) return false;
  }
  return await decideAndSay(session, person.id, answers, said);
}

/**
 * The holder of an existing role is somebody else, unless the person says so: one recipient signs for all who share
 * it.
 */
async function isSameRole(
  { prompt }: Session,
  person: Person,
  people: readonly Person[],
  { role_name: role }: Answers,
): Promise<boolean> {
  const holder = roleHolder(people, person.id, role);
  if (role === undefined || holder === null || role === person.proposed.role_name) return true;
  prompt.say(`“${holder.heading}” on page ${holder.page} already signs as ${role}. One recipient would sign for both.`);
  return prompt.confirm('Is this the same person?');
}
