import type { EmbeddedFont } from '@libpdf/core';
import { RenderFailed } from '../document-failure.js';
import type { Mark } from '../render-job.js';
import { BLANK, coversOf, freePart, inkOn, type Beneath } from './beneath.js';
import type { Canvas, TextStyle } from './canvas.js';
import { lettersFor } from './comb-letters.js';
import { composed, firstUndrawable } from './drawable.js';
import { fitText, LINE } from './fit-text.js';
import { isInHand } from './hand-letters.js';
import type { Ground, Piece, Place } from './piece.js';
import { beneathAt, pieceAt, placeOn } from './piece.js';

type TextMark = Extract<Mark, { kind: 'text' }>;
type TypedSignature = Extract<Mark, { kind: 'typed_signature' }>;

const PADDING = 2;
const LARGEST_ANSWER = 10.5;
const LARGEST_SIGNATURE = 26;
/** Points: a lower place for several lines has room for one, and none above it. */
const SEVERAL = 16;
/** From the middle of a line down to its base line, and from its top, as shares of the size. */
const MIDDLE = 0.36;
const TOP = LINE / 2 + MIDDLE;

/** An answer in its box, in the cells of its comb, or running on through its continuations. */
export function answerPieces(ground: Ground, mark: TextMark): readonly Piece[] {
  const text = checked(mark.text, ground);
  if (text.trim() === '') return [];
  return combPieces(ground, mark, text) ?? runPieces(ground, mark, text);
}

/** A typed signature: written in a hand where its font has the letters. */
export function typedSignaturePieces(ground: Ground, mark: TypedSignature): readonly Piece[] {
  const text = checked(mark.text, ground);
  const { script, body } = ground.fonts;
  const font = isInHand(text) ? script : body;
  return textPieces(ground, [mark], text, font, LARGEST_SIGNATURE, { ...mark, label: 'Signature' });
}

function runPieces(ground: Ground, mark: TextMark, text: string): readonly Piece[] {
  const places = [mark, ...(mark.continuations ?? [])];
  return textPieces(ground, places, text, ground.fonts.body, LARGEST_ANSWER, mark);
}

function textPieces(
  ground: Ground,
  at: readonly Pick<Mark, 'page' | 'rect'>[],
  text: string,
  font: EmbeddedFont,
  largest: number,
  { page, label, multiline }: Pick<TextMark, 'page' | 'label' | 'multiline'>,
): readonly Piece[] {
  const beneath = at.map((one) => beneathAt(ground, one));
  const places = at.map((one, index) => freePart(placeOn(ground, one), beneath[index] ?? BLANK));
  const fromTop = multiline === true && places.every(({ h }) => h >= SEVERAL);
  const above = fromTop ? PADDING : 0;
  const slots = places.map(({ w, h }) => ({ width: Math.max(w - 2 * PADDING, 1), height: Math.max(h - above, 1) }));
  const fitting = { largest, sign: ground.annex.nextSign, multiline: multiline ?? false };
  const fitted = fitText(text, slots, fitting, font);
  if (fitted.cut) ground.annex.add({ page, label: label ?? null, text });
  return at.flatMap((one, index) => {
    const place = places[index];
    const lines = fitted.lines[index] ?? [];
    if (place === undefined || (index > 0 && lines.length === 0)) return [];
    const printed = beneath[index] ?? BLANK;
    return pieceAt(ground, one, (canvas) => {
      cover(canvas, printed);
      const style = { font, colour: inkOn(printed.ground), size: fitted.size, stretch: fitted.stretch };
      drawLines(canvas, lines, place, fitted.leading, style, fromTop);
    });
  });
}

function drawLines(
  canvas: Canvas,
  lines: readonly string[],
  { x, y, h }: Place,
  leading: number,
  style: TextStyle,
  fromTop: boolean,
): void {
  const { size } = style;
  const first = fromTop ? y + PADDING + size * TOP : y + h / 2 - ((lines.length - 1) * leading) / 2 + size * MIDDLE;
  for (const [index, line] of lines.entries()) {
    if (line !== '') canvas.text(line, x + PADDING, first + index * leading, style);
  }
}

/** One letter in the middle of each cell, as many as there are; null when there are no cells. */
function combPieces(ground: Ground, mark: TextMark, text: string): readonly Piece[] | null {
  const cells = mark.cells ?? [];
  if (cells.length === 0) return null;
  const whole = lettersFor(text, cells.length);
  const letters = whole ?? cutLetters(ground, mark, text, cells.length);
  const font = ground.fonts.body;
  const places = cells.map((rect) => placeOn(ground, { page: mark.page, rect }));
  // Those of a date need not begin at the left.
  if (whole === null) places.sort((a, b) => a.x - b.x);
  const widest = Math.max(...letters.map((letter) => font.widthOfTextAtSize(letter, 1)));
  const narrowest = Math.min(...places.map(({ w }) => w));
  const lowest = Math.min(...places.map(({ h }) => h));
  const size = Math.min(LARGEST_ANSWER, lowest / LINE, narrowest / Math.max(widest, 0.01));
  const printed = beneathAt(ground, mark);
  const style = { font, size, colour: inkOn(printed.ground) };
  return pieceAt(ground, mark, (canvas) => {
    cover(canvas, printed);
    for (const [index, letter] of letters.entries()) {
      const place = places[index];
      if (place === undefined || letter === ' ') continue;
      const x = place.x + (place.w - font.widthOfTextAtSize(letter, size)) / 2;
      canvas.text(letter, x, place.y + place.h / 2 + size * MIDDLE, style);
    }
  });
}

/** The beginning of an answer and the number under which it is printed in full. */
function cutLetters({ annex }: Ground, { page, label }: TextMark, text: string, cells: number): readonly string[] {
  const sign = Array.from(annex.nextSign.replace(' ', '')).slice(-cells);
  annex.add({ page, label: label ?? null, text });
  return [...Array.from(text.replace(/\s+/gu, '')).slice(0, cells - sign.length), ...sign];
}

function cover(canvas: Canvas, printed: Beneath): void {
  for (const { x, y, w, h } of coversOf(printed)) canvas.rectangle(x, y, w, h, printed.ground);
}

/** The text ready to draw. Throws RenderFailed for a character that no font here has: a silent gap would be worse. */
function checked(text: string, { fonts }: Ground): string {
  const character = firstUndrawable(text, fonts.body);
  if (character === null) return composed(text);
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new RenderFailed('undrawable', `an answer holds U+${code}, which cannot be drawn`);
}
