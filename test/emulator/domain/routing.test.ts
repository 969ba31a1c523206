import { describe, expect, it } from 'vitest';
import type { EnvelopeState } from '../../../src/contract/states.js';
import { checkActing, checkMinting, holderOf, outstanding, whoseTurn } from '../../../src/emulator/domain/routing.js';
import { refusalOf } from '../../support/emulator/refusal.js';
import { draftEnvelope, person } from '../../support/envelope-form.js';

const copy = person({ id: 'copy', role: 'cc', routing_type: 'cc' });
const tenant = person({ id: 'tenant', status: 'sent' });
const landlord = person({ id: 'landlord', role: 'Landlord' });

describe('the turn', () => {
  it('is that of the first unsigned signer; a copy delays no one', () => {
    expect(whoseTurn({ recipients: [copy, tenant, landlord] })?.id).toBe('tenant');
    expect(whoseTurn({ recipients: [copy, { ...tenant, status: 'signed' }, landlord] })?.id).toBe('landlord');
  });

  it('is empty when everybody has acted', () => {
    expect(whoseTurn({ recipients: [copy, { ...tenant, status: 'signed' }] })).toBeNull();
    expect(outstanding({ recipients: [copy] })).toEqual([]);
  });

  it('passes to the replacement of somebody who handed over', () => {
    const recipients = [{ ...tenant, status: 'delegated' as const }, person({ id: 'new', status: 'sent' }), landlord];
    expect(whoseTurn({ recipients })?.id).toBe('new');
    expect(holderOf({ recipients }, 'Tenant')?.id).toBe('new');
  });
});

describe('minting a signing URL', () => {
  const now = Date.parse('2026-03-02T09:00:00.000Z');
  const invited = person({ id: 'tenant', status: 'sent', embedded: true });
  const sent = draftEnvelope({ status: 'sent', recipients: [invited, landlord] });

  it('is allowed when the four conditions hold', () => {
    expect(() => checkMinting(sent, invited, now)).not.toThrow();
  });

  it.each<EnvelopeState>(['draft', 'completed', 'voided', 'declined', 'expired'])(
    'is refused on a %s envelope',
    (status) => {
      expect(refusalOf(() => checkMinting({ ...sent, status }, invited, now)).code).toBe('envelope_not_open');
    },
  );

  it('is refused past the deadline, even before the envelope is marked expired', () => {
    const past = { ...sent, expires_at: '2026-03-02T09:00:00.000Z' };
    expect(refusalOf(() => checkMinting(past, invited, now)).message).toContain('past its deadline');
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
    expect(() => checkActing({ ...sent, recipients: [{ ...invited, embedded: false }] }, invited, now)).not.toThrow();
  });
});
