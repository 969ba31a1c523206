import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { understood } from '../dictionary/in-english.js';
import type { Cell } from './cells.js';
import { headerOf } from './cell-blanks.js';
import type { PageContext } from './place.js';
import { heightOf, inOneRow, leftEdge, rightEdge, shared } from './place.js';
import { beginsWithAnswer } from './answer-words.js';
import { tidied } from '../caption-words.js';
import { wholeWords } from './place-sides.js';
import type { TickRow } from './tick-rows.js';
import { tickRows } from './tick-rows.js';

/** A place to tick with the words of its option. */
export interface Tick {
  readonly area: Area;
  readonly option: string | null;
  /** The words around it could be those of another one as well. */
  readonly isUnclear: boolean;
}

/** Places to tick that answer one question together. */
export interface TickQuestion {
  readonly label: string | null;
  readonly ticks: readonly Tick[];
  /** How many of them may be ticked. */
  readonly max: number;
}

const COLUMN = 4;
const ROW_SPACING = 3.1;

/**
 * Sorts the ticks of a page into questions with their options, and ticks that stand for themselves. `words` are the
 * phrases of the questions and options, which name no other place.
 */
export function tickQuestions(
  { boxes, blanks }: { readonly boxes: readonly Area[]; readonly blanks: readonly Area[] },
  places: readonly Area[],
  cells: readonly Cell[],
  page: PageContext,
): { readonly questions: readonly TickQuestion[]; readonly words: readonly Phrase[] } {
  const groups: TickRow[][] = [];
  const areas = [...boxes, ...blanks];
  const rows = [
    ...tickRows(boxes, [...places, ...blanks], cells, page, asks),
    ...tickRows(blanks, [...places, ...boxes], cells, page, asks, 'after'),
  ];
  for (const row of rows) {
    const open = groups.findLast((group) => belongsTo(row, group, page));
    if (open === undefined) groups.push([row]);
    else open.push(row);
  }
  return {
    questions: groups.flatMap((group) => toQuestions(group, areas, cells, page)),
    words: rows.flatMap(({ words, lead }) => (lead === null ? words : [...words, lead])),
  };
}

/** A row without words of its own before it goes on with the options of the rows above it. */
function belongsTo(row: TickRow, group: readonly TickRow[], page: PageContext): boolean {
  const last = group.at(-1);
  if (row.runsOn && last?.cell === row.cell) return true;
  const [own, other] = [row.ticks[0], last?.ticks[0]];
  if (last === undefined || own === undefined || other === undefined || row.lead !== null) return false;
  if (row.cell !== last.cell || row.head !== last.head) return false;
  const gap = own.area.top - (last.more?.top ?? other.area.top);
  if (gap <= 0 || gap > ROW_SPACING * Math.max(page.body, heightOf(own.area))) return false;
  const aligned = last.ticks.some((tick) => Math.abs(tick.area.left - own.area.left) <= COLUMN);
  return (
    (aligned || isBrokenOff(row, last, page)) &&
    !page.phrases.some((phrase) => phrase !== last.more && interrupts(phrase, other.area, own.area))
  );
}

/** Whether a row begins its line because the line above, which began there too, had no room left for it. */
function isBrokenOff(row: TickRow, { ticks: [above], words }: TickRow, { phrases }: PageContext): boolean {
  const own = row.ticks[0]?.area;
  if (own === undefined || above === undefined) return false;
  const line = phrases.filter((phrase) => inOneRow(phrase, above.area, 0.45));
  const width = rightEdge(row.words.slice(0, 1)) - own.left;
  const isFull = rightEdge(words) + width > rightEdge(phrases) && rightEdge(words) >= rightEdge(line);
  return isFull && Math.abs(own.left - leftEdge(line)) < 2 * COLUMN;
}

/** A line between two options that begins at or before their boxes is not part of an option. */
function interrupts(phrase: Phrase, above: Area, below: Area): boolean {
  const middle = (phrase.top + phrase.bottom) / 2;
  const between = middle > above.bottom + 1 && middle < below.top - 1;
  return between && phrase.left < above.right && phrase.right > above.left && /\p{L}{2}/u.test(phrase.text);
}

/** "Gender: (check one)" and "Race (tick one)". */
function asks(words: string): boolean {
  return (
    /[:?]$/u.test(
      words
        .trim()
        .replace(/\([^()]*\)$/u, '')
        .trim(),
    ) || boundsIn(understood(words)) !== null
  );
}

/** In a table, the row says of what and the column says which: "Stove: Good". */
function withRow(tick: Tick, row: string | null): Tick {
  const words = row === null || tick.option === null ? tick.option : `${tidied(row)}: ${tick.option}`;
  return { ...tick, option: words };
}

const LONGEST_OPTION = 70;
/** Where the sentence before a question ends. */
const SENTENCE = /(?<=\p{Ll}{2})\. (?=\p{Lu})/u;

