import { type Area, areaOf } from '../engine/page-glyphs.js';
import { understood } from './dictionary/in-english.js';
import type { PageFacts } from './page-facts.js';
import { onlyPartyIn } from './party-nouns.js';
import { ABOUT_SIGNER } from './signing-blocks.js';
import type { Phrase, TextLine } from './text-lines.js';

/** A line that gives its part of the form a name. */
export interface Heading extends Area {
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  /** How far to the right it reaches: up to the next heading on its line. */
  readonly until: number;
  /** How far down: headings side by side head columns, which end where a line runs across both. */
  readonly endsAt: number;
  /** Whether it only says who signs under it, as "Signed on behalf of the Seller:" in plain letters. */
  readonly isOverSigning: boolean;
}

const LONGEST = 90;
const MOST_WORDS = 10;
// No page of a form has more; what has is a pattern.
const MOST_LINES = 80;
const MOST_MARKS = 2_000;
/** "Signed for and on behalf of the Seller", "For the Seller". */
export const OVER_SIGNING =
  /^(?:(?:(?:thus )?(?:done and )?(?:duly )?(?:signed|executed|accepted|agreed)(?: and (?:accepted|agreed))? )(?:for |by |on behalf of |for and on behalf of |vir en on behalf of |deur )+|(?:for|vir) (?:and|en) on behalf of |on behalf of )(?:the |die )?(.+)$/u;
/** "As witnesses:", over lines that are theirs alone. */
const OVER_WITNESSES =
  /^(?:(?:as|in the presence of|the|die|undersigned|ondergetekende) )*(?:witness|witnesses|getuie|getuies)$/u;
/** What opens the block of the next party: "SIGNED at ____ on this ____ day of". */
const OPENS_SIGNING =
  /^(?:(?:thus|done|duly|and|aldus|gedoen|en) )*(?:signed|executed|dated|done|geteken|gedateer) (?:at|on|by|this|te|op|deur)\b/u;
/** What a line to sign on is called when its words do not say whose it is. */
const SIGNED = /^(?:signature|sign|signed|by)$/u;
const AGREES = /^(?:read|seen|agreed|accepted|acknowledged|understood|and|to|by|yours|faithfully|sincerely|truly| )*$/u;
const BLOCK_LINES = 3;
const NARROWEST_BLANK = 5;
const COLUMN_GAP = 60;
const OFFICE_USE = /^\s*for (office|official|internal|bank) use( only)?/iu;
const NUMBER = /^(\d+(\.\d+)*[.)]?|[A-Z][.)])$/u;

/**
 * The headings of a document in reading order: bold, larger or all-capital text that is not the caption of a widget;
 * `body` is the height of most of the text.
 */
export function readHeadings(pages: readonly PageFacts[], body: number): readonly Heading[] {
  return pages.flatMap((page) => page.lines.flatMap((line, index) => headingsOfLine(line, index, page, body)));
}

/** The heading that stands over a place: the nearest one above it, else the last one of an earlier page. */
export function headingOver(headings: readonly Heading[], page: number, area: Area): Heading | null {
  const middle = (area.left + area.right) / 2;
  const above = headings.filter((heading) => {
    if (heading.page !== page) return heading.page < page && !heading.isOverSigning;
    if (heading.bottom > (area.top + area.bottom) / 2 || heading.endsAt < area.bottom) return false;
    return heading.until === Infinity || covers(heading, middle);
  });
  return above.at(-1) ?? null;
}

function covers(heading: Heading, x: number): boolean {
  return x >= heading.left - 12 && x < heading.until;
}

function headingsOfLine(line: TextLine, index: number, page: PageFacts, body: number): readonly Heading[] {
  const office = OFFICE_USE.exec(line.phrases[0]?.text ?? '')?.[0];
  // It heads the blanks of its own line too.
  if (office !== undefined) {
    const { left, top, right } = line;
    return [{ left, top, right, bottom: top, ...plainHeading(office.trim(), page, Infinity) }];
  }
  const found = withNumbersJoined(line.phrases).filter(
    (phrase) => isHeading(phrase, page, body) || isOverSigning(phrase, index, page),
  );
  // Blanks between them are for ticking what the heading offers: "Recommendation (Approved __ Refused __)".
  const [first, second] = found;
  const isOne = first !== undefined && second !== undefined && hasBlank(first, page, second.left);
  const phrases = isOne ? [first] : found;
  return phrases.map((phrase, place) => {
    const until = phrases.length === 1 ? Infinity : (phrases[place + 1]?.left ?? page.geometry.width + 1);
    const endsAt = phrases.length === 1 ? endOfWitnesses(phrase, index, page) : endOfColumns(phrases, index, page);
    const isSigners = !isHeading(phrase, page, body);
    return { ...areaOf(phrase), ...plainHeading(phrase.text, page, until), endsAt, isOverSigning: isSigners };
  });
}

/** Whether a heading is about the witnesses who sign under it, and about nobody else. */
export function isOverWitnesses({ text }: Pick<Heading, 'text'>): boolean {
  return OVER_WITNESSES.test(understood(text));
}

/** The top of the line at which the next party begins to sign; Infinity for all headings but those over witnesses. */
function endOfWitnesses(heading: Phrase, line: number, page: PageFacts): number {
  if (!isOverWitnesses(heading)) return Infinity;
  const below = page.lines.slice(line + 1, line + 1 + MOST_LINES);
  const next = below.find(({ phrases }) => OPENS_SIGNING.test(understood(phrases[0]?.text ?? '')));
  return next?.top ?? Infinity;
}

