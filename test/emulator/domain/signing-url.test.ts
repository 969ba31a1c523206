import { describe, expect, it } from 'vitest';
import type { EnvelopeState } from '../../../src/contract/states.js';
import { checkActing, checkMinting, stateOf, type SigningLink } from '../../../src/emulator/domain/signing-url.js';
import { draftEnvelope, person } from '../../support/envelope-form.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const tenant = person({ id: 'tenant', status: 'sent', embedded: true });
const landlord = person({ id: 'landlord', role: 'Landlord' });
const sent = draftEnvelope({ status: 'sent', recipients: [tenant, landlord] });

describe('minting a signing URL', () => {
  it('is allowed when the four conditions hold', () => {
    expect(() => checkMinting(sent, tenant, now)).not.toThrow();
  });

  it.each<EnvelopeState>(['draft', 'completed', 'voided', 'declined', 'expired'])(
    'is refused on a %s envelope',
    (status) => {
      expect(refusalOf(() => checkMinting({ ...sent, status }, tenant, now)).code).toBe('envelope_not_open');
    },
  );

  it('is refused past the deadline, even before the envelope is marked expired', () => {
    const past = { ...sent, expires_at: '2026-03-02T09:00:00.000Z' };
    expect(refusalOf(() => checkMinting(past, tenant, now)).message).toContain('past its deadline');
  });

  it('asks first whether the envelope is open, then embedded, then acted, then whose turn it is', () => {
    const acted = { ...landlord, status: 'signed' as const };
    expect(refusalOf(() => checkMinting({ ...sent, status: 'voided' }, landlord, now)).code).toBe('envelope_not_open');
    expect(refusalOf(() => checkMinting(sent, acted, now)).code).toBe('recipient_not_embedded');
    expect(refusalOf(() => checkMinting(sent, { ...acted, embedded: true }, now)).code).toBe('recipient_already_acted');
    expect(refusalOf(() => checkMinting(sent, { ...landlord, embedded: true }, now)).code).toBe(
      'recipient_not_yet_turn',
    );
  });

  it('does not matter for acting: that needs no embedded recipient', () => {
    expect(() => checkActing({ ...sent, recipients: [{ ...tenant, embedded: false }] }, tenant, now)).not.toThrow();
  });
});

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
