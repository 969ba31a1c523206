import { expect, it } from 'vitest';
import { localInstant } from '../../../src/core/terminal/time.js';

it('shows an instant in the zone of the reader, with its offset', () => {
  expect(localInstant('2026-12-01T12:00:00Z')).toBe('2026-12-01 14:00:00 +02:00');
  expect(localInstant('2026-12-31T23:30:00.000Z')).toBe('2027-01-01 01:30:00 +02:00');
});

it('leaves what is not an instant unchanged', () => {
  expect(localInstant('soon')).toBe('soon');
  expect(localInstant('2026-13-45T00:00:00Z')).toBe('2026-13-45T00:00:00Z');
});
