import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { heightOf, inOneRow, type PageContext, type Place, placeAt, shared, widthOf } from './place.js';
import { isAnswer } from './answer-words.js';
import { type Cell, cellsOn, NEXT_TO, neighbour, type Side, withPhrases } from './cells.js';
import { lightAt, type Ruling } from './ruling.js';

const LEAST = { width: 13, height: 8 };
const LARGEST_SHARE = 0.45;
const DARKEST = 0.87;
const LONGEST_CAPTION = 110;
/** Letters that make a cell one of prose where others of its row are. */
const PROSE = 130;
const LONGEST_BEGINNING = 90;
const MULTILINE = 30;
const ROOM_FOR_AMOUNT = 30;
const ROOM_BESIDE = 30;
const RIGHT_BEFORE = 12;
/** The cells with their words; `places` are what else was found to fill in or to tick. */
export function withWords(cells: readonly Area[], places: readonly Area[], surroundings: PageContext): readonly Cell[] {
  const plain = withPhrases(cells, surroundings.phrases).map((cell) => ({
    ...cell,
    asks: places.some((place) => holds(cell, place)),
  }));
  return plain.map((cell) => ({
    ...cell,
    near: new Map(),
    asks: cell.asks || roomInCell(cell, plain) !== null,
  }));
}

/** The cells of a page that leave room to write: empty ones, and those that hold no more than their caption. */
export function cellBlanks(
  cells: readonly Cell[],
  places: readonly Area[],
  ruling: Ruling,
  surroundings: PageContext,
): readonly Place[] {
  return cells.flatMap((cell) => {
    if (widthOf(cell) < LEAST.width || heightOf(cell) < LEAST.height || isFrame(cell, cells, places, surroundings)) {
      return [];
    }
    if (lightAt(ruling.shades, (cell.left + cell.right) / 2, cell.bottom - 2) < DARKEST) return [];
    if (cell.phrases.length === 0) return emptyCell(cell, cells, surroundings);
    const room = roomInCell(cell, cells);
    if (room === null) return [];
    return [room.caption === null ? { ...room, ...headsOf(cell, cells) } : room];
  });
}

/** A cell around other places, or one as large as half the page, is there for the looks. */
function isFrame(cell: Cell, cells: readonly Cell[], places: readonly Area[], page: PageContext): boolean {
  if (widthOf(cell) * heightOf(cell) > LARGEST_SHARE * page.width * page.height) return true;
  return (
    places.some((other) => holds(cell, other)) ||
    cells.some((other) => other !== cell && holds(cell, other) && isIn(other, cell))
  );
}

function isIn(inner: Area, outer: Area): boolean {
  return widthOf(inner) < widthOf(outer) && heightOf(inner) <= heightOf(outer);
}

function emptyCell(cell: Cell, cells: readonly Cell[], { phrases }: PageContext): readonly Place[] {
  if ([isFilledIn, isMostlyFilled].some((is) => LINES.every((sides) => is(cell, cells, sides)))) return [];
  if (isAmongProse(cell, cells) || isUnderNumber(cell, cells) || isSpacer(cell, cells)) return [];
  const heads = headsOf(cell, cells);
  if (heads.row === null && heads.column === null && isCorner(cell, cells)) return [];
  // Words right before a cell, in a table that is open there, name it rather than the title over all of the table.
  const isLed = heads.row === null && phrases.some((phrase) => isBefore(phrase, cell));
  const place = placeOf(cell, isLed ? { row: null, column: null, caption: null } : { ...heads, caption: null });
  if (heads.column !== null) return [place];
  const over = neighbour(cell, cells, 'above');
  if (over !== null && isNextLine(over, cell, cells)) return [];
  const under = [cell, ...cellsOn(cell, cells, 'below')];
  const end = under.findIndex((line, index) => index > 0 && !isNextLine(under[index - 1] ?? cell, line, cells));
  const more = under.slice(1, end < 0 ? undefined : end).map((line) => inset(line));
  return [more.length === 0 ? place : { ...place, more, multiline: true }];
}

/** Whether a ruled row goes on with the answer of the one over it: the same label stands before both, or none. */
function isNextLine(over: Cell, line: Cell, cells: readonly Cell[]): boolean {
  const [label, others] = [over, line].map((each) => neighbour(each, cells, 'left'));
  return (
    [over, line].every(
      (each) => each.phrases.length === 0 && heightOf(each) < MULTILINE && neighbour(each, cells, 'right') === null,
    ) &&
    label === others &&
    Math.abs(widthOf(over) - widthOf(line)) < NEXT_TO
  );
}

