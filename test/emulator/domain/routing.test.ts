import { describe, expect, it } from 'vitest';
import { checkMinting, holderOf, whoseTurn } from '../../../src/emulator/domain/routing.js';
import { refusalOf } from '../../support/emulator/refusal.js';
import { draftEnvelope, person } from '../../support/envelope-form.js';

const tenant = person({ id: 'tenant', status: 'sent' });
const landlord = person({ id: 'landlord', role: 'Landlord' });

describe('the turn', () => {
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
});
