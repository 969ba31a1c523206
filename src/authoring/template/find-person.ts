import { UsageFailure } from '../../cli/failure/failure.js';
import type { Context } from '../../cli/context/context.js';
import type { Person } from '../../contract/resources/template.js';
import { isPersonId } from '../../contract/schema.js';

const minPrefix = 4;
const maxListed = 8;

/**
 * The ID of the person of a template that a user names by ID, by the first characters of the ID, by the heading on the
 * form, or by the role. A full ID is not looked up. Throws UsageFailure when no person or more than one matches.
 */
export async function findPerson(context: Context, templateId: string, given: string): Promise<string> {
  if (isPersonId(given)) return given;
  const client = await context.api();
  const { body } = await client.call('listTemplatePeople', { parameters: { templateId } });
  return choosePerson(body.people, templateId, given);
}

/** The same among the people themselves. */
export function choosePerson(people: readonly Person[], templateId: string, given: string): string {
  const wanted = given.trim().toLowerCase();
  const isPrefix = /^[0-9a-f]+$/.test(wanted) && wanted.length >= minPrefix;
  const matches = people.filter(
    (person) => person.id === given || (isPrefix && person.id.startsWith(wanted)) || namesOf(person).includes(wanted),
  );
  const [match, another] = matches;
  if (match !== undefined && another === undefined) return match.id;
  const listed = (match === undefined ? people : matches).slice(0, maxListed).map(inWords);
  throw new UsageFailure(
    match === undefined ? `Person "${given}" not found.` : `"${given}" matches ${matches.length} people.`,
    {
      code: 'invalid_id',
      hint:
        listed.length === 0
          ? 'No people were found on this template.'
          : `Use an ID, a heading or a role:\n${listed.join('\n')}\nList all: esign template people ${templateId}`,
    },
  );
}

const namesOf = ({ heading, proposed, current }: Person): readonly string[] =>
  [heading, current.role_name ?? proposed.role_name].flatMap((name) =>
    name === null ? [] : [name.trim().toLowerCase()],
  );

const inWords = ({ id, heading, page }: Person): string => `  ${id.slice(0, 8)}  ${heading} (page ${page})`;
