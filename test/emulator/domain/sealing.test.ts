import { describe, expect, it } from 'vitest';
import { checkDraftable, draftJob, sealJob } from '../../../src/emulator/domain/sealing.js';
import { draftEnvelope, leaseForm, person } from '../../support/envelope-form.js';
import { refusalOf } from '../../support/refusal.js';

const pdf = new Uint8Array([1]);
const people = [
  person({ id: 'copy', role: 'cc', routing_type: 'cc' }),
  person({ id: 'first', status: 'delegated' }),
  person({ id: 'tenant', status: 'sent' }),
  person({ id: 'landlord', role: 'Landlord', name: 'Pieter Botha' }),
];
const envelope = draftEnvelope({ status: 'sent', recipients: people, history: [{ at: 'then', text: 'Created' }] });
const document = envelope.documents[0]!;

describe('a draft', () => {
  it('is not there before sending nor after sealing, and the message says which', () => {
    expect(refusalOf(() => checkDraftable(draftEnvelope())).message).toContain('still in draft');
    const sealed = { ...envelope, status: 'completed' as const, sealed_at: 'now' };
    const refusal = refusalOf(() => checkDraftable(sealed));
    expect(refusal.code).toBe('draft_not_available');
    expect(refusal.message).toContain('already been sealed');
  });

  it.each(['sent', 'partially_signed', 'completed', 'voided', 'declined', 'expired'] as const)(
    'is there of a %s envelope',
    (status) => {
      expect(() => checkDraftable({ ...envelope, status })).not.toThrow();
    },
  );

  it('lists who is outstanding and whose turn it is', () => {
    expect(draftJob(envelope, leaseForm, document, pdf, 'now').outstanding).toEqual([
      { name: 'Thandi Mokoena', role: 'Tenant', status: 'sent', turn: true },
      { name: 'Pieter Botha', role: 'Landlord', status: 'pending', turn: false },
    ]);
  });
});

describe('a certificate of completion', () => {
  it('names everybody who holds a position, and what happened', () => {
    const { certificate } = sealJob(envelope, leaseForm, document, pdf, 'abc', 'now');
    expect(certificate).toMatchObject({ document_position: 1, sha256: 'abc', sealed_at: 'now', title: 'Lease' });
    expect(certificate.recipients.map(({ email }) => email)).toEqual(['tenant@example.com', 'landlord@example.com']);
    expect(certificate.events).toEqual([{ at: 'then', text: 'Created' }]);
  });
});