const isBefore = (phrase: Phrase, cell: Area): boolean =>
  inOneRow(phrase, cell) && Math.abs(cell.left - phrase.right) < RIGHT_BEFORE;

const inset = ({ left, top, right, bottom }: Area): Area => ({
  left: left + 1,
  top: top + 0.5,
  right: right - 1,
  bottom: bottom - 0.5,
});

function placeOf(room: Area, words: Pick<Place, 'row' | 'column' | 'caption'>): Place {
  const area = inset(room);
  return placeAt(area, 'cell', { multiline: heightOf(area) >= MULTILINE, ...words });
}

/** The empty cell where the headings of the rows and those of the columns meet. */
function isCorner(cell: Cell, cells: readonly Cell[]): boolean {
  return (['right', 'below'] as const).every((side) => (neighbour(cell, cells, side)?.phrases.length ?? 0) > 0);
}

/** The words at the head of its row and of its column. */
function headsOf(cell: Cell, cells: readonly Cell[]): Pick<Place, 'row' | 'column'> {
  const [row, column] = [headCell(cell, cells, 'row'), headCell(cell, cells, 'column')];
  // What spans the captions of the rows too is not the head of a column but the title of a part of the form.
  const isTitled = row !== null && column !== null && shared(row.left, row.right, column.left, column.right) > NEXT_TO;
  return { row: row?.words ?? null, column: column === null || isTitled ? null : column.words };
}

/** The words at the head of a cell's row or column: those of the nearest cell in that direction that has any. */
export function headerOf(cell: Cell, cells: readonly Cell[], kind: 'row' | 'column'): string | null {
  const head = headCell(cell, cells, kind);
  return head?.words ?? null;
}

/** The nearest cell at the head of a cell's row or column; null where none heads it. */
export function headCell(cell: Cell, cells: readonly Cell[], kind: 'row' | 'column'): Cell | null {
  const worded = cellsOn(cell, cells, kind === 'row' ? 'left' : 'above').filter(
    ({ phrases, asks }) => phrases.length > 0 && !asks,
  );
  // Answers that are printed already stand between a head and the cell; the number of a row has no head of its own.
  // The number of a question does not answer it, unless the rows after it are numbered too.
  const isNumbered = (at: Cell): boolean =>
    neighbour(at, cells, 'right') === null &&
    cellsOn(at, cells, 'left').length === 1 &&
    !isFilledIn(cell, cells, ['left']);
  const isInRow = (at: Cell): boolean =>
    isGiven(at.words) || (isFilledIn(at, cells, ['left', 'right']) && !isNumbered(at));
  const isAnswered = (at: Cell): boolean =>
    kind === 'column' ? isInRow(at) : isGiven(at.words) && worded.length > 1 && hasHead(at, cells);
  const head = worded.find((at) => !isAnswered(at)) ?? worded[0];
  if (head === undefined) return null;
  const size = kind === 'row' ? heightOf : widthOf;
  const words = head.words;
  // One label may stand beside several rows of its answer.
  const most = kind === 'row' && head === cellsOn(cell, cells, 'left', 1)[0] ? 8 : 2.2;
  if (size(head) > most * size(cell) || words === '') return null;
  if (words.length <= LONGEST_CAPTION) return head;
  return kind === 'row' && most > 3
    ? { ...head, words: `${words.slice(0, LONGEST_BEGINNING).replace(/\s\S*$/u, '')}` }
    : null;
}

const hasHead = (cell: Cell, cells: readonly Cell[]): boolean =>
  cellsOn(cell, cells, 'above').some(({ phrases }) => phrases.length > 0);

/** In points. */
const WIDEST_TICK = 90;
const TITLE_REACH = 24;
const LEAST_ROW = 4;
const SAYS_TICK =
  /\b(?:tick|mark|cross|kruis|merk)\b.{0,40}\b(?:box|boxes|block|x|blok|blokkie|appropriate|applicable)\b|[√✓✔]/iu;

/**
 * The words of an empty cell that is to be ticked: those before it, where the words over its column or its table say to
 * tick, or those after it, where its row begins with a narrow cell and ends with words, by turns.
 */
