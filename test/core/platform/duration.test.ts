import { expect, it } from 'vitest';
import { durationOf } from '../../../src/core/platform/duration.js';

it.each([
  ['90s', 90_000],
  ['34h1m', 122_460_000],
  [' 14d ', 1_209_600_000],
  ['0.5s', 500],
])('reads %j as %d milliseconds', (text, milliseconds) => expect(durationOf(text)).toBe(milliseconds));

it.each(['', ' ', '5', '1m1h', '1h1h', '1.5h', '-5s', 'tomorrow'])('does not read %j', (text) =>
  expect(durationOf(text)).toBeUndefined(),
);
