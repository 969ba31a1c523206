import type { Area } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';
import { isAnswer } from './answer-words.js';

/** On which side of its box a row of options has its words. */
export type WordsSide = 'before' | 'after';

/** The ticks of a row from left to right, with the nearest words before and after each. */
export interface Beside {
  readonly areas: readonly Area[];
  readonly before: readonly (Phrase | null)[];
  readonly after: readonly (Phrase | null)[];
  readonly isUnderHeads?: boolean;
}

/** How much closer to one box than to the next words must be to be its own. */
const CLEARLY = 1.5;
/** In points: as close as this, words are closer to neither. */
const ALIKE = 2;

/**
 * The side on which the whole row has the words of its options: by the room between the words and the boxes around
 * them, by the ends of the row, and by words that are answers. Null where these do not agree.
 */
export function wordsSide(row: Beside): WordsSide | null {
  const [left, right] = [row.before[0] ?? null, row.after[0] ?? null];
  if (row.areas.length === 1 && (left === null || right === null)) return left === null ? 'after' : 'before';
  // Words over the columns are told apart by them.
  if (row.isUnderHeads === true) return 'after';
  const votes = [...between(row), ...atEnds(row), ...byAnswers(row)];
  const before = votes.filter((side) => side === 'before').length;
  const after = votes.length - before;
  if (before === after) return null;
  return before > after ? 'before' : 'after';
}

/** Words between two boxes are those of the closer one. */
function between({ areas, before, after }: Beside): readonly WordsSide[] {
  const votes = areas.flatMap((area, index): WordsSide | readonly [] => {
    const [words, next] = [after[index] ?? null, areas[index + 1]];
    if (words === null || next === undefined || words !== before[index + 1]) return [];
    const [fromBox, toNext] = [Math.max(words.left - area.right, 0), Math.max(next.left - words.right, 0)];
    if (toNext > CLEARLY * fromBox + ALIKE) return 'after';
    return fromBox > CLEARLY * toNext + ALIKE ? 'before' : [];
  });
  // All rooms of a row are alike, so that together they say it once, and twice where there are several.
  const [first] = votes;
  return first === undefined || votes.some((vote) => vote !== first) ? [] : votes.slice(0, 2);
}

/** A row begins with a box or ends with one. A question before the first box is not counted as an option. */
function atEnds({ before, after }: Beside): readonly WordsSide[] {
  const [first, last] = [before[0] ?? null, after.at(-1) ?? null];
  const asks = endsLikeQuestion(first) && !before.slice(1).some(endsLikeQuestion);
  const begins = first === null || asks;
  if (begins && last !== null) return ['after'];
  // As many words as boxes, the words first: no gap between them says more.
  return !begins && last === null ? ['before', 'before', 'before'] : [];
}

function endsLikeQuestion(phrase: Phrase | null): boolean {
  return phrase !== null && /[:?]$/u.test(phrase.text.trim());
}

/** "Yes" and "no" are answers, whatever stands on the other side of their boxes. */
function byAnswers({ before, after }: Beside): readonly WordsSide[] {
  const are = (words: readonly (Phrase | null)[]): number =>
    words.filter((phrase) => isAnswer(lastWords(phrase))).length;
  const [left, right] = [are(before), are(after)];
  if (left === right) return [];
  return left > right ? ['before', 'before'] : ['after', 'after'];
}

/** "Are you a citizen? Yes": the question and its first answer in one phrase. */
function lastWords(phrase: Phrase | null): string {
  return (
    phrase?.text
      .trim()
      .split(/[?:]\s+/u)
      .at(-1) ?? ''
  );
}
