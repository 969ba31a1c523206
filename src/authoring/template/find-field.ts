import { UsageFailure } from '../../cli/failure/failure.js';
import type { Context } from '../../cli/context/context.js';
import type { Field } from '../../contract/resources/template.js';
import { isUuid } from '../../contract/schema.js';
import { nearest } from '../../core/platform/nearest.js';
import { addressOf, fieldLabel } from './view.js';

const minPrefix = 4;
const maxListed = 8;

/**
 * The ID of the field of a template that a user names by ID, by the first characters of the ID, by the number that
 * `template preview` shows, by label, or by address (`tenant.person.full_name`). A full ID is not looked up. Throws
 * UsageFailure when no field or more than one matches.
 */
export async function findField(context: Context, templateId: string, given: string): Promise<string> {
  if (isUuid(given)) return given.toLowerCase();
  const client = await context.api();
  const { body } = await client.call('getTemplate', { parameters: { templateId } });
  return chooseField(body.fields, templateId, given);
}

/** The same among the fields themselves, in the order of the template. */
export function chooseField(fields: readonly Field[], templateId: string, given: string): string {
  const wanted = given.trim().toLowerCase();
  const isPrefix = /^[0-9a-f][0-9a-f-]*$/.test(wanted) && wanted.length >= minPrefix;
  const numbered = fields.map((field, index) => ({ field, number: index + 1 }));
  const matches = numbered.filter(
    ({ field, number }) =>
      String(number) === wanted ||
      field.id === given ||
      (isPrefix && field.id.startsWith(wanted)) ||
      namesOf(field).includes(wanted),
  );
  const [match, another] = matches;
  if (match !== undefined && another === undefined) return match.field.id;
  throw new UsageFailure(
    match === undefined ? `Field "${given}" not found.` : `"${given}" matches ${matches.length} fields.`,
    {
      code: 'invalid_id',
      hint: match === undefined ? notFoundHint(numbered, templateId, given) : listed(matches),
    },
  );
}

interface Numbered {
  readonly field: Field;
  readonly number: number;
}

function listed(fields: readonly Numbered[]): string {
  const lines = fields.slice(0, maxListed).map(inWords);
  const more = fields.length > maxListed ? [`  and ${fields.length - maxListed} more`] : [];
  return ['Use the ID of one of them:', ...lines, ...more].join('\n');
}

function notFoundHint(fields: readonly Numbered[], templateId: string, given: string): string {
  const wanted = given.trim().toLowerCase();
  const part = fields.filter(
    ({ field }) => wanted !== '' && fieldLabel(field)?.toLowerCase().includes(wanted) === true,
  );
  if (part.length > 0) return listed(part);
  const close = nearest(
    given,
    fields.flatMap(({ field }) => fieldLabel(field) ?? []),
  );
  return (
    (close === null ? '' : `Did you mean "${close}"?\n`) +
    'Use an ID, a label, an address, or a number from `template preview`.\n' +
    `List the fields: esign template fields ${templateId}`
  );
}

const namesOf = (field: Field): readonly string[] =>
  [fieldLabel(field), addressOf(field.subject, field.data_key)].flatMap((name) =>
    name === null ? [] : [name.trim().toLowerCase()],
  );

function inWords({ field, number }: Numbered): string {
  const { id, page, role, subject, data_key: key, option_value: option } = field;
  const label = fieldLabel(field) ?? field.type;
  const facts = [`number ${number}`, `page ${page}`, role, option ?? null, addressOf(subject, key)];
  return `  ${id}  ${label} (${facts.filter((fact) => fact !== null).join(', ')})`;
}
