import type { Context } from '../../cli/context/context.js';
import type { Template } from '../../contract/resources/template.js';
import { isObject } from '../../core/platform/json.js';
import { copyRole } from '../../domain/rules/recipients.js';
import { sharedAddresses } from '../../domain/rules/shared-addresses.js';
import { type Fit, LEAST, loadAnswerFit } from '../../authoring/template/answer-fit.js';
import { labelOf } from '../../authoring/template/field-words.js';
import { addressOf } from '../../authoring/template/view.js';

const maxShown = 20;

/** What is said of an envelope before it is made; `number` is that of its row, from 1, where there are rows. */
export interface Creation {
  readonly values?: unknown;
  readonly recipients?: unknown;
  readonly number?: number;
}

/** Each body of a batch, or the one of a creation. */
export const creationsIn = (body: Readonly<Record<string, unknown>>): readonly Creation[] =>
  Array.isArray(body['rows'])
    ? body['rows'].map((row: unknown, index) => ({ ...(isObject(row) ? row : {}), number: index + 1 }))
    : [{ values: body['values'], recipients: body['recipients'] }];

/** The same of the rows of a bulk run. */
export const answersOf = (
  rows: readonly { readonly body: Readonly<Record<string, unknown>>; readonly number: number }[],
): readonly Creation[] => rows.map(({ body, number }) => ({ ...body, number }));

/** In characters: what is shorter fits hardly any field badly. */
const shortName = 20;

/** Whether something may be said of creations: one has answers of its own, one person in two roles, or a long name. */
export const isNoted = (bodies: readonly Creation[]): boolean =>
  bodies.some(
    ({ values, recipients }) =>
      (Array.isArray(values) && values.length > 0) ||
      pairsOfOne(recipients).length > 0 ||
      detailsIn(recipients).some(({ type, text }) => type !== 'signer_email' && text.length > shortName),
  );

/**
 * Notes what becomes of the answers of creations that are known before the envelope is sent: those that are cut in
 * their fields, those that fit in letters of less than 6 points only, and, with `isFirst`, those that fill several
 * fields. Says too who would be their own witness, or two witnesses.
 */
export async function noteAnswers(
  context: Context,
  template: Template,
  bodies: readonly Creation[],
  isFirst = true,
): Promise<void> {
  const { own, twice } = oneAsWitness(template, bodies);
  note(
    context,
    'A witness has the name or address of somebody whose signature they witness. Name another person for one of them:',
    own,
  );
  note(context, 'Two witnesses have one name or address. Name another person for one of them:', twice);
  const fits = await fittedAnswers(template, bodies);
  const of = (fit: Fit): readonly string[] => fits.flatMap((each) => (each.fit === fit ? each.where : []));
  note(
    context,
    'An answer does not fit its field: it is cut there, and listed in full on the certificate page. Shorten it, or make the field larger:',
    of('cut'),
  );
  note(
    context,
    `An answer fits in letters of less than ${LEAST} points only. Shorten it, or make the field larger:`,
    of('small'),
  );
  if (isFirst)
    note(context, 'One value fills several fields. Is it meant for each of them?', sharedBy(template, bodies));
}

interface Party {
  readonly role: string;
  readonly name: string;
  readonly email: string;
}

/** Two roles with one name or address, whatever its case. */
function pairsOfOne(recipients: unknown): readonly (readonly [Party, Party])[] {
  const parties = (Array.isArray(recipients) ? recipients : []).flatMap((each: unknown): readonly Party[] => {
    const { role, name, email } = isObject(each) ? each : {};
    return typeof role === 'string' && typeof name === 'string' && typeof email === 'string'
      ? [{ role, name, email }]
      : [];
  });
  const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const isSame = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other);
  return parties.flatMap((one, index) =>
    parties
      .slice(index + 1)
      .filter((other) => isSame(one.name, other.name) || isSame(one.email, other.email))
      .map((other) => [one, other] as const),
  );
}

