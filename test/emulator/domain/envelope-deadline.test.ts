import { describe, expect, it } from 'vitest';
import { cappedAt, deadline } from '../../../src/emulator/domain/envelope-deadline.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const now = Date.parse('2026-03-02T08:00:00.000Z');

describe('the deadline of an envelope', () => {
  it.each([
    ['exactly an hour ahead', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00.000Z'],
    ['exactly 365 days ahead', '2027-03-02T08:00:00Z', '2027-03-02T08:00:00.000Z'],
    ['with an offset', '2026-03-03T10:00:00+02:00', '2026-03-03T08:00:00.000Z'],
  ])('may be %s, and is kept in UTC', (_name, given, kept) => {
    expect(deadline(given, now)).toBe(kept);
  });

  it('may be none', () => {
    expect(deadline(null, now)).toBeNull();
  });

  it.each(['2026-03-02T08:59:59.999Z', '2027-03-02T08:00:00.001Z', '2020-01-01T00:00:00Z'])(
    'is refused at %s',
    (given) => {
      const refusal = refusalOf(() => deadline(given, now));
      expect(refusal.code).toBe('invalid_request');
      expect(refusal.message).toMatch(/^expires_at /);
    },
  );

  it('caps what lives longer', () => {
    expect(cappedAt(now, 600_000, null)).toBe(now + 600_000);
    expect(cappedAt(now, 600_000, '2026-03-02T08:05:00.000Z')).toBe(now + 300_000);
    expect(cappedAt(now, 600_000, '2026-03-03T08:05:00.000Z')).toBe(now + 600_000);
  });
});
