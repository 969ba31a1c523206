import type { Area } from '../../engine/page-glyphs.js';
import { understood } from '../dictionary/in-english.js';
import { KNOWN_ANSWERS } from '../key-dictionary.js';
import type { Phrase } from '../text-lines.js';
import type { Place, PageContext } from './place.js';
import { holds, placeAt, shared } from './place.js';
import { tidied } from '../caption-words.js';
import type { Rule } from './ruling.js';

/** In points. */
const STRIP = { shortest: 250, min: 13, max: 40, word: 60 };
const MOST_WORDS = 4;

/**
 * The strips under a long line that nothing marks but a caption which hangs from the line, at one end of it or both.
 * `written` are the lines to write on, whose captions these are not; `taken` all that was found. Words in `cells` have
 * their room there.
 */
export function captionedStrips(
  page: PageContext,
  written: readonly Area[],
  taken: readonly Area[],
  cells: readonly Area[],
  rules: readonly Rule[],
): readonly Place[] {
  return rules.flatMap((rule) => {
    if (rule.to - rule.from < STRIP.shortest || written.some((place) => standsOn(place, rule))) return [];
    const hanging = page.phrases.filter((phrase) => hangsFrom(phrase, rule)).sort((a, b) => a.left - b.left);
    const isNamed = (phrase: Phrase): boolean => isKnown(phrase) && !cells.some((cell) => holds(cell, phrase));
    if (hanging.length === 0 || !hanging.every(isNamed)) return [];
    const top = Math.max(...hanging.map(({ bottom }) => bottom));
    const isAcross = ({ left, right }: Pick<Area, 'left' | 'right'>): boolean =>
      shared(left, right, rule.from, rule.to) > 1;
    if (taken.some((other) => other.top < top && other.bottom > rule.at + 3 && isAcross(other))) return [];
    const ruled = rules.map(({ at, from, to }) => ({ left: from, right: to, top: at, bottom: at + 1 }));
    const floor = [...page.phrases, ...taken, ...ruled]
      .filter((other) => (other.top + other.bottom) / 2 > top && isAcross(other))
      .reduce((min, other) => Math.min(min, other.top), page.height * 0.93);
    if (floor - top < STRIP.min) return [];
    const bottom = Math.min(floor - 2, top + STRIP.max);
    return hanging.map((phrase, index) => {
      const next = hanging[index + 1];
      const left = index === 0 ? rule.from : Math.min(phrase.left, rule.to - STRIP.word);
      const right = next === undefined ? rule.to : Math.min(next.left, rule.to - STRIP.word) - 3;
      return placeAt({ left, top, right, bottom }, 'cell', {
        multiline: bottom - top >= 30,
        caption: tidied(phrase.text),
      });
    });
  });
}

/** A line that is written on has its captions under it. */
function standsOn(place: Area, rule: Rule): boolean {
  return Math.abs(place.bottom - rule.at) < 3 && shared(place.left, place.right, rule.from, rule.to) > 0;
}

function hangsFrom(phrase: Phrase, rule: Rule): boolean {
  const gap = phrase.top - rule.at;
  return gap > -4 && gap < 4 && phrase.left > rule.from - 6 && phrase.right < rule.to + 6;
}

function isKnown(phrase: Phrase): boolean {
  const words = understood(phrase.text);
  return words.split(' ').length <= MOST_WORDS && KNOWN_ANSWERS.some((known) => known.words.test(words));
}
