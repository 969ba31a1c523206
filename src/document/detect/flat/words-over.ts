import { understood } from '../dictionary/in-english.js';
import type { Phrase } from '../text-lines.js';
import type { PageContext } from './place.js';
import { heightOf, inOneRow, shared } from './place.js';
import { looksLikeHeading } from './rule-words.js';
import type { Rule } from './ruling.js';

/** Shares of the height of most text: how far over a line the words are that name it. */
const REACH = { usual: 3, long: 3.8, signature: 5 };
/** A line closer to its words than this, as a share of the same, underlines them. */
const LEAST_ROOM = 0.8;
const SAME_EDGE = 12;
const LONGEST = 60;
const MOST_WORDS = 9;

/** Whether words stand over a line, so that it may be theirs: a signature leaves more room than other answers. */
export function hasWordsOver(rule: Rule, { phrases, body }: PageContext): boolean {
  return phrases.some((phrase) => {
    const gap = rule.at - phrase.bottom;
    const reach = /\bsign(ed|ature)s?\b/u.test(understood(phrase.text)) ? REACH.signature : REACH.usual;
    return gap >= 3 && gap < reach * body && shared(phrase.left, phrase.right, rule.from, rule.to) > 2;
  });
}

/**
 * Whether a line that is as long as those between sections has a caption of its own over it: short plain words that
 * begin where it begins, stand alone on their row and end no paragraph, with room left to write under them.
 */
export function hasCaptionOver(rule: Rule, { phrases, captions, body }: PageContext): boolean {
  const over = phrases.filter(
    ({ left, right, bottom }) => bottom < rule.at - 2 && shared(left, right, rule.from, rule.to) > 2,
  );
  const lowest = over.reduce((max, { bottom }) => Math.max(max, bottom), -Infinity);
  const [caption, ...others] = over.filter(({ bottom }) => lowest - bottom < 0.5 * body);
  if (caption === undefined || others.length > 0 || !captions.includes(caption)) return false;
  const gap = rule.at - caption.bottom;
  const isFlush = Math.abs(caption.left - rule.from) < SAME_EDGE;
  if (!isFlush || gap < LEAST_ROOM * body || gap > REACH.long * body) return false;
  return isPlain(caption, body) && !over.some((phrase) => phrase !== caption && goesOnIn(phrase, caption));
}

/** Neither a heading nor a sentence. */
function isPlain(phrase: Phrase, body: number): boolean {
  const words = phrase.text.trim();
  const isShort = words.length <= LONGEST && words.split(/\s+/u).length <= MOST_WORDS;
  const letters = words.match(/\p{L}/gu) ?? [];
  return isShort && letters.length > 2 && !/[.,;]$/u.test(words) && !looksLikeHeading(phrase, body);
}

/** Whether a line of text is the next one of the paragraph of another. */
function goesOnIn(phrase: Phrase, next: Phrase): boolean {
  const gap = next.top - phrase.bottom;
  return gap < 0.5 * heightOf(next) && !inOneRow(phrase, next) && Math.abs(phrase.left - next.left) < SAME_EDGE;
}
