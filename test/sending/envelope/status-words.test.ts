import { describe, expect, it } from 'vitest';
import { blockedBy, invitationWords, placeOf, spanWords, turnOf } from '../../../src/sending/envelope/status-words.js';
import type { Envelope, Recipient } from '../../../src/contract/resources/envelope.js';

const person = (role: string, status: string, more: Partial<Recipient> = {}): Recipient => ({
  id: `id of ${role}`,
  role,
  name: `${role} A`,
  email: `${role.toLowerCase()}@example.test`,
  routing_type: 'sign',
  status,
  invitation_delivered: null,
  embedded: false,
  external_ref: null,
  ...more,
});
const envelope = (status: Envelope['status'], recipients: readonly Recipient[]): Envelope => ({
  id: 'e',
  status,
  template_id: null,
  title: 'Lease',
  created_at: '2026-12-01T08:00:00Z',
  sent_at: null,
  expires_at: null,
  recipients: [...recipients],
});
const unknown = { sealed: null, failedAt: null };

describe('whose turn it is', () => {
  const tenant = person('Tenant', 'sent');
  const copy = person('Agent', 'sent', { routing_type: 'cc' });

  it('is theirs who are asked to act, never that of a cc', () => {
    expect(turnOf(envelope('sent', [copy, tenant, person('Landlord', 'pending')]))).toEqual([tenant]);
  });

  it('is empty in a draft and after the end', () => {
    for (const status of ['draft', 'completed', 'voided', 'declined', 'expired'] as const) {
      expect(turnOf(envelope(status, [tenant]))).toEqual([]);
    }
  });

  it('is that of the first who has not acted, also in an unknown state', () => {
    const odd = person('Landlord', 'notified');
    expect(turnOf(envelope('partially_signed', [person('Tenant', 'signed'), odd, person('Bank', 'queued')]))).toEqual([
      odd,
    ]);
  });
});

describe('what holds it up', () => {
  const both = [person('Tenant', 'sent', { embedded: true }), person('Landlord', 'pending')];

  it.each([
    ['draft', unknown, 'It is a draft. Nobody is asked to sign until you send it.'],
    [
      'sent',
      unknown,
      'Waiting for Tenant A (Tenant). Your app must show the signing page to Tenant A (Tenant). Next: ' +
        'Landlord A (Landlord).',
    ],
    ['completed', { sealed: true, failedAt: null }, 'Complete. Everybody has acted and all documents are sealed.'],
    ['completed', unknown, 'Everybody has acted. This key cannot read whether the documents are sealed.'],
    [
      'completed',
      { sealed: false, failedAt: null },
      'Everybody has acted. Sealing takes about a minute. A failed sealing is only reported as an event.',
    ],
    [
      'completed',
      { sealed: false, failedAt: '2026-12-01T08:00:00Z' },
      'Sealing failed and will not be retried. Ask support to retry it.',
    ],
    ['voided', unknown, 'The sender voided it.'],
    ['expired', unknown, 'It expired before everybody had acted.'],
  ] as const)('%s', (status, sealing, words) => {
    expect(blockedBy(envelope(status, both), sealing)).toBe(words);
  });

  it('says so of a status that the description does not have', () => {
    expect(blockedBy({ ...envelope('sent', []), status: 'paused' as 'sent' }, unknown)).toContain('does not have');
  });

  it('names who refused', () => {
    const words = blockedBy(
      envelope('declined', [person('Tenant', 'declined'), person('Landlord', 'pending')]),
      unknown,
    );
    expect(words).toBe('Tenant A (Tenant) declined to sign.');
  });
});

describe('why an invitation reads as it does', () => {
  const words = (status: Envelope['status'], recipient: Recipient): string =>
    invitationWords(recipient, envelope(status, [person('First', 'sent'), recipient]));
  const none = { invitation_delivered: null };

  it.each([
    ['reported', 'sent', person('T', 'sent', { invitation_delivered: true }), /reported that the invitation was del/],
    ['accepted alone', 'sent', person('T', 'sent', { invitation_delivered: false }), /but that is not delivery/],
    ['a cc', 'sent', person('T', 'sent', { ...none, routing_type: 'cc' }), /only gets a copy/],
    ['embedded', 'sent', person('T', 'sent', { ...none, embedded: true }), /signs in your app/],
    ['held back', 'sent', person('T', 'pending', none), /when it is their turn/],
    ['a draft', 'draft', person('T', 'pending', none), /a draft emails nobody/],
    ['ended before', 'voided', person('T', 'pending', none), /ended before their turn/],
    ['no reason known', 'sent', person('T', 'sent', none), /^No invitation for this recipient/],
  ] as const)('%s', (_case, status, recipient, said) => {
    expect(words(status, recipient)).toMatch(said);
  });

  it('and where a recipient stands in the routing', () => {
    const all = [
      person('A', 'signed'),
      person('B', 'sent'),
      person('C', 'pending'),
      person('D', 'pending', { routing_type: 'cc' }),
    ];
    const open = envelope('partially_signed', all);
    expect(all.map((each) => placeOf(each, open))).toEqual(['done', 'turn', 'held', 'copy']);
    const over = envelope('expired', all);
    expect(all.map((each) => placeOf(each, over))).toEqual(['done', 'over', 'over', 'copy']);
  });
});

describe('a span in words', () => {
  it.each([
    [0, '0s'],
    [999, '0s'],
    [59_000, '59s'],
    [-61_000, '1m'],
    [3_600_000, '1h'],
    [90 * 60_000, '1h 30m'],
    [26 * 3_600_000 + 59_000, '1d 2h'],
    [10 * 86_400_000, '10d'],
  ])('%i ms is %s', (milliseconds, words) => expect(spanWords(milliseconds)).toBe(words));
});
