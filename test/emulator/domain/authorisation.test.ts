import { describe, expect, it } from 'vitest';
import { authorisationStates } from '../../../src/contract/states.js';
import {
  checkValidity,
  granted,
  holds,
  inviteExpiry,
  type StandingAuthorisation,
} from '../../../src/emulator/domain/authorisation.js';
import { Refusal } from '../../../src/emulator/domain/refusal.js';

const now = Date.parse('2026-03-02T08:00:00.000Z');
const day = 86_400_000;
const at = (time: number): string => new Date(time).toISOString();

const invited: StandingAuthorisation = {
  id: '00000000-0000-4000-8000-000000000001',
  organisation_id: 'one',
  number: 'SA-0001',
  status: 'invited',
  mode: 'live',
  brand: { id: '00000000-0000-4000-8000-000000000002', name: 'Local' },
  legal_entity: { name: 'Van Wyk Trust', registration_number: null },
  grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test', job_title: null },
  intended_use: 'Leases',
  valid_from: null,
  valid_until: at(now + 90 * day),
  invite_expires_at: at(now + 30 * day),
  granted_at: null,
  cancellation: null,
  revocation: null,
  invalidation: null,
  reference: null,
  applied_count: 0,
  created_at: at(now),
};
const active = granted(invited, at(now));
const code = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'done';
};

describe('the time of validity', () => {
  it.each([
    [null, now + 1, 'done'],
    [null, now, 'invalid_request'],
    [now + day, now + day + 1, 'done'],
    [now + day, now + day, 'invalid_request'],
    [now - day, now + day, 'done'],
  ])('from %s until %s is %s', (from, until, expected) => {
    expect(code(() => checkValidity(from === null ? null : at(from), at(until), now))).toBe(expected);
  });

  it('a mandate lapses after 30 days, or with the validity that it asks for', () => {
    expect(inviteExpiry(now, at(now + 90 * day), 30)).toBe(now + 30 * day);
    expect(inviteExpiry(now, at(now + 5 * day), 30)).toBe(now + 5 * day);
  });

  it('only an active one signs, from its beginning to its end', () => {
    const later = { ...active, valid_from: at(now + day) };
    expect([holds(active, now), holds(later, now), holds(later, now + day), holds(active, now + 90 * day)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(authorisationStates.filter((status) => holds({ ...active, status }, now))).toEqual(['active']);
  });
});