function toQuestions(
  group: readonly TickRow[],
  areas: readonly Area[],
  cells: readonly Cell[],
  page: PageContext,
): readonly TickQuestion[] {
  const ticks = group.flatMap((row) => row.ticks);
  const first = group[0];
  if (first === undefined) return [];
  const question =
    first.lead?.text ?? first.head?.text ?? questionAbove(ticks, first.cell, page) ?? headOf(first.cell, cells);
  const alone = (): readonly TickQuestion[] =>
    ticks.map((tick) => ({
      label: null,
      ticks: [first.isUnderHeads ? withRow(tick, first.lead?.text ?? null) : tick],
      max: 1,
    }));
  if (ticks.length < 2) return alone();
  // An answer that stands there twice is the answer to two questions.
  const options = ticks.flatMap(({ option }) => option?.toLowerCase() ?? []);
  if (new Set(options).size < options.length) {
    return group.length < 2 ? alone() : group.flatMap((row) => toQuestions([row], areas, cells, page));
  }
  const label = question === null ? null : tidied(question.split(SENTENCE).at(-1) ?? question);
  const asked = question === null ? '' : understood(question);
  const bounds = boundsIn(first.head === null ? `${asked} ${wordsNear(ticks, areas, page)}` : asked);
  const short = ticks.every(({ option }) => option !== null && option.length <= LONGEST_OPTION);
  const isAsked = group.length === 1 && /[:?]$/u.test(first.lead?.text.trim() ?? '');
  const max = bounds ?? (isEitherOr(ticks, asked) && (short || first.lead !== null) ? 1 : isAsked ? Infinity : null);
  // As many as apply may be ticked only where the form says so, or asks before a single row.
  return max === null ? alone() : [{ label, ticks, max: Math.min(max, ticks.length) }];
}

/** The nearest line above the options that is not itself one. */
function questionAbove(ticks: readonly Tick[], cell: Cell | null, page: PageContext): string | null {
  const first = ticks[0];
  if (first === undefined) return null;
  const { area } = first;
  let best: Phrase | null = null;
  for (const phrase of page.phrases) {
    if (cell !== null && !holds(cell, phrase)) continue;
    const gap = area.top - phrase.bottom;
    const near = gap > -5 && gap < 2 * page.body && phrase.left < area.right + 60 && phrase.right > area.left - 20;
    if (near && /\p{L}{2}/u.test(phrase.text) && (best === null || phrase.bottom > best.bottom)) best = phrase;
  }
  return best === null ? null : wholeWords(best, page.phrases, page.body);
}

/** In a table the question is at the head of the column, or of the row. */
function headOf(cell: Cell | null, cells: readonly Cell[]): string | null {
  return cell === null ? null : (headerOf(cell, cells, 'column') ?? headerOf(cell, cells, 'row'));
}

const ONE =
  /\b(only|just) one\b|\bone (only|of the following|option|box)\b|\b(tick|check|choose|select|mark|circle|pick) (either|one|a single|the appropriate|the correct)\b|\beither or\b/u;
const ALL =
  /\ball (that|which|boxes that|items that|those that)? ?(may )?appl(y|ies|icable)\b|\bany (that|which) apply\b|\bone or more\b|\bas many\b|\bmore than one\b|\ball applicable\b|\b(tick|check|select|mark) all\b/u;

const SEVERAL =
  /\b(?:at most|up to|(?:no|not) more than|(?:a )?maximum of|maximum|max|only|choose|pick|select|tick|mark) (two|three|four|five|[2-9])\b/u;
const NUMBERS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/** How many options the words allow; null when they do not say. */
function boundsIn(words: string): number | null {
  if (ALL.test(words)) return Infinity;
  const several = SEVERAL.exec(words)?.[1];
  if (several !== undefined) return NUMBERS[several] ?? Number(several);
  return ONE.test(words) ? 1 : null;
}

/** What is said in the rows of the options, or in the two lines above them, about how many may be ticked. */
function wordsNear(ticks: readonly Tick[], areas: readonly Area[], page: PageContext): string {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [top, bottom] = [first.area.top - 2.6 * page.body, last.area.bottom + 2];
  const [left, right] = [first.area.left - 220, Math.max(...ticks.map(({ area }) => area.right)) + 220];
  const others = areas.filter((area) => !ticks.some((tick) => tick.area === area));
  return page.phrases
    .filter((phrase) => !others.some((other) => inOneRow(other, phrase, 0.45)))
    .filter(
      (phrase) => phrase.bottom > top && phrase.top < bottom && shared(phrase.left, phrase.right, left, right) > 0,
    )
    .map((phrase) => understood(phrase.text))
    .filter((words) => boundsIn(words) !== null)
    .join(' ');
}

function isEitherOr(ticks: readonly Tick[], question: string): boolean {
  const answers = ticks.filter(({ option }) => beginsWithAnswer(option ?? ''));
  if (answers.length >= 2 && answers.length >= ticks.length - 2) return true;
  return /\b(gender|sex|marital status|marriage|method of|mode of|type of|kind of|title|how (often|will|do))\b|\b(type|day|date)$/u.test(
    question,
  );
}
