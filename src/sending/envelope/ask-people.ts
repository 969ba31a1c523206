import { FileFailure } from '../../cli/failure/failure.js';
import { problems } from '../../contract/schema.js';
import { describedRecipient, type RecipientRequest } from '../../contract/operations/envelopes.js';
import { copyRole, neededRoles } from '../../domain/rules/recipients.js';
import type { Interview } from './interview.js';
import { peopleFor } from './known-people.js';

/** Asks for the signer of each role that has fields and no recipient yet, in routing order. */
export async function askPeople(held: Interview): Promise<void> {
  for (const role of neededRoles(held.form)) {
    if (held.recipients.some((recipient) => recipient.role === role)) continue;
    if (held.conditional.includes(role)) {
      held.prompt.say(
        `“${role}” is marked as only on some forms, but has fields on this one, so the service refuses an envelope ` +
          'without them. For a form without them, use a template without their part.',
      );
    }
    held.recipients = [...held.recipients, await askPerson(held, role)];
  }
}

/** Asks for recipients of a copy, until the user adds no more. */
export async function askCopies(held: Interview): Promise<void> {
  if (held.recipients.some(({ role }) => role === copyRole)) return;
  while (await held.prompt.confirm('Add a person who gets a copy?')) {
    held.recipients = [...held.recipients, await askPerson(held, copyRole)];
  }
}

const another = 'another';

/** Asks who has a role: somebody of the people file, or somebody else. */
export async function askPerson(held: Interview, role: string, before?: RecipientRequest): Promise<RecipientRequest> {
  const { prompt, known } = held;
  if (known === null) return await askName(held, role, before);
  const people = peopleFor(known, role);
  if (people.length > 0) {
    const choices = people.map(({ role: usual, recipient: { name, email } }, at) => ({
      value: String(at),
      name: `${name} <${email}>${usual === null ? '' : ` (${usual})`}`,
    }));
    // Enter takes who usually has the role, and nobody of another one.
    const isUsual = people[0]?.role?.toLowerCase() === role.toLowerCase();
    const chosen = await prompt.select(
      role === copyRole ? 'Who gets a copy?' : `Who signs as ${role}?`,
      [...choices, { value: another, name: 'Somebody else' }],
      isUsual ? '0' : another,
    );
    const person = people[Number(chosen)];
    // Nothing of somebody else goes with them but how the role signs.
    const embedded = before?.embedded === true ? { embedded: true } : {};
    if (person !== undefined) return { role, ...person.recipient, ...embedded };
  }
  const asked = await askName(held, role, before);
  if (await prompt.confirm(`Remember ${asked.name} in ${known.path}?`, true)) {
    try {
      await known.remember(asked);
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      prompt.say(`Not saved in ${known.path}. ${error.message}`);
    }
  }
  return asked;
}

/** Asks for the name and email of one person; known values are prefilled. */
async function askName(
  { prompt }: Interview,
  role: string,
  before: RecipientRequest = { role, name: '', email: '' },
): Promise<RecipientRequest> {
  const ask = (property: 'name' | 'email', question: string): Promise<string> =>
    prompt.edit(question, { initial: before[property], check: (typed) => problemWith(before, property, typed.trim()) });
  const name = await ask(
    'name',
    role === copyRole ? 'Name of the person who gets a copy' : `Name of the signer for ${role}`,
  );
  const email = await ask('email', `Email of ${name.trim()}`);
  return { ...before, name: name.trim(), email: email.trim() };
}

/** The service's objection to one property, as a sentence; null if valid. */
function problemWith(before: RecipientRequest, property: 'name' | 'email', typed: string): string | null {
  if (typed === '') return 'It must not be blank.';
  const found = problems(describedRecipient(), { ...before, [property]: typed }).find(({ path }) => path === property);
  return found === undefined ? null : `It ${found.message}.`;
}
