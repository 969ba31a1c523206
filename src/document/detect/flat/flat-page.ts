import { type Area, holds } from '../../engine/page-glyphs.js';
import type { BoxType } from '../../read-document.js';
import type { PageFacts } from '../page-facts.js';
import { type Phrase, RIGHT_TO_LEFT } from '../text-lines.js';
import { isAnswer, withAnswersApart } from './answer-words.js';
import { ruledBlanks } from './blank-lines.js';
import { isUnder, leadingNowhere } from './rule-words.js';
import { captionsOf } from './caption-of.js';
import { cellBlanks, optionOf, withWords } from './cell-blanks.js';
import { type Cell, cellsOn, readCells, withPhrases } from './cells.js';
import { chartAreas } from './charts.js';
import { readCombs } from './combs.js';
import { freeRoom } from './free-room.js';
import { kindsOf } from './kind-of.js';
import { leaderBlanks } from './leader-blanks.js';
import { namedPlaces } from './named-place.js';
import {
  heightOf,
  inOneRow,
  leftEdge,
  overlapShare,
  type PageContext,
  type Place,
  placeAt,
  rightEdge,
  widthOf,
} from './place.js';
import { readRuling, ruleUnder, type Ruling } from './ruling.js';
import { joinRunningLines } from './runs-on.js';
import { tickBlanks } from './tick-blanks.js';
import { isSquare, tickPlaces } from './tick-places.js';
import { type TickQuestion, tickQuestions } from './tick-questions.js';

/** A place to write with what it takes and what it is called. */
export interface FlatPlace {
  readonly place: Place;
  readonly type: BoxType;
  readonly label: string | null;
}

/** What a reader sees on a page that asks to be filled in, whatever the file says about fields. */
export interface FlatPage {
  readonly places: readonly FlatPlace[];
  readonly questions: readonly TickQuestion[];
}

// No page that people fill in comes near; whatever has more is a pattern.
const MOST_TICKS = 1_000;
const MOST_LINES = 1_000;
/** In points. */
const SAME_LINE = 3;

/** How large the text of a slide is, as a share of its height. */
const SLIDE = 0.035;

/** Reads one page. `body` is the height of most of the document's text. Nobody fills in a slide. */
export function readFlatPage(page: PageFacts, body: number): FlatPage {
  const { width, height } = page.geometry;
  if (width > height && body > SLIDE * height) return { places: [], questions: [] };
  const ruling = readRuling(page.paths);
  const allCells = readCells(ruling);
  const charts = chartAreas(page.phrases, allCells, page.geometry.width);
  const isOutside = (area: Area): boolean => !charts.some((chart) => holds(chart, area));
  const closed = allCells.filter(isOutside);
  const answers = answerCells(withPhrases(closed, page.phrases), page.phrases);
  const combs = readCombs(
    closed.filter((cell) => !answers.some((answer) => overlapShare(answer.cell, cell) > 0.99)),
    page.phrases,
  );
  const inComb = (area: Area): boolean => combs.some((comb) => overlapShare(comb.area, area) > 0.5);
  const squares = tickPlaces(page, closed).filter((area) => !inComb(area) && isOutside(area));
  const free = answers.filter(({ cell }) => !squares.some((square) => holds(cell, square)));
  const short = tickBlanks(page.leaders, page.phrases);
  const boxes = [...squares, ...free.map(({ tick }) => tick)].slice(0, MOST_TICKS);
  const ticks = [...boxes, ...short];
  const surroundings = surroundingsOf(page, body, ticks, ruling, closed);
  const drawn = ruledBlanks(surroundings, ruling.across, closed);
  const leaders = page.leaders.filter((leader) => !short.includes(leader));
  const lines = [...drawn, ...leaderBlanks(leaders, drawn, surroundings, ruling.across, closed)]
    .filter(({ area }) => !inComb(area) && isOutside(area))
    .slice(0, MOST_LINES);
  const ruled = lines.map(({ area }) => area);
  const blanks = [...ruled, ...ticks];
  const written = joinRunningLines(lines, new Set(leadIns(lines, blanks, surroundings).keys()), surroundings);
  const taken = [...blanks, ...combs.map(({ area }) => area)];
  const cells = withWords(
    closed.filter((cell) => !inComb(cell) && !(isSquare(cell) && ticks.some((tick) => overlapShare(tick, cell) > 0.4))),
    taken,
    surroundings,
  );
  const boxed = cellBlanks(cells, taken, ruling, surroundings);
  const combed = combs.map(({ area, cells: each }) => placeAt(area, 'comb', { cells: each }));
  const seen = [...written, ...boxed, ...combed];
  const areasOf = (each: readonly Place[]): readonly Area[] => [
    ...each.flatMap(({ area, more }) => [area, ...more]),
    ...ticks,
  ];
  const places = [...seen, ...freeRoom(surroundings, areasOf(seen), cells)];
  const marked = areasOf(places);
  const leads = leadIns(places, marked, surroundings);
  const ticked = tickQuestions(
    { boxes, blanks: short },
    places.map(({ area }) => area),
    cells,
    surroundings,
  );
  const captions = captionsOf(places, { leads, ticks, options: new Set(ticked.words) }, surroundings);
  const named = namedPlaces(places, captions, surroundings);
  const kinds = kindsOf(named, surroundings);
  const signatures = named.flatMap(({ place }, index) => (kinds[index]?.type === 'signature' ? [place] : []));
  return {
    places: named.flatMap(({ place }, index) => {
      const kind = kinds[index];
      return kind === undefined ? [] : [{ ...kind, place: raised(place, signatures) }];
    }),
    questions: ticked.questions,
  };
}

