import type { Area } from '../../engine/page-glyphs.js';
import { type BoxContext, type FoundQuestion, isSigning } from '../../read-document.js';
import { findNearby } from '../captions.js';
import { understood } from '../dictionary/in-english.js';
import type { FoundBox } from '../found-box.js';
import { byReadingOrder } from '../found-box.js';
import type { Heading } from '../headings.js';
import { headingOver, isOverWitnesses } from '../headings.js';
import type { PageFacts } from '../page-facts.js';
import type { FlatPage, FlatPlace } from './flat-page.js';
import { readFlatPage } from './flat-page.js';
import { inOneRow, isLine, overlapShare, type Place, shared } from './place.js';
import { tidied } from '../caption-words.js';
import { questionName } from '../questions.js';
import type { Tick, TickQuestion } from './tick-questions.js';

const MOST_BOXES = 3_000;
/** In points. */
const CAPTION_GAP = 16;
const SAME_ROW = 6;
const LEAST_LINES = 3;
const SAME_COLUMN = 14;
const BESIDE_TAG = 4;

/** The boxes and questions that a reader sees where the file has no fields, in reading order. */
export interface FlatBoxes {
  readonly boxes: readonly FoundBox[];
  readonly questions: readonly FoundQuestion[];
  /** The first page (1-based) that was left out because there were so many boxes before it; null when none was. */
  readonly unreadFrom: number | null;
}

/**
 * Boxes of the pages without widgets, and of the others the ticks and signature lines that no widget covers. Places
 * that text tags take (`taken`) are left out.
 */
export function flatBoxes(
  pages: readonly PageFacts[],
  headings: readonly Heading[],
  body: number,
  taken: readonly { readonly page: number; readonly area: Area }[],
): FlatBoxes {
  const boxes: FoundBox[] = [];
  const questions: FoundQuestion[] = [];
  let parts = headings;
  let unreadFrom: number | null = null;
  for (const page of pages) {
    if (boxes.length >= MOST_BOXES) {
      unreadFrom = page.geometry.page;
      break;
    }
    const tags = taken.filter((tag) => tag.page === page.geometry.page).map(({ area }) => area);
    const read = page.widgets.length === 0 ? readFlatPage(page, body) : besideWidgets(readFlatPage(page, body), page);
    parts = parts.filter((heading) => !isCaption(heading, page.geometry.page, read.places));
    const free = (area: Area): boolean => !tags.some((tag) => overlapShare(tag, area) > 0.2);
    const others = parts.filter((heading) => !isOverWitnesses(heading));
    const own = ({ place }: FlatPlace): boolean => free(place.area) && !tags.some((tag) => runsInto(tag, place));
    for (const place of read.places.filter(own)) {
      const over = isWitnessed(place, read.places) ? others : parts;
      boxes.push(placeBox(place, page, over));
    }
    for (const question of read.questions) {
      const ticks = question.ticks.filter(({ area }) => free(area));
      const found = questionOf({ ...question, ticks }, questions);
      if (found !== null) questions.push(found);
      for (const tick of ticks) boxes.push(tickBox(tick, question, found?.name ?? null, page, parts));
    }
  }
  return { boxes: boxes.sort(byReadingOrder), questions, unreadFrom };
}

/** Whether a line goes on right before or after a text tag, which stands in it. */
function runsInto(tag: Area, place: Place): boolean {
  const gap = Math.max(place.area.left - tag.right, tag.left - place.area.right);
  return isLine(place) && gap < BESIDE_TAG && inOneRow(place.area, tag, 0.4);
}

/** The signer on the row of a witness is the party whose signature is witnessed, and the lines under it are too. */
function isWitnessed(one: FlatPlace, places: readonly FlatPlace[]): boolean {
  if (!isOnRowOfWitness(one, places)) return false;
  const { left, top } = one.place.area;
  const isOver = ({ place: { area } }: FlatPlace): boolean =>
    area.top < top && Math.abs(area.left - left) < SAME_COLUMN;
  return places.some(
    (other) => other.type === 'signature' && (other === one || isOver(other)) && isOnRowOfWitness(other, places),
  );
}