function oneAsWitness({ roles }: Template, bodies: readonly Creation[]) {
  const declared = new Set(roles.filter(({ kind }) => kind === 'witness').map(({ name }) => name));
  const isWitness = ({ role }: Party): boolean => declared.has(role) || /\b(?:witness|getuie)/iu.test(role);
  const found = bodies.flatMap(({ recipients, number }) =>
    pairsOfOne(recipients)
      .filter((pair) => pair.some(isWitness) && pair.every(({ role }) => role !== copyRole))
      .map((pair) => {
        const row = number === undefined ? '' : `Row ${number}: `;
        const words = pair.map(({ role, name, email }) => `${role}: ${name} <${email}>`).join('; ');
        return { isTwice: pair.every(isWitness), where: `${row}${words}` };
      }),
  );
  const of = (isTwice: boolean) => found.flatMap((each) => (each.isTwice === isTwice ? [each.where] : []));
  return { own: of(false), twice: of(true) };
}

function note({ output }: Context, words: string, found: readonly string[]): void {
  if (found.length === 0) return;
  const more = found.length > maxShown ? [`and ${found.length - maxShown} more`] : [];
  output.note(`${words}\n  ${[...found.slice(0, maxShown), ...more].join('\n  ')}`);
}

async function fittedAnswers(template: Template, bodies: readonly Creation[]) {
  const fitOf = await loadAnswerFit();
  return bodies.flatMap(({ values, recipients, number }) => {
    const row = number === undefined ? '' : `Row ${number}: `;
    const [texts, details] = [textsOf(values), detailsIn(recipients)];
    return template.fields.flatMap((field): readonly { readonly fit: Fit; readonly where: string }[] => {
      const { text } =
        texts.find(({ subject, key }) => field.data_key === key && field.subject === subject) ??
        details.find(({ role, type }) => field.role === role && field.type === type) ??
        {};
      const fit = text === undefined ? null : fitOf(template, field, text);
      return fit === null ? [] : [{ fit, where: `${row}“${labelOf(field, template)}” on page ${field.page}` }];
    });
  });
}

const detailTypes = {
  name: 'signer_name',
  email: 'signer_email',
  job_title: 'signer_title',
  company: 'signer_company',
} as const;

/** What recipients are called, which stands in fields of their role. */
const detailsIn = (recipients: unknown) =>
  (Array.isArray(recipients) ? recipients : []).flatMap((each: unknown) =>
    Object.entries(detailTypes).flatMap(([name, type]) => {
      const { role, [name]: text } = isObject(each) ? each : {};
      return typeof text === 'string' && text.trim() !== '' ? [{ role, type, text }] : [];
    }),
  );

/** Each address that several fields take and a creation has a value for, with the fields. */
function sharedBy(template: Template, bodies: readonly Creation[]): readonly string[] {
  const given = new Set(
    bodies.flatMap(({ values }) => answersIn(values).map(({ subject, key }) => `${subject}\n${key}`)),
  );
  return sharedAddresses(template.fields)
    .filter(({ subject, key }) => given.has(`${subject}\n${key}`))
    .map(({ subject, key, fields }) => {
      const places = fields.map((field) => `“${labelOf(field, template)}” on page ${field.page}`);
      return `${addressOf(subject, key) ?? ''}: ${places.join(' and ')}`;
    });
}

function answersIn(values: unknown) {
  return (Array.isArray(values) ? values : []).flatMap((each: unknown) => {
    if (!isObject(each) || typeof each['key'] !== 'string') return [];
    const subject = typeof each['subject'] === 'string' ? each['subject'] : null;
    return [{ subject, key: each['key'], value: each['value'] }];
  });
}

const textsOf = (values: unknown) =>
  answersIn(values).flatMap(({ value, ...address }) =>
    typeof value === 'string' && value.trim() !== '' ? [{ ...address, text: value }] : [],
  );