/** The words of a page without those that are some place's own. */
export function withoutWords(page: PageContext, taken: readonly Phrase[]): PageContext {
  const others = (phrases: readonly Phrase[]): readonly Phrase[] => phrases.filter((phrase) => !taken.includes(phrase));
  return { ...page, phrases: others(page.phrases), captions: others(page.captions) };
}

/** People sign larger than they write, on one line all as large as there is room for. */
function raised(place: Place, signatures: readonly Place[]): Place {
  if (!signatures.includes(place)) return place;
  const row = signatures.filter(({ area }) => Math.abs(area.bottom - place.area.bottom) < SAME_LINE);
  const headroom = Math.min(...row.map((other) => other.headroom));
  return { ...place, area: { ...place.area, top: place.area.top - headroom } };
}

/** The words of a page around its places to tick. `body` is the height of most of the document's text. */
export function surroundingsOf(
  page: PageFacts,
  body: number,
  ticks: readonly Area[],
  ruling: Ruling,
  cells: readonly Area[],
): PageContext {
  const { width, height } = page.geometry;
  const phrases = withAnswersApart(page.phrases, ticks);
  const rules = [...ruling.across, ...page.leaders.map(ruleUnder)];
  return { width, height, phrases, captions: leadingNowhere(phrases, rules, cells), body };
}

/** In points. */
const SIDE = 12;
const INSET = 2;
const LEAST_SIDE = 6;

/** A cell to tick in. */
interface AnswerCell {
  readonly cell: Cell;
  readonly tick: Area;
}

/** The empty cells under answers that stand side by side, such as "Yes" and "No", and those before their options. */
function answerCells(cells: readonly Cell[], phrases: readonly Phrase[]): readonly AnswerCell[] {
  const heads = cells.filter((cell) => cell.phrases.length > 0 && isAnswer(cell.words));
  const isBeside = (head: Cell): boolean =>
    (['left', 'right'] as const).some((side) => {
      const [next] = cellsOn(head, cells, side, 1);
      return next !== undefined && heads.includes(next);
    });
  const under = heads.filter(isBeside).flatMap((head) => {
    const column = cellsOn(head, cells, 'below');
    // A cell under several heads belongs to neither.
    const end = column.findIndex((cell) => cell.phrases.length > 0 || widthOf(cell) > 1.5 * widthOf(head));
    return column.slice(0, end < 0 ? column.length : end);
  });
  return [...under, ...cells.filter((cell) => optionOf(cell, cells, phrases) !== null)]
    .map((cell) => ({ cell, tick: tickIn(cell) }))
    .filter(({ tick }) => heightOf(tick) >= LEAST_SIDE);
}

function tickIn({ left, top, right, bottom }: Area): Area {
  const half = Math.min(SIDE, right - left - 2 * INSET, bottom - top - 2 * INSET) / 2;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

/** Shares of the height of most text: how far below the words the blank may be. */
const NEXT_LINE = 1.3;
const SAME_PARAGRAPH = 0.5;
/** In points: words that begin further to the right than this stand at the end of their line. */
const INDENT = 40;
const SAME_EDGE = 14;
const BEFORE = 170;

/**
 * The words at the end of a line that lead to the blank with which the next line begins, by the blank: "Postal code:"
 * where the line had no room left for its boxes. `areas` are all the places of the page, to write and to tick.
 */
function leadIns(places: readonly Place[], areas: readonly Area[], page: PageContext): ReadonlyMap<Place, Phrase> {
  const found = new Map<Place, Phrase>();
  for (const place of places) {
    if (place.seenAs === 'cell' || !beginsLine(place.area, areas, page)) continue;
    const phrase =
      page.phrases.find((words) => leadsDown(words, place.area, areas, page)) ??
      page.phrases.find((words) => runsDown(words, place.area, areas, page));
    if (phrase !== undefined) found.set(place, phrase);
  }
  return found;
}

function beginsLine(area: Area, areas: readonly Area[], { phrases }: PageContext): boolean {
  return ![...areas, ...phrases].some(
    (other) => inOneRow(other, area, 0.4) && other.right <= area.left + 4 && area.left - other.right < BEFORE,
  );
}

function leadsDown(words: Phrase, area: Area, areas: readonly Area[], { phrases, body }: PageContext): boolean {
  const gap = area.top - words.bottom;
  if (gap < -5 || gap > NEXT_LINE * body || words.left < area.left + INDENT) return false;
  return /[:?]$/u.test(words.text.trim()) && endsLine(words, area, areas, phrases);
}

/** Running text whose line had no room left for the blank: "residing at", and the blank begins the next line. */
function runsDown(words: Phrase, area: Area, areas: readonly Area[], page: PageContext): boolean {
  const gap = area.top - words.bottom;
  if (gap < -5 || gap > SAME_PARAGRAPH * page.body || !/(?:^|\s)\p{Ll}+,?$/u.test(words.text.trim())) return false;
  const margin = rightEdge(page.phrases.filter(({ left }) => left < words.right));
  if (words.right + widthOf(area) < margin || !endsLine(words, area, areas, page.phrases)) return false;
  return !words.bold && !page.captions.some((phrase) => isUnder(phrase, ruleUnder(area), page.body));
}

function endsLine(words: Phrase, area: Area, areas: readonly Area[], phrases: readonly Phrase[]): boolean {
  const row = [...areas, ...phrases].filter((other) => inOneRow(other, words, 0.4));
  const start = leftEdge([words, ...row]);
  // What is read from right to left begins there.
  if (RIGHT_TO_LEFT.test(words.text)) return false;
  const isLast = !row.some((other) => other.left > words.right - 2);
  return isLast && Math.abs(start - area.left) < SAME_EDGE;
}
