import type { SampleSigner } from '../../domain/rules/sample-answer.js';
import { samplePerson, type SamplePerson } from '../../domain/rules/sample-person.js';

/** A person for each role, with names that no other one has. */
export function samplePeople(roles: readonly string[]): readonly SampleSigner[] {
  const taken = new Set<string>();
  return roles.map((role) => {
    const { firstName, lastName, email } = samplePersonApart(role, taken);
    return { role, name: `${firstName} ${lastName}`, email };
  });
}

/** The attempts end before the names do: a form can have more roles than there are names. */
function samplePersonApart(role: string, taken: Set<string>): SamplePerson {
  const tries = Array.from({ length: 32 }, (_, index) => samplePerson(`${role} ${index}`));
  const isFree = ({ firstName, lastName }: SamplePerson): boolean => !taken.has(firstName) && !taken.has(lastName);
  const person = tries.find(isFree) ?? samplePerson(role);
  taken.add(person.firstName).add(person.lastName);
  return person;
}
