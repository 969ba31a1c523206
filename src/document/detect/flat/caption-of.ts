import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import type { Place, PlaceCaption, PageContext } from './place.js';
import { heightOf, inOneRow, isLine } from './place.js';
import { refers, tidied } from '../caption-words.js';
import { onlyPartyIn } from '../party-nouns.js';
import { type Candidate, gapLeft, nearest, REACH, type Sides, sidesOf, stands, wholeWords } from './place-sides.js';

/** In points: words before a place that are closer than this are its caption. */
const NEAR_LEFT = 30;
const LONGEST = 90;
/** The text before a blank within a sentence: only its last words lead to the blank. */
const LAST_WORDS = 8;

/** How a date is to be written, which names nothing: "DD / MM / YYYY". */
const DATE_PATTERN = /(?<![\s([])[\s([]*(?:(?:d ?d|m ?m|j ?j ?j ?j|y ?y ?y ?y)[\s/.-]*){2,3}(?:[)\][][\s)\][]*)?$/iu;

const WORD = /[\p{L}\p{N}]/u;
/** A bracket at the beginning of words. */
const BRACKET = /^\s*\(([^()]*)\)[\s,;]*/u;

/** The end of a bracket that was opened before a blank or on the line above. */
const CLOSED = /^[^()]*\)[\s,;:.]*/u;
/** What binds a sentence and names none of its blanks. */
const BINDS = /^(and|or|of|the|to|en|of|die|na)?$/iu;

interface Others {
  /** The words that lead to a place, by the place. */
  readonly leads: ReadonlyMap<Place, Phrase>;
  /** The places to tick, and the phrases of their questions and options. */
  readonly ticks: readonly Area[];
  readonly options: ReadonlySet<Phrase>;
}

/**
 * The words that name each place: its own caption, its row and column, the words that lead to it (`leads`), or the best
 * of the words around it.
 */
export function captionsOf(
  places: readonly Place[],
  { leads, ticks, options }: Others,
  surroundings: PageContext,
): readonly PlaceCaption[] {
  const areas = [...places.flatMap(({ area, more }) => [area, ...more]), ...ticks];
  const seen = withoutOthersWords(
    places.map((place) => ({ place, ...sidesOf(place, areas, surroundings) })),
    options,
  );
  const readsDown = captionsAbove(seen);
  const isRole = (words: Candidate | null): boolean => words !== null && onlyPartyIn(words.phrase.text) !== null;
  // Where some lines have nothing but a role some way under them, and none has one over it, so have the others.
  const isOverRoles =
    !seen.some(({ above }) => isRole(above)) && seen.some(({ above, farUnder }) => above === null && isRole(farUnder));
  const captions = seen.map((sides): PlaceCaption => {
    const { caption, row, column } = sides.place;
    const own = caption ?? (row !== null && column !== null ? `${row}, ${column}` : (column ?? row));
    if (own !== null) return { text: own, isUnder: false };
    const lead = leads.get(sides.place)?.text;
    if (lead !== undefined && !isBracketed(sides)) return { text: shortened(lead), isUnder: false };
    const under = captionUnder(sides, readsDown.has(sides.place));
    if (under !== null) return { text: shortened(under), isUnder: true };
    if (isOverRoles && !isLed(sides) && isRole(sides.farUnder)) {
      return { text: shortened(sides.farUnder?.phrase.text ?? null), isUnder: true };
    }
    const words = around(sides, areas, surroundings);
    const whole = fromBeginning(words, sides, surroundings);
    return { text: shortened(whole), isUnder: words !== null && words === sides.farUnder?.phrase.text };
  });
  return captions.map((caption, index) => (caption.text === null ? ofColumn(index, places, captions) : caption));
}

/** The caption of a place with the line in which it begins, where both are no more than a caption. */
function fromBeginning(words: string | null, { left, above }: Sides, { captions, body }: PageContext): string | null {
  const [phrase] = [left, above].flatMap((side) => (side?.phrase.text === words ? [side.phrase] : []));
  if (phrase === undefined) return words;
  const open = captions.filter(({ text }) => !/[.:;!?]$/u.test(text.trim()));
  const whole = wholeWords(phrase, open, body);
  return whole.length <= LONGEST ? whole : words;
}

/** In points. */
const [NEXT_ROW, SAME_COLUMN] = [34, 4];

/** The caption of the first of several lines under one another, for those after it that have none. */
function ofColumn(from: number, places: readonly Place[], captions: readonly PlaceCaption[]): PlaceCaption {
  let index = from;
  for (let place = places[index]; place !== undefined && isLine(place) && captions[index]?.text === null;) {
    const { left, right, bottom } = place.area;
    const over = places.findIndex(
      ({ area, more }) =>
        more.length === 0 &&
        Math.abs(area.left - left) + Math.abs(area.right - right) < SAME_COLUMN &&
        bottom > area.bottom + 1 &&
        bottom - area.bottom < NEXT_ROW,
    );
    if (over < 0) break;
    index = over;
    place = places[index];
  }
  return { text: captions[index]?.text ?? null, isUnder: false };
}

function shortened(text: string | null): string | null {
  const words = text === null ? '' : tidied(text.replace(DATE_PATTERN, ''));
  if (!WORD.test(words) || refers(words)) return null;
  // "Umoya Energy (Pty) Ltd (registration number ____)": the bracket that the blank stands in.
  const opened = /\(([^()]*)$/u.exec(words)?.[1] ?? '';
  const bracket = /\p{L}{2}/u.test(opened) ? opened : undefined;
  // "(____ Rand) per month": the words of the blank end with its bracket.
  const own = bracket ?? /^([^()]*\p{L}{2})\)/u.exec(words)?.[1];
  if (own !== undefined) return tidied(own);
  if (words.length <= LONGEST && !/[.;] /u.test(words)) return words;
  const clause = words.split(/[.;:] /u).at(-1) ?? words;
  return clause.split(' ').slice(-LAST_WORDS).join(' ');
}

type Seen = Sides & { readonly place: Place };

/**
 * Words right before one place are that one's, and those of an option are the caption only of a place right after
 * them.
 */
function withoutOthersWords(seen: readonly Seen[], options: ReadonlySet<Phrase>): readonly Seen[] {
  const leading = new Set(seen.flatMap((sides) => (isLed(sides) ? (sides.left?.phrase ?? []) : [])));
  const free = (words: Candidate | null): Candidate | null =>
    words === null || options.has(words.phrase) ? null : words;
  const over = (words: Candidate | null): Candidate | null =>
    words === null || leading.has(words.phrase) ? null : free(words);
  return seen.map((sides) => ({
    place: sides.place,
    left: isLed(sides) ? sides.left : free(sides.left),
    right: free(sides.right),
    above: over(sides.above),
    under: free(sides.under),
    farUnder: free(sides.farUnder),
    farAbove: over(sides.farAbove),
  }));
}

/** Whether a place has words before it that may be its own, so that those above and under it are not asked. */
function isLed({ left }: Sides): boolean {
  return left !== null && left.gap <= NEAR_LEFT;
}

/**
 * The places of each stack of lines whose captions stand over them. Between two lines a caption is as close to either;
 * a stack reads down where the first line has words above it and the last has none below.
 */
function captionsAbove(seen: readonly Seen[]): ReadonlySet<Place> {
  const stacked = seen.filter((sides) => sides.place.seenAs !== 'cell' && !isLed(sides));
  const byAbove = new Map(stacked.map((sides) => [sides.above?.phrase ?? null, sides]));
  const below = (sides: Seen): Seen | undefined => (sides.under === null ? undefined : byAbove.get(sides.under.phrase));
  const followers = new Set(stacked.map(below));
  const down = new Set<Place>();
  for (const first of stacked) {
    if (followers.has(first)) continue;
    const stack = [first];
    for (let next = below(first); next !== undefined && !stack.includes(next); next = below(next)) stack.push(next);
    const last = stack.at(-1);
    // Bold words over a stack whose captions are plain head all of it.
    const isHeaded = first.above?.phrase.bold === true && first.under?.phrase.bold === false;
    if (first.above !== null && last?.under === null && !isHeaded) for (const { place } of stack) down.add(place);
  }
  return down;
}

/** The words under a line, where they rather than others name it. */
function captionUnder({ place, ...sides }: Seen, readsDown: boolean): string | null {
  const { left, above, under } = sides;
  if (under === null || isBracketed(sides)) return null;
  const isRuled = place.seenAs === 'line' || place.seenAs === 'comb';
  if ((!isRuled && place.seenAs !== 'leader') || (readsDown && above !== null)) return null;
  const smaller = isRuled && left !== null && heightOf(under.phrase) < 0.93 * heightOf(left.phrase);
  const touched = place.seenAs === 'comb' && above !== null && above.gap <= under.gap + 1;
  return smaller || (!isLed(sides) && !touched) ? under.phrase.text : null;
}

function around(sides: Sides, places: readonly Area[], surroundings: PageContext): string | null {
  const { left, right, above, under, farUnder, farAbove } = sides;
  if (right !== null && namesInBrackets(right, left)) return BRACKET.exec(right.phrase.text)?.[1] ?? right.phrase.text;
  if (
    left !== null &&
    right !== null &&
    WORD.test(right.phrase.text) &&
    right.gap < 14 &&
    namesTheBlankBefore(left.phrase, places, surroundings)
  ) {
    return right.phrase.text;
  }
  if (left !== null && (left.gap < 40 || above === null)) return leading(left.phrase, places, surroundings);
  return (above ?? left ?? right ?? under ?? farUnder ?? farAbove)?.phrase.text ?? null;
}

function isBracketed({ left, right }: Sides): boolean {
  return right !== null && namesInBrackets(right, left);
}

/** "____ (full name)" names the blank before it, unless words with a colon did: then the bracket only explains. */
function namesInBrackets(right: Candidate, left: Candidate | null): boolean {
  if (right.gap >= 12 || !BRACKET.test(right.phrase.text)) return false;
  return left === null || left.gap > NEAR_LEFT || !left.phrase.text.trim().endsWith(':');
}

/** In "____ Judicial District ____ County" the words follow their blanks. */
function namesTheBlankBefore(phrase: Phrase, places: readonly Area[], { phrases }: PageContext): boolean {
  const blank = places.find((other) => inOneRow(other, phrase, 0.4) && Math.abs(phrase.left - other.right) < 14);
  return blank !== undefined && !phrases.some((other) => (gapLeft(blank, other) ?? REACH.left) < REACH.left);
}

/** A phrase of one sign or number, as "R" before an amount, says little without the words before it. */
function leading(phrase: Phrase, places: readonly Area[], { phrases }: PageContext): string | null {
  // "____ (full names), identity number ____": the bracket is about the blank before it.
  const rest = phrase.text.replace(BRACKET, '').replace(CLOSED, '');
  if (CLOSED.test(phrase.text) && BINDS.test(rest.trim())) return null;
  if (/\p{L}{2}/u.test(rest)) return rest;
  if (/^[\s/.,-]*(19|20)$/u.test(phrase.text)) return 'year';
  const before = nearest(
    phrases,
    (other) => gapLeft(phrase, other),
    REACH.left,
    (other) => other !== phrase && !places.some((place) => stands(place, phrase, other)),
  );
  return before === null ? phrase.text : `${before.phrase.text} ${phrase.text}`;
}
