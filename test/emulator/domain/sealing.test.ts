import { describe, expect, it } from 'vitest';
import { checkDraftable, draftJob, sealJob } from '../../../src/emulator/domain/sealing.js';
import { draftEnvelope, leaseForm, person } from '../../support/envelope-form.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const pdf = new Uint8Array([1]);
const people = [
  person({ id: 'copy', role: 'cc', routing_type: 'cc' }),
  person({ id: 'first', status: 'delegated' }),
  person({ id: 'tenant', status: 'sent' }),
  person({ id: 'landlord', role: 'Landlord', name: 'Pieter Botha' }),
];
const envelope = draftEnvelope({
  status: 'sent',
  recipients: people,
  history: [{ at: 'then', act: 'created', recipient_id: null, text: 'Created' }],
});
const document = envelope.documents[0]!;

describe('a draft', () => {
  it('does not exist before sending or after sealing, and the message says which', () => {
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
      { name: 'Thandi Mokoena', role: 'Tenant', text: 'Invited to sign by e-mail', turn: true },
      { name: 'Pieter Botha', role: 'Landlord', text: 'Waits for the recipients above', turn: false },
    ]);
  });
});

describe('the draft of an envelope that is over', () => {
  const over = { ...envelope, status: 'voided' as const, end_reason: 'Wrong rent' };
  const job = draftJob(over, leaseForm, document, pdf, 'now');

  it("gives the reason, and no one's turn", () => {
    expect(job.state).toContain('withdrew');
    expect(job.state).toContain('Wrong rent');
    expect(job.outstanding.map(({ text, turn }) => `${text} ${turn}`)).toEqual([
      'Did not act false',
      'Did not act false',
    ]);
  });

  it('lists who has acted before', () => {
    expect(job.acted).toEqual([{ name: 'Thandi Mokoena', role: 'Tenant', text: 'Delegated', at: null }]);
  });
});

describe('a certificate of completion', () => {
  it('shows each signature as it was made, and how', () => {
    const drawn = { signature: Buffer.from('picture').toString('base64'), initials: null };
    const signed = { status: 'signed', acted_at: '2026-03-02T09:00:00.000Z' } as const;
    const recipients = [
      person({ id: 'tenant', ...signed, opened_at: 'before', embedded: true, job_title: 'Director' }),
      person({ id: 'landlord', role: 'Landlord', ...signed, standing_authorisation_id: 'mandate', drawn }),
    ];
    const answers = { sign: { value: 'T. Mokoena', locked: false } };
    const done = { ...envelope, mode: 'test' as const, recipients, answers };
    const { certificate } = sealJob(done, leaseForm, document, pdf, 'abc', { authority: Buffer.alloc(32), at: 'now' });
    expect(certificate.sandbox).toBe(true);
    expect(certificate.recipients).toMatchObject([
      // As esign 0.1 kept it.
      { position: ['Director'], how: 'on the embedded page', from: null, signature: { text: 'T. Mokoena' } },
      { position: [], how: 'under a standing authorisation', signature: { image: Buffer.from('picture') } },
    ]);
  });

  it('shows the initials of who gave no signature', () => {
    const signed = { status: 'signed', acted_at: '2026-03-02T09:00:00.000Z' } as const;
    const drawn = { signature: null, initials: Buffer.from('picture').toString('base64') };
    const recipients = [person({ id: 'tenant', ...signed }), person({ id: 'other', ...signed, drawn })];
    const done = { ...envelope, recipients, answers: { initials: { value: 'TM', locked: false } } };
    const { certificate } = sealJob(done, leaseForm, document, pdf, 'abc', { authority: Buffer.alloc(32), at: 'now' });
    expect(certificate.recipients.map(({ signature }) => signature)).toEqual([
      { kind: 'typed_signature', text: 'TM' },
      { kind: 'drawn_signature', image: Buffer.from('picture') },
    ]);
  });

  it('says from where each person acted, and how they were identified', () => {
    const from = { way: 'link', address: '203.0.113.7', device: 'Mozilla/5.0' } as const;
    const recipients = [
      person({ id: 'tenant', status: 'signed', acted_at: '2026-03-02T09:00:00.000Z', acted_from: from }),
    ];
    const history = [{ at: 'then', act: 'signed', recipient_id: 'tenant', text: 'Signed', from }] as const;
    const { certificate } = sealJob({ ...envelope, recipients, history }, leaseForm, document, pdf, 'abc', {
      authority: Buffer.alloc(32),
      at: 'now',
    });
    const shown = '203.0.113.7 · Mozilla/5.0';
    expect(certificate.events[0]!.from).toBe(shown);
    expect(certificate.recipients[0]).toMatchObject({
      from: shown,
      identified: expect.stringMatching(/^Identified by the link/),
    });
  });

  it('names everybody who holds a position, and what happened', () => {
    const { certificate } = sealJob(envelope, leaseForm, document, pdf, 'abc', {
      authority: Buffer.alloc(32),
      at: 'now',
    });
    expect(certificate).toMatchObject({ document_position: 1, sha256: 'abc', sealed_at: 'now', title: 'Lease' });
    expect(certificate.recipients.map(({ email }) => email)).toEqual(['tenant@example.com', 'landlord@example.com']);
    expect(certificate.events).toEqual([{ at: 'then', text: 'Created', from: null }]);
  });
});
