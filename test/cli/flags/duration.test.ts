import { describe, expect, it } from 'vitest';
import { parseDuration, parseInstant } from '../../../src/cli/flags/duration.js';
import { UsageFailure } from '../../../src/cli/failure/failure.js';

describe('a duration', () => {
  it.each([
    ['14d', 14 * 86_400_000],
    ['34h1m', 34 * 3_600_000 + 60_000],
    ['1d2h3m4s', 86_400_000 + 2 * 3_600_000 + 3 * 60_000 + 4000],
    ['90s', 90_000],
    ['1.5s', 1500],
    ['250ms', 250],
    ['1m250ms', 60_250],
    [' 2h ', 7_200_000],
  ])('%s', (text, expected) => expect(parseDuration(text)).toBe(expected));

  it.each(['', '14', 'd', '14 days', '-1d', '1m2h', '1d1d', '1.5h', '0s', '99999999d', '9999999d'])(
    'refuses %j',
    (text) => {
      expect(() => parseDuration(text)).toThrow(UsageFailure);
    },
  );

  it('names the flag and an example', () => {
    expect(() => parseDuration('soon', '--wait')).toThrow(
      expect.objectContaining({
        message: 'Invalid --wait value "soon".',
        hint: expect.stringContaining('--wait 14d'),
      }),
    );
  });
});

describe('an instant', () => {
  it('is written in UTC, whatever its zone', () => {
    expect(parseInstant('2026-12-01T17:00:00+02:00')).toBe('2026-12-01T15:00:00.000Z');
    expect(parseInstant('2026-12-01T17:00:00Z')).toBe('2026-12-01T17:00:00.000Z');
  });

  it.each(['2026-12-01T17:00:00', '2026-12-01'])('is refused without a zone: %s', (text) => {
    expect(() => parseInstant(text)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('no time zone') }),
    );
  });

  it.each(['tomorrow', '2026-02-30T12:00:00Z', '2026-13-01T00:00:00Z', ''])('is refused when invalid: %j', (text) => {
    expect(() => parseInstant(text)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^Invalid --/) }),
    );
  });
});
