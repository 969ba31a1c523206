import type { Answers } from './answers.js';
import type { FormField } from './template-form.js';
import type { WireValue } from './values-fit.js';

/** What a value ticks among the boxes of one question. */
export interface Choice {
  /** Ids of the boxes to tick; the others at the address are left unticked. */
  readonly ticked: readonly string[];
  /** Options that no box at the address stands for. */
  readonly unknown: readonly string[];
}

/** A question takes the name of an option, several of them, or true and false for the box itself. */
export function choose(boxes: readonly FormField[], value: WireValue): Choice {
  if (value === null || value === false) return { ticked: [], unknown: [] };
  if (value === true) return { ticked: boxes.map(({ id }) => id), unknown: [] };
  const wanted = [...new Set(typeof value === 'string' ? [value] : value)].filter((option) => option !== '');
  return {
    ticked: boxes.filter(({ option_value: option }) => option !== null && wanted.includes(option)).map(({ id }) => id),
    unknown: wanted.filter((option) => !boxes.some(({ option_value: known }) => known === option)),
  };
}

/** The options that a question offers, for a message. */
export const optionsOf = (boxes: readonly FormField[]): readonly string[] =>
  boxes.flatMap(({ option_value: option }) => (option === null ? [] : [option]));

/** How many of these boxes of a question are ticked, and how many still could be. */
export function countTicked(boxes: readonly FormField[], answers: Answers): { ticked: number; possible: number } {
  const ticked = boxes.filter(({ id }) => answers[id]?.value === true).length;
  const free = boxes.filter(({ id }) => answers[id]?.value !== true && answers[id]?.locked !== true).length;
  return { ticked, possible: ticked + free };
}