/** The top of the first line below that does not keep to the columns under headings side by side. */
function endOfColumns(headings: readonly Phrase[], line: number, page: PageFacts): number {
  const bounds = headings.slice(1).map(({ left }) => left - 2);
  const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
  const crosses = ({ left, right }: Area): boolean =>
    right > first + 2 && left < last - 2 && bounds.some((bound) => left < bound - 2 && right > bound + 2);
  const floor = page.lines[line]?.bottom ?? 0;
  const leader = page.leaders.slice(0, MOST_MARKS).find((each) => each.top > floor - 1 && crosses(each));
  for (const { top, phrases } of page.lines.slice(line + 1, line + 1 + MOST_LINES)) {
    if (phrases.some(crosses)) return Math.min(top, leader?.top ?? Infinity);
  }
  return leader?.top ?? Infinity;
}

function plainHeading(text: string, page: PageFacts, until: number): Omit<Heading, keyof Area> {
  return { text, page: page.geometry.page, until, endsAt: Infinity, isOverSigning: false };
}

/** "1." and "THE LANDLORD", set far apart, are one heading. */
function withNumbersJoined(phrases: readonly Phrase[]): readonly Phrase[] {
  const joined: Phrase[] = [];
  for (const phrase of phrases) {
    const last = joined.at(-1);
    if (last !== undefined && NUMBER.test(last.text)) {
      joined[joined.length - 1] = { ...phrase, left: last.left, text: `${last.text} ${phrase.text}` };
    } else joined.push(phrase);
  }
  return joined;
}

function isHeading(phrase: Phrase, page: PageFacts, body: number): boolean {
  const text = phrase.text.trim();
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3 || text.length > LONGEST || /[.,;?]$/u.test(text)) return false;
  if (/\{\{|\}\}/u.test(text) || /^\(?\p{Ll}{2}/u.test(text)) return false;
  const capitals = letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  if (!capitals && text.split(' ').length > MOST_WORDS) return false;
  const height = phrase.bottom - phrase.top;
  const large = height >= body * 1.18;
  // The bold face, or another font of the same size, may be a little lower than the plain one.
  const isLow = height < body * (phrase.bold ? 0.85 : 0.95);
  if (!large && (isLow || !(phrase.bold || capitals))) return false;
  if (text.endsWith(':') && (asksSigner(text) || (page.widgets.length === 0 && hasBlank(phrase, page)))) return false;
  return !page.widgets.some((widget) => isCaptionOf(phrase, widget));
}

/** Words that open a block of signatures, where no blank of their own follows them: "Recipient:", "Witnessed by:". */
function isOverSigning(phrase: Phrase, line: number, page: PageFacts): boolean {
  const text = phrase.text.trim();
  const plain = understood(text);
  if (text.length > LONGEST || !/:[ -]*$/u.test(text)) return false;
  const saysWho = !AGREES.test(plain) && !ABOUT_SIGNER.test(plain);
  const isOver = OVER_SIGNING.test(plain) || (saysWho && isOverSignature(phrase, line, page));
  return isOver && (plain.endsWith(' by') || !hasBlank(phrase, page));
}

/** "FULL NAME:" asks for an answer, with or without a line to write it on. */
const asksSigner = (text: string): boolean =>
  text.split(' ').length <= 4 &&
  (ABOUT_SIGNER.test(understood(text)) || / (?:no|number)$/u.test(understood(text))) &&
  onlyPartyIn(text) === null;

/** Whether "Signature" or "By" begins one of the next lines in the column of a few words. */
function isOverSignature({ text, left, right }: Phrase, line: number, page: PageFacts): boolean {
  const goesOn = page.lines[line]?.phrases.some((each) => each.left > left && each.left < right + COLUMN_GAP);
  if (goesOn === true || text.split(' ').length > 4) return false;
  const reach = / by\b/iu.test(text) ? Infinity : 14;
  return page.lines
    .slice(line + 1, line + 1 + BLOCK_LINES)
    .some(({ phrases }) =>
      phrases.some((each) => Math.abs(each.left - left) < reach && SIGNED.test(understood(each.text))),
    );
}

/** Whether something to write on follows a phrase on its row, before a place. */
function hasBlank(phrase: Phrase, page: PageFacts, before = Infinity): boolean {
  const isBeside = (mark: Area): boolean =>
    mark.left > phrase.right - 4 &&
    mark.left < before &&
    mark.right - mark.left > NARROWEST_BLANK &&
    mark.top < phrase.bottom + 3 &&
    mark.bottom > phrase.top + 2;
  const { strokes, outlines } = page.paths;
  return [page.leaders, page.widgets, strokes, outlines].some((marks) => marks.slice(0, MOST_MARKS).some(isBeside));
}

/** Text on the row of a widget, or right on top of it, names that widget and nothing more. */
function isCaptionOf(phrase: Area, widget: Area): boolean {
  const overlap = Math.min(phrase.bottom, widget.bottom) - Math.max(phrase.top, widget.top);
  const shared = overlap / Math.max(Math.min(phrase.bottom - phrase.top, widget.bottom - widget.top), 0.1);
  if (shared > 0.4) return true;
  const gap = widget.top - phrase.bottom;
  return gap > -4 && gap < 2 && Math.abs(phrase.left - widget.left) < 6;
}

/** The height of most of the text in points: the median over all characters. */
export function bodyHeight(pages: readonly PageFacts[]): number {
  const heights = new Float64Array(pages.reduce((sum, { glyphs }) => sum + glyphs.length, 0));
  let count = 0;
  for (const { glyphs } of pages) for (const { top, bottom } of glyphs) heights[count++] = bottom - top;
  heights.sort();
  return heights[Math.floor(heights.length / 2)] ?? 0;
}
