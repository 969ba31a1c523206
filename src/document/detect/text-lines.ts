import type { Area, Glyph, PageText } from '../engine/page-glyphs.js';
import type { Stroke } from '../engine/page-paths.js';

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
const LEADER_GAP = 0.7;
const BETWEEN = 0.15;

/** A run of underscores or dots that stands for a line to write on. */
export interface Leader extends Area {
  readonly character: string;
}

/** What the text of a page comes to, apart from its words: where somebody is to write, and where to tick. */
export interface PageLines {
  /** From top to bottom. */
  readonly lines: readonly TextLine[];
  /** Those of all lines. */
  readonly phrases: readonly Phrase[];
  readonly leaders: readonly Leader[];
  readonly ticks: readonly Area[];
}

/**
 * Reads the lines of a page; leaders such as `______` and `.....`, and boxes to tick, end a phrase and are not words.
 * `widgets` are the fields of the page, and `strokes` its drawn lines: words before and after a field or an upright
 * line are two phrases.
 */
export function readPageLines(text: PageText, widgets: readonly Area[], strokes: readonly Stroke[] = []): PageLines {
  const ordered = [...widgets].sort((a, b) => middle(a) - middle(b));
  const walls = strokes.filter(({ direction }) => direction === 'down');
  const found = rows(text.glyphs).map((row) => {
    const area = around(row);
    const own = walls.filter(({ top, bottom }) => top < middle(area) && bottom > middle(area));
    return readRow(row, text, [...between(ordered, area), ...own]);
  });
  const lines = found.map(({ line }) => line).filter((line) => line.phrases.length > 0);
  return {
    lines,
    phrases: lines.flatMap(({ phrases }) => phrases),
    leaders: found.flatMap(({ leaders }) => leaders),
    ticks: found.flatMap(({ ticks }) => ticks),
  };
}

interface ReadRow {
  readonly line: TextLine;
  readonly leaders: readonly Leader[];
  readonly ticks: readonly Area[];
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

/** The areas, which come from top to bottom, whose middle is on a row. */
function between(areas: readonly Area[], { top, bottom }: Area): readonly Area[] {
  const firstPast = (place: number): number => {
    let [from, to] = [0, areas.length];
    while (from < to) {
      const half = (from + to) >> 1;
      const area = areas[half];
      if (area !== undefined && middle(area) < place) from = half + 1;
      else to = half;
    }
    return from;
  };
  return areas.length === 0 ? areas : areas.slice(firstPast(top), firstPast(bottom));
}

const middle = ({ top, bottom }: Area): number => (top + bottom) / 2;

function overlapShare(a: { top: number; bottom: number }, b: { top: number; bottom: number }): number {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return overlap / Math.max(Math.min(a.bottom - a.top, b.bottom - b.top), 0.1);
}

function readRow(row: readonly Glyph[], text: PageText, parting: readonly Span[]): ReadRow {
  const phrases: Phrase[] = [];
  const ticks = tickGlyphs(row, text);
  const ticked = new Set(ticks.flatMap(({ glyphs }) => glyphs));
  const leaders: Leading[] = [];
  let isParted = false;
  let run: Glyph[] = [];
  const finish = (): void => {
    const phrase = readPhrase(run, text);
    if (phrase !== null) phrases.push(phrase);
    run = [];
  };
  for (const [index, glyph] of row.entries()) {
    const last = run.at(-1);
    const leads = !ticked.has(glyph) && isLeader(row, index);
    if (leads) leaders.push({ glyph, isParted });
    isParted = !leads && (isParted || !JOINS.test(glyph.character));
    if (leads || ticked.has(glyph)) {
      finish();
      continue;
    }
    // The same letter printed twice, a hair apart, is how some files fake bold.
    if (last !== undefined && isAgain(last, glyph)) continue;
    if (last !== undefined && isPhraseGap(last, glyph, parting)) finish();
    run.push(glyph);
  }
  finish();
  return { line: { phrases, ...around(row) }, leaders: leaderRuns(leaders), ticks: ticks.map(({ area }) => area) };
}

/** The letters of a ligature, as "ff", have one place too: they follow each other in the text, and none is moved. */
function isAgain(last: Glyph, glyph: Glyph): boolean {
  const isLigature = glyph.index === last.index + 1 && glyph.left === last.left;
  return last.character === glyph.character && Math.abs(glyph.left - last.left) < 1 && !isLigature;
}

type Span = Pick<Area, 'left' | 'right'>;

function isPhraseGap(last: Glyph, glyph: Glyph, parting: readonly Span[]): boolean {
  if (glyph.left - last.right > PHRASE_GAP * (glyph.bottom - glyph.top)) return true;
  const reach = BETWEEN * (glyph.bottom - glyph.top);
  return parting.some(({ left, right }) => left >= last.right - reach && right <= glyph.left + reach);
}

/** What stands between the parts of one answer, as in "__/__/____" and "[_][_][_]". */
const JOINS = /^[/:.,–|[\]-]$/u;

interface Leading {
  readonly glyph: Glyph;
  /** Whether another sign stands before it, such as the bracket that the next blank is in. */
  readonly isParted: boolean;
}

function leaderRuns(glyphs: readonly Leading[]): readonly Leader[] {
  const runs: { character: string; left: number; top: number; right: number; bottom: number }[] = [];
  for (const { glyph, isParted } of glyphs) {
    const { character, left, top, right, bottom } = glyph;
    const last = runs.at(-1);
    const near = last !== undefined && !isParted && left - last.right <= LEADER_GAP * (bottom - top);
    if (near && last.character === character) last.right = Math.max(last.right, right);
    else runs.push({ character, left, top, right, bottom });
  }
  return runs;
}

function isLeader(row: readonly Glyph[], index: number): boolean {
  const character = row[index]?.character;
  if (character === '_') return true;
  if (character === undefined || !'.…-–—'.includes(character)) return false;
  let length = 1;
  for (let at = index - 1; row[at]?.character === character; at--) length++;
  for (let at = index + 1; row[at]?.character === character; at++) length++;
  return length >= (character === '.' || character === '…' ? 4 : 6);
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
  return { text: RIGHT_TO_LEFT.test(words) ? asRead(words) : words, bold: text.isBold(first.index), ...around(run) };
}

/** Scripts that are read from right to left. */
export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Within such a text, numbers and other scripts run from left to right. */
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{N}](?:[\p{Script=Latin}\p{N} .,:/'-]*[\p{Script=Latin}\p{N}])?/gu;

/**
 * Signs from left to right, in the order in which they are read from right to left, as letters without joined forms.
 */
function asRead(signs: string): string {
  const turned = (text: string): string => [...text].toReversed().join('');
  // Which way a bracket opens is not known: makers of PDF files name it by its looks, or by its place in the text.
  let isOpen = false;
  return turned(signs)
    .replace(LEFT_TO_RIGHT, turned)
    .replace(/[()]/gu, () => {
      isOpen = !isOpen;
      return isOpen ? '(' : ')';
    })
    .normalize('NFKC');
}

function isWordGap(last: Glyph, glyph: Glyph): boolean {
  const gap = (glyph.left - last.right) / Math.max(glyph.bottom - glyph.top, 0.1);
  const isParted = glyph.afterSpace || (last.afterSpace && RIGHT_TO_LEFT.test(last.character + glyph.character));
  return gap > WORD_GAP || (isParted && gap > SPACE_GAP);
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

/** A place to tick that is printed as text: a square or a ring of some font, or a pair of empty brackets. */
interface TickGlyph {
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
function tickGlyphs(row: readonly Glyph[], text: PageText): readonly TickGlyph[] {
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
