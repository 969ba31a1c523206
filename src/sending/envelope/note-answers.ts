import type { Context } from '../../cli/context/context.js';
import type { Field, Template } from '../../contract/resources/template.js';
import { isObject } from '../../core/platform/json.js';
import { sharedAddresses } from '../../domain/rules/shared-addresses.js';
import { labelOf } from '../../authoring/template/field-words.js';
import { addressOf } from '../../authoring/template/view.js';

/** Points: smaller letters are hard to read on paper. */
const LEAST = 6;
/** Points: the usual size of an answer, and the room beside it in its field. */
const LARGEST = 10.5;
const PADDING = 2;
/** Of the size of the letters: about as wide as those of a plain sans-serif are. */
const widths = { narrow: 0.28, wide: 0.83, capital: 0.67, other: 0.54 } as const;
/** What stands at the end of an answer that is cut. */
const SIGN = '… [1]';
const maxShown = 20;

/** What is said of an envelope before it is made; `number` is that of its row, from 1, where there are rows. */
export interface Creation {
  readonly values?: unknown;
  readonly number?: number;
}

/** Each body of a batch, or the one of a creation. */
export const creationsIn = (body: Readonly<Record<string, unknown>>): readonly Creation[] =>
  Array.isArray(body['rows'])
    ? body['rows'].map((row: unknown, index) => ({ values: isObject(row) ? row['values'] : null, number: index + 1 }))
    : [{ values: body['values'] }];

/** The same of the rows of a bulk run. */
export const answersOf = (
  rows: readonly { readonly body: Readonly<Record<string, unknown>>; readonly number: number }[],
): readonly Creation[] => rows.map(({ body, number }) => ({ values: body['values'], number }));

/** Whether a creation says answers of its own. */
export const hasAnswers = (bodies: readonly Creation[]): boolean =>
  bodies.some(({ values }) => Array.isArray(values) && values.length > 0);

/**
 * Notes what becomes of the answers of creations that are known before the envelope is sent: those that are cut in
 * their fields, those that fit in letters of less than 6 points only, and, with `isFirst`, those that fill several
 * fields. How wide letters are is about right, since a service has fonts of its own.
 */
export async function noteAnswers(
  context: Context,
  template: Template,
  bodies: readonly Creation[],
  isFirst = true,
): Promise<void> {
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

function note({ output }: Context, words: string, found: readonly string[]): void {
  if (found.length === 0) return;
  const more = found.length > maxShown ? [`and ${found.length - maxShown} more`] : [];
  output.note(`${words}\n  ${[...found.slice(0, maxShown), ...more].join('\n  ')}`);
}

type Fit = 'cut' | 'small';

async function fittedAnswers(template: Template, bodies: readonly Creation[]) {
  const { fitText } = await import('../../document/render/fit-text.js');
  return bodies.flatMap(({ values, number }) => {
    const row = number === undefined ? '' : `Row ${number}: `;
    return textsOf(values).flatMap(({ subject, key, text }) =>
      template.fields
        .filter((field) => field.subject === subject && field.data_key === key && isOnePlace(field))
        .flatMap((field): readonly { readonly fit: Fit; readonly where: string }[] => {
          const slot = slotOf(template, field);
          if (slot === null) return [];
          const fitting = { largest: LARGEST, sign: SIGN, multiline: text.includes('\n') };
          const { size, stretch, cut } = fitText(text, [slot], fitting, { widthOfTextAtSize: widthOf });
          const fit = cut ? 'cut' : stretch < 100 || size < LEAST ? 'small' : null;
          return fit === null ? [] : [{ fit, where: `${row}“${labelOf(field, template)}” on page ${field.page}` }];
        }),
    );
  });
}

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
/** Whether an answer is written into the rectangle alone, as it is. */
const isOnePlace = ({ type, cells = null, continuations = null }: Field): boolean =>
  type !== 'tickbox' && cells === null && continuations === null;

/** The inside of a field, in points; null for one that is lower than legible letters in itself. */
function slotOf({ pages }: Template, { document_id: document, page, rect }: Field) {
  const size = pages.find((each) => each.document_id === document && each.page === page);
  if (size === undefined) return null;
  const height = rect.h * size.height;
  return height < LEAST * 1.3 ? null : { width: Math.max(rect.w * size.width - 2 * PADDING, 1), height };
}

const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + widths[kindOf(letter)], 0) * size;

function kindOf(letter: string): keyof typeof widths {
  if (/[\s.,:;!|'’iljftrI()[\]/-]/u.test(letter)) return 'narrow';
  if (/[mwMW@%—]/u.test(letter)) return 'wide';
  return /\p{Lu}/u.test(letter) ? 'capital' : 'other';
}
