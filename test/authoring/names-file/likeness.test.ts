import { expect, it } from 'vitest';
import { leadsOf } from '../../../src/authoring/names-file/likeness.js';

it('tells the lead over the best of the same row and the same column, and a lag below 0', () => {
  const lead = leadsOf([
    [9, 4, 1],
    [2, 8, 7],
  ]);
  expect([lead(0, 0), lead(0, 1), lead(1, 1), lead(1, 2)]).toEqual([5, -5, 1, -1]);
  expect(leadsOf([[3]])(0, 0)).toBe(3);
  expect(leadsOf([])(0, 0)).toBe(0);
});
