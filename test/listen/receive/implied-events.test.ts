import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../src/contract/resources/envelope.js';
import { impliedEvents, isOver, keyOf, syntheticBody } from '../../../src/listen/receive/implied-events.js';

const envelope = (status: Envelope['status'], signed: readonly boolean[] = []): Envelope => ({
  id: 'e',
  status,
  template_id: null,
  title: 'Lease',
  created_at: '2026-12-01T08:00:00.000Z',
  sent_at: status === 'draft' ? null : '2026-12-01T08:01:00.000Z',
  expires_at: null,
  recipients: signed.map((each, index) => ({
    id: `r${index}`,
    role: 'Tenant',
    name: 'Thandi',
    email: 'thandi@example.test',
    routing_type: 'sign',
    status: each ? 'signed' : 'sent',
    invitation_delivered: null,
    embedded: false,
    external_ref: null,
  })),
});
const names = (of: Envelope, sealed: boolean | null = null) =>
  impliedEvents(of, sealed).map(({ event, recipientId }) => (recipientId === null ? event : `${event} ${recipientId}`));

describe('the events that an envelope implies', () => {
  it('are empty for a draft', () => expect(names(envelope('draft', [false]))).toEqual([]));

  it('follow the acts of its people', () => {
    expect(names(envelope('partially_signed', [true, false]))).toEqual(['envelope.sent', 'recipient.completed r0']);
    expect(names(envelope('completed', [true, true]), true)).toEqual([
      'envelope.sent',
      'recipient.completed r0',
      'recipient.completed r1',
      'envelope.completed',
      'envelope.sealed',
    ]);
  });

  it.each(['voided', 'declined', 'expired'] as const)('end with envelope.%s', (status) => {
    expect(names(envelope(status, [true])).at(-1)).toBe(`envelope.${status}`);
  });

  it('do not tell of sealing what was not read', () => {
    expect(names(envelope('completed'), null)).not.toContain('envelope.sealed');
  });

  it('are over when nothing more can come', () => {
    expect(isOver(envelope('completed'), false)).toBe(false);
    expect(isOver(envelope('completed'), true)).toBe(true);
    expect(isOver(envelope('declined'), null)).toBe(true);
    expect(isOver(envelope('sent'), null)).toBe(false);
  });
});

describe('an event that is made here', () => {
  const [sent] = impliedEvents(envelope('sent'), null);

  it('has the service’s own shape and is marked', () => {
    const { id, body } = syntheticBody(sent!, '2026-12-02T00:00:00.000Z');
    expect(JSON.parse(body.toString())).toEqual({
      id,
      event: 'envelope.sent',
      created_at: '2026-12-01T08:01:00.000Z',
      retry_count: 0,
      envelope_id: 'e',
      recipient_id: null,
      uri: '/api/v1/envelopes/e',
      synthetic: true,
    });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('has the same id whenever it is made, and another for another event', () => {
    expect(syntheticBody(sent!, 'now').id).toBe(syntheticBody(sent!, 'later').id);
    expect(syntheticBody({ ...sent!, recipientId: 'r' }, 'now').id).not.toBe(syntheticBody(sent!, 'now').id);
    expect(keyOf(sent!)).not.toBe(keyOf({ ...sent!, envelopeId: 'f' }));
  });
});
