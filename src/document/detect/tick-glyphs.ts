import type { Area, Glyph, PageText } from '../engine/page-glyphs.js';

/** A place to tick that is printed as text: a square or a ring of some font, or a pair of empty brackets. */
export interface TickGlyph {
  readonly area: Area;
  /** The glyphs that it is made of. */
  readonly glyphs: readonly Glyph[];
}

const EMPTY_BOXES = '□☐❏❐❑❒▢◻◽⬜○◯❍⬚🔲\uf06f\uf0a8\uf071\uf072\uf0a1\uf06d\uf0a3\uf063\uf035';
// What a pictorial font shows as an empty box or ring, by the letter that the text layer tells.
const PICTORIAL_FONT = /wingding|webding|dingbat|symbol|monotypesort|zadb/iu;
const PICTORIAL_BOXES = 'oqnmrp¨£c5¡';
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

/** The places to tick in a row of glyphs, which come from left to right. */
export function tickGlyphs(row: readonly Glyph[], text: PageText): readonly TickGlyph[] {
  const found: TickGlyph[] = [];
  for (const [index, glyph] of row.entries()) {
    const brackets = bracketPair(row, index);
    if (brackets !== null) found.push(brackets);
    else if (isEmptyBox(glyph, text)) found.push({ area: text.inkOf(glyph.index) ?? glyph, glyphs: [glyph] });
  }
  return found;
}

function isEmptyBox(glyph: Glyph, text: PageText): boolean {
  if (EMPTY_BOXES.includes(glyph.character)) return true;
  return PICTORIAL_BOXES.includes(glyph.character) && PICTORIAL_FONT.test(text.fontName(glyph.index));
}

/** `[ ]`, `( )` and `[__]`; brackets without room between them are just brackets. */
function bracketPair(row: readonly Glyph[], index: number): TickGlyph | null {
  const open = row[index];
  const closing = open === undefined ? undefined : CLOSING[open.character];
  if (open === undefined || closing === undefined) return null;
  let end = index + 1;
  while (row[end]?.character === '_' && end - index < 6) end++;
  const close = row[end];
  // "(____) ________" is a number with its code.
  if (close?.character !== closing || (end > index + 1 && leadsOn(close, row[end + 1]))) return null;
  const height = open.bottom - open.top;
  const gap = close.left - open.right;
  if (gap < height * 0.12 || gap > height * 3) return null;
  const glyphs = row.slice(index, end + 1);
  return { area: { left: open.left, top: open.top, right: close.right, bottom: open.bottom }, glyphs };
}

function leadsOn(close: Glyph, next: Glyph | undefined): boolean {
  return next?.character === '_' && next.left - close.right < close.bottom - close.top;
}
