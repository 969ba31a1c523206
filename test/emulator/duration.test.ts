import { describe, expect, it } from 'vitest';
import { milliseconds } from '../../src/emulator/duration.js';

describe('a duration', () => {
  it.each([
    ['90s', 90_000],
    ['0.5s', 500],
    ['15m', 900_000],
    ['34h1m', 122_460_000],
    ['7d', 604_800_000],
    ['1d2h3m4s', 93_784_000],
  ])('%s is %d milliseconds', (text, expected) => expect(milliseconds(text)).toBe(expected));

  it.each(['', ' ', '10', '1w', '1m1h', '-5s', '1h 5', '1.5h'])('"%s" is invalid', (text) =>
    expect(() => milliseconds(text)).toThrow(RangeError),
  );
});
