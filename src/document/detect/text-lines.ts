import type { Area, Glyph, PageText } from '../engine/page-glyphs.js';

/** Words that stand close together on one line. */
export interface Phrase extends Area {
  readonly text: string;
  readonly bold: boolean;
}

/** A line of text on a page as displayed, its phrases from left to right. */
export interface TextLine extends Area {
  readonly phrases: readonly Phrase[];
}

// Shares of the line's height.
const SAME_LINE = 0.5;
const WORD_GAP = 0.25;
const SPACE_GAP = 0.04;
const PHRASE_GAP = 1.1;

/** The lines of a page from top to bottom; leaders such as `______` and `.....` end a phrase and are dropped. */
export function readLines(text: PageText): readonly TextLine[] {
  return rows(text.glyphs)
    .map((row) => readLine(row, text))
    .filter((line) => line.phrases.length > 0);
}

function rows(glyphs: readonly Glyph[]): readonly (readonly Glyph[])[] {
  const found: { top: number; bottom: number; glyphs: Glyph[] }[] = [];
  for (const glyph of [...glyphs].sort((a, b) => middle(a) - middle(b))) {
    const row = found.at(-1);
    if (row !== undefined && overlapShare(row, glyph) >= SAME_LINE) row.glyphs.push(glyph);
    else found.push({ top: glyph.top, bottom: glyph.bottom, glyphs: [glyph] });
  }
  return found.map((row) => row.glyphs.sort((a, b) => a.left - b.left));
}

function middle(area: Area): number {
  return (area.top + area.bottom) / 2;
}

function overlapShare(a: { top: number; bottom: number }, b: { top: number; bottom: number }): number {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return overlap / Math.max(Math.min(a.bottom - a.top, b.bottom - b.top), 0.1);
}

function readLine(row: readonly Glyph[], text: PageText): TextLine {
  const phrases: Phrase[] = [];
  let run: Glyph[] = [];
  const finish = (): void => {
    const phrase = readPhrase(run, text);
    if (phrase !== null) phrases.push(phrase);
    run = [];
  };
  for (const [index, glyph] of row.entries()) {
    const last = run.at(-1);
    if (isLeader(row, index)) {
      finish();
      continue;
    }
    // The same letter printed twice, a hair apart, is how some files fake bold.
    if (last !== undefined && last.character === glyph.character && Math.abs(glyph.left - last.left) < 1) continue;
    if (last !== undefined && glyph.left - last.right > PHRASE_GAP * (glyph.bottom - glyph.top)) finish();
    run.push(glyph);
  }
  finish();
  return { phrases, ...around(row) };
}

function isLeader(row: readonly Glyph[], index: number): boolean {
  const character = row[index]?.character;
  if (character === '_') return true;
  if (character !== '.' && character !== '…') return false;
  let length = 1;
  for (let at = index - 1; row[at]?.character === character; at--) length++;
  for (let at = index + 1; row[at]?.character === character; at++) length++;
  return length >= 4;
}

function readPhrase(run: readonly Glyph[], text: PageText): Phrase | null {
  const first = run[0];
  if (first === undefined) return null;
  let words = '';
  let last: Glyph | undefined;
  for (const glyph of run) {
    if (last !== undefined && isWordGap(last, glyph)) words += ' ';
    words += glyph.character;
    last = glyph;
  }
  return { text: words, bold: text.isBold(first.index), ...around(run) };
}

function isWordGap(last: Glyph, glyph: Glyph): boolean {
  const gap = (glyph.left - last.right) / Math.max(glyph.bottom - glyph.top, 0.1);
  return gap > WORD_GAP || (glyph.afterSpace && gap > SPACE_GAP);
}

/** The smallest area that holds all of the given ones. */
export function around(areas: readonly Area[]): Area {
  const all = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const area of areas) {
    all.left = Math.min(all.left, area.left);
    all.top = Math.min(all.top, area.top);
    all.right = Math.max(all.right, area.right);
    all.bottom = Math.max(all.bottom, area.bottom);
  }
  return all;
}
