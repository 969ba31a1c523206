import type { Context } from '../../cli/context/context.js';
import type { Field, Template } from '../../contract/resources/template.js';
import { isObject } from '../../core/platform/json.js';
import { labelOf } from '../../authoring/template/field-words.js';

/** Points: smaller letters are hard to read on paper. */
const LEAST = 6;
/** Points: the usual size of an answer, and the room beside it in its field. */
const LARGEST = 10.5;
const PADDING = 2;
/** Of the size of the letters: about as wide as those of a plain sans-serif are. */
const widths = { narrow: 0.28, wide: 0.83, capital: 0.67, other: 0.54 } as const;
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

/**
 * Notes the answers of creations that fit their fields in letters of less than 6 points only: those that are known before
 * the envelope is sent. How wide letters are is about right, since a service has fonts of its own.
 */
export async function noteSmallAnswers(
  { output }: Context,
  template: Template,
  bodies: readonly Creation[],
): Promise<void> {
  const { fitText } = await import('../../document/render/fit-text.js');
  const found = bodies.flatMap(({ values, number }) => {
    const row = number === undefined ? '' : `Row ${number}: `;
    return textsOf(values).flatMap(({ subject, key, text }) =>
      template.fields
        .filter((field) => field.subject === subject && field.data_key === key && isOnePlace(field))
        .filter((field) => {
          const slot = slotOf(template, field);
          if (slot === null) return false;
          const fitting = { largest: LARGEST, sign: '', multiline: text.includes('\n') };
          const { size, stretch, cut } = fitText(text, [slot], fitting, { widthOfTextAtSize: widthOf });
          return cut || stretch < 100 || size < LEAST;
        })
        .map((field) => `${row}“${labelOf(field, template)}” on page ${field.page}`),
    );
  });
  if (found.length === 0) return;
  const more = found.length > maxShown ? [`and ${found.length - maxShown} more`] : [];
  const where = [...found.slice(0, maxShown), ...more].join('\n  ');
  output.note(
    `An answer fits in letters of less than ${LEAST} points only. Shorten it, or make the field larger:\n  ${where}`,
  );
}

function textsOf(values: unknown) {
  return (Array.isArray(values) ? values : []).flatMap((each: unknown) => {
    if (!isObject(each) || typeof each['value'] !== 'string' || typeof each['key'] !== 'string') return [];
    const subject = typeof each['subject'] === 'string' ? each['subject'] : null;
    return each['value'].trim() === '' ? [] : [{ subject, key: each['key'], text: each['value'] }];
  });
}

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
