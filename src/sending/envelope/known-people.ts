import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { addPerson, type FilePerson, readPeople } from '../../cli/files/people-file.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { neededRoles } from '../../domain/rules/recipients.js';
import { knownTemplate } from '../../authoring/template/known-template.js';
import { type Draft, listOf } from './create-options.js';
import { recipientFlag } from './equivalent-command.js';

/** The people of `--people`, which are in that file and nowhere else. */
export interface KnownPeople {
  readonly path: string;
  people: readonly FilePerson[];
  /** Writes somebody to the file. Throws FileFailure. */
  remember(recipient: RecipientRequest): Promise<void>;
}

/** Reads the file. `mayBeNew`: one that does not exist is created by the first person. Throws FileFailure. */
export async function openPeople(context: Context, path: string, mayBeNew: boolean): Promise<KnownPeople> {
  if (path === '-') {
    throw new UsageFailure('--people takes a file, not stdin.', { code: 'invalid_value', hint: 'Save it to a file.' });
  }
  const { files } = context;
  const { stat } = await import('node:fs/promises');
  const isNew = mayBeNew && (await stat(files.resolve(path)).catch(() => null)) === null;
  const known: KnownPeople = {
    path,
    people: isNew ? [] : await readPeople(files, path),
    remember: async ({ role, name, email }) => {
      const person = { role, recipient: { name, email } };
      await addPerson(files, path, person);
      known.people = [...known.people, person];
    },
  };
  return known;
}

/** Who usually has a role, then everybody else; somebody who is named twice is offered once. */
export function peopleFor({ people }: KnownPeople, role: string): readonly FilePerson[] {
  const isOf = (person: FilePerson): boolean => person.role?.toLowerCase() === role.toLowerCase();
  return onceEach([...people.filter(isOf), ...people.filter((person) => !isOf(person))]);
}

function onceEach(people: readonly FilePerson[]): readonly FilePerson[] {
  const seen = new Set<string>();
  return people.filter(({ recipient: { name, email } }) => {
    const mark = JSON.stringify([name, email.toLowerCase()]);
    return !seen.has(mark) && seen.add(mark);
  });
}

/**
 * A body with somebody of the file, after the others, in each role that needs one and has none. Throws UsageFailure where
 * several of the file have the role.
 */
export async function withKnownPeople(context: Context, body: Draft, path: string): Promise<Draft> {
  const { people } = await openPeople(context, path, false);
  const id = body['template_id'];
  if (typeof id !== 'string') return body;
  const recipients = listOf(body, 'recipients') as readonly RecipientRequest[];
  const form = formFromTemplate(await knownTemplate(context, id));
  const added = neededRoles(form)
    .filter((role) => !recipients.some((each) => each.role === role))
    .flatMap((role): readonly RecipientRequest[] => {
      const those = onceEach(people.filter((person) => person.role?.toLowerCase() === role.toLowerCase()));
      const [one, other] = those;
      if (one === undefined) return [];
      if (other === undefined) return [{ role, ...one.recipient }];
      throw new UsageFailure(`${path} has ${those.length} people for role "${role}".`, {
        code: 'several_people',
        hint: `Choose one: --recipient ${shellWord(recipientFlag({ role, name: one.recipient.name, email: one.recipient.email }))}`,
      });
    });
  return added.length === 0 ? body : { ...body, recipients: [...recipients, ...added] };
}