export function optionOf(cell: Cell, cells: readonly Cell[], phrases: readonly Phrase[]): Cell | null {
  if (cell.phrases.length > 0 || widthOf(cell) > WIDEST_TICK) return null;
  const [first, option] = [neighbour(cell, cells, 'left'), neighbour(cell, cells, 'right')];
  if (first !== null && first.phrases.length > 0) {
    const column = cellsOn(cell, cells, 'above');
    const head = column.find((other) => other.phrases.length > 0);
    if (head !== undefined ? SAYS_TICK.test(head.words) : isToTick(column.at(-1) ?? cell, phrases)) return first;
  }
  if (option === null || option.phrases.length === 0) return null;
  const row = [...cellsOn(cell, cells, 'left').toReversed(), cell, ...cellsOn(cell, cells, 'right')];
  const isByTurns = row.every(
    (each, index) =>
      (each.phrases.length === 0) === (index % 2 === 0) && (index % 2 === 1 || widthOf(each) <= WIDEST_TICK),
  );
  return isByTurns && row.length >= LEAST_ROW && row.length % 2 === 0 ? option : null;
}

/** Whether the words over a table say to tick. */
const isToTick = ({ left, top }: Area, phrases: readonly Phrase[]): boolean =>
  phrases.some(
    (phrase) =>
      top > phrase.top && top - phrase.bottom < TITLE_REACH && phrase.left < left && SAYS_TICK.test(phrase.text),
  );

/** Whether a cell on one of the sides holds an answer that is printed already. */
function isFilledIn(cell: Cell, cells: readonly Cell[], sides: readonly Side[]): boolean {
  return sides.some((side) => cellsOn(cell, cells, side).some((other) => isGiven(other.words)));
}

/** Whether most of its row or column holds words, more than at its head. */
function isMostlyFilled(cell: Cell, cells: readonly Cell[], sides: readonly Side[]): boolean {
  const line = sides.flatMap((side) => cellsOn(cell, cells, side));
  const filled = line.filter(({ phrases, asks }) => phrases.length > 0 && !asks).length;
  return filled > 1 && 2 * filled >= line.length + 2;
}

/** Whether several cells of its row hold prose: such a table tells and does not ask. */
function isAmongProse(cell: Cell, cells: readonly Cell[]): boolean {
  const row = (['left', 'right'] as const).flatMap((side) => cellsOn(cell, cells, side));
  return row.filter(({ words }) => words.length > PROSE).length > 1;
}

/** A cell that parts the rows of a column of words, and those after it in its row. */
function isSpacer(cell: Cell, cells: readonly Cell[]): boolean {
  const [before, after] = [neighbour(cell, cells, 'left'), neighbour(cell, cells, 'right')];
  if ([before, after].some((other) => other !== null && other.phrases.length > 0)) return false;
  if (before !== null && !isUnderNumber(before, cells) && isSpacer(before, cells)) return true;
  const isWorded = (side: Side): boolean => {
    const next = neighbour(cell, cells, side);
    return next !== null && next.phrases.length > 0 && widthOf(next) < 1.5 * widthOf(cell);
  };
  return after !== null && isWorded('above') && isWorded('below') && isMostlyFilled(cell, cells, ['above', 'below']);
}

/** The cell under the number of a question, beside the cell for the answer. */
function isUnderNumber(cell: Cell, cells: readonly Cell[]): boolean {
  const number = neighbour(cell, cells, 'above');
  const question = number !== null && isGiven(number.words) ? neighbour(number, cells, 'right') : null;
  return question !== null && question.phrases.length > 0 && !isGiven(question.words);
}

const LINES = [
  ['left', 'right'],
  ['above', 'below'],
] as const;

