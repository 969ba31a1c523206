import { expect, it } from 'vitest';
import { deadlineWords } from '../../../src/emulator/signing/deadline.js';

it.each([
  ['2026-11-22T08:04:31.026Z', 'before 22 November 2026, 10:04 (South African time)'],
  ['2026-11-22T22:30:00.000Z', 'before 23 November 2026, 00:30 (South African time)'],
  ['2026-11-22T21:59:59.999Z', 'before the end of 22 November 2026'],
  ['2026-11-22T22:00:00.000Z', 'before the end of 22 November 2026'],
  ['2026-12-31T22:00:00.000Z', 'before the end of 31 December 2026'],
])('a deadline of %s is shown as: %s', (expires, words) => {
  expect(deadlineWords(expires)).toBe(words);
});