function isOnRowOfWitness({ place: { area }, label }: FlatPlace, places: readonly FlatPlace[]): boolean {
  if (isWitness(label)) return false;
  return places.some(
    ({ place, type, label: other }) =>
      type === 'signature' &&
      place.area.right <= area.left &&
      Math.abs(place.area.bottom - area.bottom) < SAME_ROW &&
      isWitness(other),
  );
}

function isWitness(label: string | null): boolean {
  return /\b(witness(es)?|getuies?)\b/u.test(understood(label ?? ''));
}

/** What looks like a heading, being bold or large, may only name the place beside it, over it or under it. */
function isCaption(heading: Heading, page: number, places: readonly FlatPlace[]): boolean {
  if (heading.page !== page) return false;
  const words = tidied(heading.text);
  return places.some(({ place: { area, row, column }, label }) => {
    if (![label, row, column].includes(words)) return false;
    const across = shared(heading.left, heading.right, area.left, area.right) > 0;
    const gap = Math.max(heading.top - area.bottom, area.top - heading.bottom);
    return inOneRow(heading, area, 0.4) || (across && (gap < CAPTION_GAP || column === words));
  });
}

/** The author of a page with widgets has said where to write; what is drawn besides is for ticking and signing. */
function besideWidgets({ places, questions }: FlatPage, { widgets }: PageFacts): FlatPage {
  const free = (area: Area): boolean => {
    const around = { left: area.left - 4, top: area.top - 4, right: area.right + 4, bottom: area.bottom + 4 };
    return !widgets.some((widget) => overlapShare(widget, around) > 0);
  };
  const open = places.filter(({ place }) => free(place.area));
  const asking = open.filter(({ place, label }) => isLine(place) && label !== null);
  // Fields that lie on none of the lines, as a reference in a corner, are about something else than the lines.
  const isLeftOut = open.length === places.length && asking.length >= LEAST_LINES;
  return {
    places: open.filter((one) => one.type === 'signature' || (isLeftOut && asking.includes(one))),
    questions: questions.filter(({ ticks }) => ticks.every(({ area }) => free(area))),
  };
}

function placeBox({ place, type, label }: FlatPlace, page: PageFacts, headings: readonly Heading[]): FoundBox {
  const { area, row, column, multiline, cells, more } = place;
  const starred = label !== null && /\*|[([,:–-] ?required\)?\]?$/iu.test(label);
  const box = seenBox(area, { label, row, column, option: null }, label, page, headings);
  return {
    ...box,
    type,
    label,
    required: isSigning(type) || starred,
    multiline: type === 'text' && multiline,
    cells,
    continuations: more.length === 0 ? null : more.map((other) => ({ page: box.page, area: other })),
  };
}

function tickBox(
  { area, option }: Tick,
  { label, ticks }: TickQuestion,
  question: string | null,
  page: PageFacts,
  headings: readonly Heading[],
): FoundBox {
  const asked = question === null ? null : option;
  const said = { label: label ?? option, row: null, column: null, option: asked };
  const box = seenBox(area, said, option, page, headings);
  return { ...box, label: option ?? (ticks.length === 1 ? label : null), question, option_value: asked };
}

/** A place to tick, until more is said; `own` are the words that are its name. */
function seenBox(
  area: Area,
  said: Pick<BoxContext, 'label' | 'row' | 'column' | 'option'>,
  own: string | null,
  page: PageFacts,
  headings: readonly Heading[],
): FoundBox {
  const number = page.geometry.page;
  const section = headingOver(headings, number, area)?.text ?? null;
  return {
    type: 'tickbox',
    label: null,
    required: false,
    page: number,
    area,
    options: null,
    question: null,
    option_value: null,
    context: { ...said, section, nearby: findNearby(area, page, own), widget_name: null, tooltip: null },
    tag: null,
    multiline: false,
    cells: null,
    continuations: null,
  };
}

/** Several ticks make a question; its name is its words, told apart by number where two questions have the same. */
function questionOf({ label, ticks, max: most }: TickQuestion, known: readonly FoundQuestion[]): FoundQuestion | null {
  if (ticks.length < 2) return null;
  const options = ticks.flatMap(({ option }) => option ?? []);
  const name = questionName(label, options, (words) => known.some((other) => other.name === words));
  return { name, label, required: false, min_selected: 0, max_selected: Math.min(most, ticks.length) };
}