/** The free part of a cell whose words are only its caption; null when they are its content. */
function roomInCell(cell: Cell, cells: readonly Cell[]): Place | null {
  if (cell.phrases.length === 0) return null;
  const caption = cell.words;
  if (caption === '' || caption.length > LONGEST_CAPTION) return null;
  const top = Math.min(...cell.phrases.map((phrase) => phrase.top));
  const bottom = Math.max(...cell.phrases.map((phrase) => phrase.bottom));
  const right = Math.max(...cell.phrases.map((phrase) => phrase.right));
  const left = Math.min(...cell.phrases.map((phrase) => phrase.left));
  const words = { caption, row: null, column: null };
  const below = cell.bottom - bottom;
  const height = Math.max(...cell.phrases.map(heightOf));
  const centred = Math.abs(left - cell.left - (cell.right - right)) < 6 && left - cell.left > 8;
  const atTop = top - cell.top < Math.max(6, 0.25 * heightOf(cell)) && below > top - cell.top + 4;
  if (isGiven(caption) || isPrinted(cell)) return null;
  const next = neighbour(cell, cells, 'right');
  // The empty cell beside its caption takes the answer.
  if (next?.phrases.length === 0 && widthOf(next) >= ROOM_BESIDE) return null;
  if (atTop && below >= Math.max(8, 0.75 * height) && !isHead(cell, cells, centred)) {
    // In the row of a printed answer the other words are printed ones too.
    if (!caption.endsWith(':') && (isFilledIn(cell, cells, ['left', 'right']) || isBesideText(cell, cells)))
      return null;
    return placeOf({ ...cell, top: bottom }, words);
  }
  const beside = cell.right - right;
  const under = neighbour(cell, cells, 'below');
  // The sign of a currency stands before the amount that is to be written.
  if (/^(R|ZAR|[$€£])$/u.test(caption) && beside >= ROOM_FOR_AMOUNT) {
    return placeOf({ ...cell, left: right + 1 }, { ...words, caption: null });
  }
  const isTickedNext = next !== null && (isAnswer(next.words) || (next.asks && caption.endsWith('?')));
  const oneRow = bottom - top < 1.6 * height;
  if (
    oneRow &&
    next?.phrases.length !== 0 &&
    !(under?.phrases.length === 0 && widthOf(under) > 0.9 * widthOf(cell)) &&
    !isTickedNext &&
    /[:?]$/u.test(lastText(cell)) &&
    beside >= Math.max(30, 0.25 * widthOf(cell))
  ) {
    return placeOf({ ...cell, left: right + 1 }, words);
  }
  return null;
}

/** Whether the words of a cell are a notice or an address rather than the caption of what is to be written. */
function isPrinted({ phrases }: Cell): boolean {
  const [first, ...more] = phrases.toSorted((a, b) => a.top - b.top);
  if (first === undefined || more.length === 0) return false;
  const last = more.at(-1)?.text.trim() ?? '';
  const isNotice = /[.!]$/u.test(last) && (last.includes(' ') || first.bold) && !/\b(no|nr|tel|reg)\.$/iu.test(last);
  return isNotice || (/\d/u.test(last) && /^(\d+ \p{Lu}|P\.?O\.? Box|Private Bag|Posbus)|, \d{4}$/iu.test(last));
}

/** Whether the cell before or after it is filled with prose. */
function isBesideText(cell: Cell, cells: readonly Cell[]): boolean {
  return (['left', 'right'] as const).some((side) => {
    const next = neighbour(cell, cells, side);
    return next !== null && !next.asks && next.top < cell.top + NEXT_TO && next.words.length > LONGEST_CAPTION;
  });
}

function lastText(cell: Cell): string {
  return cell.phrases.reduce((a, b) => (a.right > b.right ? a : b)).text.trim();
}

/**
 * Whether the column under a cell is empty or filled in already, and the words stand in the middle or another such
 * cell is beside it.
 */
function isHead(cell: Cell, cells: readonly Cell[], centred: boolean): boolean {
  const isOver = (each: Cell, is: (under: Cell) => boolean): boolean => {
    const under = each.phrases.length > 0 ? neighbour(each, cells, 'below') : null;
    return under !== null && is(under);
  };
  const isEmpty = ({ phrases }: Cell): boolean => phrases.length === 0;
  const beside = (['left', 'right'] as const).flatMap((side) => cellsOn(cell, cells, side));
  if ([cell, ...beside].some((each) => isOver(each, (under) => isGiven(under.words)))) return true;
  return isOver(cell, isEmpty) && (centred || beside.some((each) => isOver(each, isEmpty)));
}

/** An amount with its currency, whatever it is for, and a number or a date with nothing else. */
const AMOUNT = /^(R|ZAR|[$€£])\s?\d/u;
const NUMBER = /^\d([\d\s.,:/-]*\d)?\s?%?$/u;
const DATE = /^\d{1,2}\s\p{L}{3,9}\.?,?\s\d{4}$/u;

/** Whether words are an answer that is printed already, such as "R1 200.00", "15 %" or "1 March 2027". */
function isGiven(words: string): boolean {
  return AMOUNT.test(words) || NUMBER.test(words) || DATE.test(words);
}
