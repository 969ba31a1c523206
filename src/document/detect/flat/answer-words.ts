import type { Area } from '../../engine/page-glyphs.js';
import { inEnglish, understood } from '../dictionary/in-english.js';
import type { Phrase } from '../text-lines.js';
import { plainWords } from '../words.js';
import { inOneRow, widthOf } from './place.js';

const REACH = 34;
const ANSWER = /^(yes|no|n a|not applicable|true|false)$/u;
/** Answers that exclude one another. */
const ANSWERS =
  'yes|no|y|n|ja|nee|n ?a|not applicable|true|false|male|female|other|m|f|oui|non|nein|unknown|single|married|divorced|widowed';
const WHOLE_ANSWER = new RegExp(`^(?:${ANSWERS})$`, 'u');
const BEGINS_WITH_ANSWER = new RegExp(`^(?:${ANSWERS})\\b`, 'u');
/** How many words an answer may have that more words follow. */
const MOST_WORDS = 2;

/** Whether words are one of the answers that most forms have, such as "No" or "Female". */
export const isAnswer = (text: string): boolean => WHOLE_ANSWER.test(understood(text));

/** Whether words begin with one: "Yes, since 2019". */
export const beginsWithAnswer = (text: string): boolean => BEGINS_WITH_ANSWER.test(understood(text));

/**
 * The phrases of a page, those after a place to tick cut where an answer ends and the next sentence begins: "No" and
 * "If yes, give details:" in one line.
 */
export function withAnswersApart(phrases: readonly Phrase[], ticks: readonly Area[]): readonly Phrase[] {
  return phrases.flatMap((phrase) => {
    const follows = ticks.some(
      (tick) => phrase.left > tick.right - 3 && phrase.left - tick.right < REACH && inOneRow(tick, phrase, 0.45),
    );
    const cut = follows ? answerEnd(phrase.text) : null;
    return cut === null ? [phrase] : parts(phrase, cut);
  });
}

/** Where the words after the answer begin; null when there is no answer, or nothing after it. */
function answerEnd(text: string): number | null {
  const words = [...text.matchAll(/\S+/gu)];
  for (const [index, next] of words.slice(0, MOST_WORDS + 1).entries()) {
    // "Ja / Yes" says the same in two languages.
    if (index === 0 || text.slice(0, next.index).trimEnd().endsWith('/')) continue;
    const answer = inEnglish(plainWords(text.slice(0, next.index)));
    if (ANSWER.test(answer) && /^\p{Lu}/u.test(next[0])) return next.index;
  }
  return null;
}

/** Two phrases of one, as wide as their share of the letters. */
function parts(phrase: Phrase, cut: number): readonly Phrase[] {
  const [first, second] = [phrase.text.slice(0, cut).trimEnd(), phrase.text.slice(cut)];
  const letter = widthOf(phrase) / Math.max(phrase.text.length, 1);
  return [
    { ...phrase, text: first, right: phrase.left + first.length * letter },
    { ...phrase, text: second, left: phrase.left + cut * letter },
  ];
}
