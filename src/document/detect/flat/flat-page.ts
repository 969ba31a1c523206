import type { Area } from '../../engine/page-glyphs.js';
import type { BoxType } from '../../read-document.js';
import type { PageFacts } from '../page-facts.js';
import type { Phrase } from '../text-lines.js';
import { answerCells } from './answer-cells.js';
import { withAnswersApart } from './answer-words.js';
import { ruledBlanks } from './blank-lines.js';
import { leadingNowhere } from './rule-words.js';
import { captionsOf } from './caption-of.js';
import { captionedStrips } from './captioned-strips.js';
import { cellBlanks, withPhrases, withWords } from './cell-blanks.js';
import { readCells } from './cells.js';
import { readCombs } from './combs.js';
import { freeSpaces } from './free-space.js';
import { kindsOf } from './kind-of.js';
import { leadIns } from './lead-in.js';
import { leaderBlanks } from './leader-blanks.js';
import { namedPlaces } from './named-place.js';
import type { Place, PageContext } from './place.js';
import { holds, overlapShare, placeAt } from './place.js';
import type { Ruling } from './ruling.js';
import { readRuling, ruleUnder } from './ruling.js';
import { joinRunningLines } from './runs-on.js';
import { isSquare, tickPlaces } from './tick-places.js';
import type { TickQuestion } from './tick-questions.js';
import { tickQuestions } from './tick-questions.js';

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

/** Reads one page. `body` is the height of most of the document's text. */
export function readFlatPage(page: PageFacts, body: number): FlatPage {
  const ruling = readRuling(page.paths);
  const closed = readCells(ruling);
  const answers = answerCells(withPhrases(closed, page.phrases));
  const combs = readCombs(
    closed.filter((cell) => !answers.some((answer) => overlapShare(answer.cell, cell) > 0.99)),
    ruling,
    page.phrases,
  );
  const inComb = (area: Area): boolean => combs.some((comb) => overlapShare(comb.area, area) > 0.5);
  const squares = tickPlaces(page, closed).filter((area) => !inComb(area));
  const free = answers.filter(({ cell }) => !squares.some((square) => holds(cell, square)));
  const ticks = [...squares, ...free.map(({ tick }) => tick)].slice(0, MOST_TICKS);
  const surroundings = surroundingsOf(page, body, ticks, ruling, closed);
  const ruled = ruledBlanks(surroundings, ruling.across, closed);
  const lines = [...ruled, ...leaderBlanks(page.leaders, ruled, surroundings, ruling.across, closed)]
    .filter(({ area }) => !inComb(area))
    .slice(0, MOST_LINES);
  const blanks = [...lines.map(({ area }) => area), ...ticks];
  const written = joinRunningLines(lines, new Set(leadIns(lines, blanks, surroundings).keys()), surroundings);
  const taken = [...ticks, ...combs.map(({ area }) => area), ...lines.map(({ area }) => area)];
  const cells = withWords(
    closed.filter((cell) => !inComb(cell) && !(isSquare(cell) && ticks.some((tick) => overlapShare(tick, cell) > 0.4))),
    taken,
    surroundings,
  );
  const boxed = cellBlanks(cells, taken, ruling, surroundings);
  const seen = [...written, ...boxed, ...combs.map(({ area, cells: each }) => placeAt(area, 'comb', { cells: each }))];
  const marked = [...seen.flatMap(({ area, more }) => [area, ...more]), ...ticks];
  const leads = leadIns(seen, marked, surroundings);
  const spaces = [
    ...freeSpaces(surroundings, marked, cells, ruling.across, new Set(leads.values())),
    ...captionedStrips(
      surroundings,
      lines.map(({ area }) => area),
      marked,
      cells,
      ruling.across,
    ),
  ];
  const places = [...seen, ...spaces];
  const ticked = tickQuestions(
    ticks,
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
