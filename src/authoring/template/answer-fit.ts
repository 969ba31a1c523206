import type { Field, Template } from '../../contract/resources/template.js';

/** Points: smaller letters are hard to read on paper. */
export const LEAST = 6;
/** Points: the usual size of an answer, and the room beside it in its field. */
const LARGEST = 10.5;
const PADDING = 2;
/** What one line needs, as a share of the size of its letters. */
const LINE = 1.3;
/** Of the size of the letters: about as wide as those of a plain sans-serif are. */
const widths = { narrow: 0.28, wide: 0.83, capital: 0.67, other: 0.54 } as const;
/** What stands at the end of an answer that is cut. */
const SIGN = '… [1]';

/** `cut` is listed in full on the certificate page; `small` is in letters of less than 6 points, or narrowed ones. */
export type Fit = 'cut' | 'small';

/**
 * How the text of an answer fits its field; null for well. How wide letters are is about right, since a service has
 * fonts of its own. A field that is lower than legible letters in itself is as its form has it: see `isLow`.
 */
export async function loadAnswerFit(): Promise<(template: Template, field: Field, text: string) => Fit | null> {
  const { fitText } = await import('../../document/render/fit-text.js');
  return (template, field, text) => {
    const inside = isOnePlace(field) ? insideOf(template, field) : null;
    if (inside === null || isLow(template, field)) return null;
    const fitting = { largest: LARGEST, sign: SIGN, multiline: text.includes('\n') };
    const { size, stretch, cut } = fitText(text, [inside], fitting, { widthOfTextAtSize: widthOf });
    if (cut) return 'cut';
    return stretch < 100 || size < LEAST ? 'small' : null;
  };
}

/** Whether even one line of legible letters is higher than a field. */
export function isLow(template: Template, field: Field): boolean {
  const inside = isOnePlace(field) ? insideOf(template, field) : null;
  return inside !== null && inside.height < LEAST * LINE;
}

/** Whether an answer is written into the rectangle alone, as it is. */
const isOnePlace = ({ type, cells = null, continuations = null }: Field): boolean =>
  type !== 'tickbox' && cells === null && continuations === null;

/** The inside of a field, in points; null on an unknown page. */
function insideOf({ pages }: Template, { document_id: document, page, rect }: Field) {
  const size = pages.find((each) => each.document_id === document && each.page === page);
  if (size === undefined) return null;
  return { width: Math.max(rect.w * size.width - 2 * PADDING, 1), height: rect.h * size.height };
}

const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + widths[kindOf(letter)], 0) * size;

function kindOf(letter: string): keyof typeof widths {
  if (/[\s.,:;!|'’iljftrI()[\]/-]/u.test(letter)) return 'narrow';
  if (/[mwMW@%—]/u.test(letter)) return 'wide';
  return /\p{Lu}/u.test(letter) ? 'capital' : 'other';
}
