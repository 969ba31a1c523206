import { type Area, holds } from '../../engine/page-glyphs.js';
import type { Phrase } from '../text-lines.js';

/** How many numbers an axis has, at least. */
const LEAST_NUMBERS = 5;
/** In points, and by which share two steps of an axis may differ. */
const [SAME_EDGE, SLACK] = [3, 0.15];
const NUMBER = /^-?\d{1,9}(?:[.,]\d{1,6})? ?%?$/u;

interface Mark {
  readonly phrase: Phrase;
  readonly value: number;
}

/**
 * The charts of a page, from their axis to the right edge of the page: numbers under one another in even steps, the
 * largest on top and outside of all `cells`. The rows of a form are numbered the other way, and years and marks
 * step by one.
 */
export function chartAreas(phrases: readonly Phrase[], cells: readonly Area[], width: number): readonly Area[] {
  const marks = phrases
    .filter((phrase) => NUMBER.test(phrase.text.trim()) && !cells.some((cell) => holds(cell, phrase)))
    .map((phrase) => ({ phrase, value: Number.parseFloat(phrase.text.replace(',', '.')) }))
    .toSorted((a, b) => a.phrase.top - b.phrase.top);
  const charts: Area[] = [];
  for (const [index, first] of marks.entries()) {
    const axis = axisFrom(first, marks.slice(index + 1));
    const [top, last] = [axis[0], axis.at(-1)];
    if (axis.length < LEAST_NUMBERS || top === undefined || last === undefined) continue;
    const step = (last.phrase.top - top.phrase.top) / (axis.length - 1);
    const { left } = last.phrase;
    charts.push({ left, top: top.phrase.top - step, right: width, bottom: last.phrase.bottom + step });
  }
  return charts;
}

/** The numbers under `first` that go on in the steps of the first two of them. */
function axisFrom(first: Mark, below: readonly Mark[]): readonly Mark[] {
  const column = below.filter(({ phrase }) => Math.abs(phrase.right - first.phrase.right) < SAME_EDGE);
  const axis = [first];
  for (const mark of column) {
    const [before, last] = [axis.at(-2), axis.at(-1) ?? first];
    const step = { value: mark.value - last.value, gap: mark.phrase.top - last.phrase.top };
    if (step.value >= 0 || step.value === -1) break;
    if (before !== undefined) {
      const usual = { value: last.value - before.value, gap: last.phrase.top - before.phrase.top };
      const isEven = (['value', 'gap'] as const).every(
        (each) => Math.abs(step[each] - usual[each]) <= SLACK * Math.abs(usual[each]),
      );
      if (!isEven) break;
    }
    axis.push(mark);
  }
  return axis;
}
