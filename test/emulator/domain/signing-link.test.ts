import { describe, expect, it } from 'vitest';
import { stateOf, type SigningLink } from '../../../src/emulator/domain/signing-link.js';

const now = Date.parse('2026-03-02T09:00:00.000Z');

describe('a signing link', () => {
  const link: SigningLink = {
    envelope_id: 'e',
    recipient_id: 'r',
    kind: 'minted',
    expires_at: now + 1,
    spent_at: null,
    revoked_at: null,
  };
  it.each([
    ['live', {}],
    ['used', { spent_at: now }],
    ['revoked', { spent_at: now, revoked_at: now }],
    ['expired', { spent_at: now, revoked_at: now, expires_at: now }],
  ] as const)('is %s', (state, parts) => {
    expect(stateOf({ ...link, ...parts }, now)).toBe(state);
  });
});
