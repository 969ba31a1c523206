/** Widths of text at a size; a font answers it. */
export interface Metrics {
  widthOfTextAtSize(text: string, size: number): number;
}

export interface Fitted {
  readonly size: number;
  readonly lines: readonly string[];
  readonly leading: number;
  /** Horizontal scale in per cent: below 100 the letters are set narrower. */
  readonly stretch: number;
}

const SMALLEST = 5;
const STEP = 0.5;
const LEADING = 1.2;
const NARROWEST = 40;

/** One line in a box of `width` by `height` points: shrunk to 5 points, then in more lines, then in narrower letters. */
export function fitLine(text: string, width: number, height: number, largest: number, font: Metrics): Fitted {
  const line = text.replace(/\s*\n\s*/gu, ' ');
  const natural = font.widthOfTextAtSize(line, 1);
  const size = clamp(Math.min(largest, natural === 0 ? largest : width / natural), SMALLEST, largest);
  const asLine = { size, lines: [line], leading: size * LEADING };
  if (natural * size <= width + 0.01) return { ...asLine, stretch: 100 };
  const lines = wrap(line, width, SMALLEST, font);
  if (lines.length * SMALLEST * LEADING <= height) {
    return { size: SMALLEST, lines, leading: SMALLEST * LEADING, stretch: 100 };
  }
  return { ...asLine, stretch: Math.max((100 * width) / (natural * size), NARROWEST) };
}

/** A paragraph in a box: wrapped at the largest size at which all of it fits, but not below 5 points. */
export function fitParagraph(text: string, width: number, height: number, largest: number, font: Metrics): Fitted {
  for (let size = largest; size > SMALLEST; size -= STEP) {
    const lines = wrap(text, width, size, font);
    if (lines.length * size * LEADING <= height) return { size, lines, leading: size * LEADING, stretch: 100 };
  }
  const lines = wrap(text, width, SMALLEST, font);
  const leading = clamp(height / Math.max(lines.length, 1), SMALLEST, SMALLEST * LEADING);
  return { size: SMALLEST, lines, leading, stretch: 100 };
}

/** Lines no wider than `width`; words that are wider by themselves are broken. */
export function wrap(text: string, width: number, size: number, font: Metrics): readonly string[] {
  const fits = (line: string): boolean => font.widthOfTextAtSize(line, size) <= width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ').flatMap((whole) => pieces(whole, fits))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && !fits(longer)) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}

function pieces(word: string, fits: (text: string) => boolean): readonly string[] {
  if (word.length < 2 || fits(word)) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), Math.min(least, most));
}
