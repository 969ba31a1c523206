import type { Field, Template } from '../../contract/resources/template.js';
import type { Rect } from '../../document/read-document.js';
import { continuationsOf, isRect } from './preview-source.js';

/** Points: smaller letters are hard to read on paper. */
export const LEAST = 6;
/** Points: the usual size of an answer, and the room beside it in its field. */
const LARGEST = 10.5;
const PADDING = 2;
/** What one line needs, as a share of the size of its letters. */
const LINE = 1.3;
/** Points: a field of this height may be one of several lines, which leaves room above them. */
const SEVERAL = 16;
/** Of the size of the letters: about as wide as those of a plain sans-serif are, without their marks. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\s.,:;!'’ijlıł]/u, 0.27],
  [/[ftrIJ()[\]/-]/u, 0.38],
  [/[cszvxy]/u, 0.5],
  [/[EFLTSZ?"|]|\d/u, 0.57],
  [/[mwMW@%—æœÆŒ]/u, 0.92],
  [/[DGHNOQU&]/u, 0.76],
  [/\p{Lu}/u, 0.63],
];
const OTHER = 0.6;
/** What stands at the end of an answer that is cut. */
const SIGN = '… [1]';

/** `cut` is listed in full on the certificate page; `small` is in letters of less than 6 points, or narrowed ones. */
export type Fit = 'cut' | 'small';
type FitOf = (template: Template, field: Field, text: string) => Fit | null;

/** How the text of an answer fits its field; null for well. About right, since a service has fonts of its own. */
export async function loadAnswerFit(): Promise<FitOf> {
  const { fitText } = await import('../../document/render/fit-text.js');
  const { lettersFor } = await import('../../document/render/comb-letters.js');
  return (template, field, text) => {
    const places = placesOf(template, field);
    if (places.length === 0) return null;
    const cells = cellsOf(template, field);
    if (cells !== null) {
      const letters = lettersFor(text, cells.length);
      if (letters === null) return 'cut';
      const widest = Math.max(...letters.map((letter) => widthOf(letter, 1)));
      const size = Math.min(...cells.map(({ width, height }) => Math.min(width / widest, height / LINE)));
      return size < LEAST ? 'small' : null;
    }
    const slots = places.map(({ width, height }) => ({ width: Math.max(width - 2 * PADDING, 1), height }));
    const fits = [false, true].map((multiline): Fit | null => {
      // Whether a field takes several lines, the service does not tell.
      if (multiline && !text.includes('\n') && slots.some(({ height }) => height < SEVERAL)) return null;
      const own = multiline ? slots.map(({ width, height }) => ({ width, height: height - PADDING })) : slots;
      const fitting = { largest: LARGEST, sign: SIGN, multiline };
      const { size, stretch, cut } = fitText(text, own, fitting, { widthOfTextAtSize: widthOf });
      return cut ? 'cut' : stretch < 100 || size < LEAST ? 'small' : null;
    });
    return fits.find((fit) => fit === 'cut') ?? fits.find((fit) => fit !== null) ?? null;
  };
}

/** Whether even one line of legible letters is higher than a field. */
export const isLow = (template: Template, field: Field): boolean =>
  placesOf(template, field).some(({ height }) => height < LEAST * LINE);

/** The places that an answer is written into, in points; none for a tick, and on an unknown page. */
const placesOf = (template: Template, field: Field) =>
  field.type === 'tickbox'
    ? []
    : [{ page: field.page, rect: field.rect }, ...continuationsOf(field)].flatMap(({ page, rect }) =>
        sizeOf(template, field, page, rect),
      );

/** The compartments of a comb, in points; null for any other field. */
function cellsOf(template: Template, field: Field) {
  const { cells, page } = field;
  if (!Array.isArray(cells) || cells.length === 0) return null;
  return (cells as readonly unknown[]).filter(isRect).flatMap((rect) => sizeOf(template, field, page, rect));
}

function sizeOf({ pages }: Template, { document_id: document }: Field, page: number, { w, h }: Rect) {
  const size = pages.find((each) => each.document_id === document && each.page === page);
  return size === undefined ? [] : [{ width: w * size.width, height: h * size.height }];
}

const widthOf = (text: string, size: number): number =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '')].reduce((sum, letter) => sum + widthOfLetter(letter), 0) * size;

const widthOfLetter = (letter: string): number => widths.find(([letters]) => letters.test(letter))?.[1] ?? OTHER;
