import { expect, it } from 'vitest';
import { checkCeilings, minuteOf } from '../../../src/emulator/domain/envelope-draft-ceiling.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const ceilings = { envelope: 6, organisation: 60 };
const now = Date.parse('2026-03-02T08:00:48.250Z');

it('renders six drafts of one envelope and sixty of one organisation a minute', () => {
  expect(() => checkCeilings({ envelope: 5, organisation: 59 }, now, ceilings)).not.toThrow();
});

it.each([
  ['this envelope', { envelope: 6, organisation: 60 }],
  ['the organisation', { envelope: 0, organisation: 60 }],
] as const)('says that it is the ceiling of %s, and when that ends', (whose, renders) => {
  const refusal = refusalOf(() => checkCeilings(renders, now, ceilings));
  expect(refusal.code).toBe('rate_limited');
  expect(refusal.message).toContain(whose);
  expect(refusal.headers).toEqual({
    'Retry-After': '12',
    'Esign-Assumption': 'A16',
    'Esign-Rule': 'rate.draft-ceilings',
  });
});

it('counts in fixed minutes', () => {
  expect(minuteOf(now)).toBe(minuteOf(Date.parse('2026-03-02T08:00:00Z')));
  expect(minuteOf(now) + 1).toBe(minuteOf(Date.parse('2026-03-02T08:01:00Z')));
});
