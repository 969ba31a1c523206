import { describe, expect, it } from 'vitest';
import { readDelivery } from '../../../src/domain/webhook/delivery.js';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('naming the fields of a delivery', () => {
  it('reads every field that the description names', () => {
    const body = {
      id: 'evt_1',
      event: 'recipient.completed',
      created_at: '2026-12-01T08:00:00Z',
      retry_count: 2,
      envelope_id: 'e',
      recipient_id: 'r',
      uri: '/api/v1/envelopes/e',
    };
    expect(readDelivery(bytes(body))).toEqual({
      id: 'evt_1',
      event: 'recipient.completed',
      known: 'recipient.completed',
      createdAt: '2026-12-01T08:00:00Z',
      retryCount: 2,
      envelopeId: 'e',
      recipientId: 'r',
      uri: '/api/v1/envelopes/e',
    });
  });

  it('finds the event under type and event_type too, and prefers event', () => {
    expect(readDelivery(bytes({ type: 'envelope.sent' }))?.known).toBe('envelope.sent');
    expect(readDelivery(bytes({ event_type: 'envelope.sealed' }))?.known).toBe('envelope.sealed');
    expect(readDelivery(bytes({ type: 'envelope.sent', event: 'envelope.voided' }))?.event).toBe('envelope.voided');
  });

  it('keeps the name of an event that it does not know, marked as unknown', () => {
    expect(readDelivery(bytes({ event: 'envelope.renamed' }))).toMatchObject({
      event: 'envelope.renamed',
      known: undefined,
    });
  });

  it('leaves out fields of the wrong type', () => {
    const odd = readDelivery(bytes({ id: 5, retry_count: -1, recipient_id: null, uri: 'x'.repeat(1001) }));
    expect(Object.values(odd ?? { a: 1 }).every((value) => value === undefined)).toBe(true);
  });

  it.each([
    ['not JSON', '{'],
    ['an array', '[]'],
    ['a text', '"envelope.sent"'],
    ['null', 'null'],
    ['nothing', ''],
  ])('gives nothing for %s', (_name, text) => {
    expect(readDelivery(Buffer.from(text))).toBeUndefined();
  });

  it('gives nothing for bytes that are not UTF-8', () => {
    expect(readDelivery(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
  });
});
