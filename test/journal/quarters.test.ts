import { expect, it } from 'vitest';
import { endOfQuarter, isQuarter, quarterOf } from '../../src/journal/quarters.js';

it.each([
  ['2026-01-01T00:00:00.000Z', '2026-Q1', '2026-04-01T00:00:00.000Z'],
  ['2026-03-31T23:59:59.999Z', '2026-Q1', '2026-04-01T00:00:00.000Z'],
  ['2026-04-01T00:00:00.000Z', '2026-Q2', '2026-07-01T00:00:00.000Z'],
  ['2026-09-30T23:59:59.999Z', '2026-Q3', '2026-10-01T00:00:00.000Z'],
  // The new year has begun in Johannesburg, where these tests run.
  ['2026-12-31T23:30:00.000Z', '2026-Q4', '2027-01-01T00:00:00.000Z'],
  ['0999-12-31T00:00:00.000Z', '0999-Q4', '1000-01-01T00:00:00.000Z'],
])('%s is in %s, which is over at %s', (instant, quarter, end) => {
  expect(quarterOf(Date.parse(instant))).toBe(quarter);
  expect(new Date(endOfQuarter(quarter)).toISOString()).toBe(end);
  expect(isQuarter(quarter)).toBe(true);
});

it.each(['2026-Q0', '2026-Q5', '2026-Q', '2026-Q11', '12026-Q1', '026-Q1', '2026-Q1.torn', 'x2026-Q1', '2026Q1', ''])(
  '%j names no quarter, so nothing of that name is ever forgotten',
  (name) => expect(isQuarter(name)).toBe(false),
);
