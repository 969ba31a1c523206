import { describe, expect, it } from 'vitest';
import { eventNames } from '../../../src/contract/events.js';
import { eventFields, makeEventBody, writeEventBody } from '../../../src/domain/webhook/event-body.js';

let made = 0;
const uuid = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
const now = Date.parse('2026-12-01T08:00:00Z');

describe('making an event', () => {
  it.each(eventNames)('%s: a recipient where the description has one, null elsewhere', (name) => {
    const body = makeEventBody(name, { now, uuid });
    expect(body).toMatchObject({ event: name, created_at: '2026-12-01T08:00:00.000Z', retry_count: 0 });
    expect(body.recipient_id === null).toBe(name !== 'recipient.completed');
    expect(body.uri).toBe(`/api/v1/envelopes/${body.envelope_id}`);
    expect(new Set([body.id, body.envelope_id, body.recipient_id]).size).toBe(3);
  });

  it('takes the fields given, and points at the envelope given', () => {
    const body = makeEventBody('envelope.sent', { now, uuid }, { envelope_id: 'e1', retry_count: 3 });
    expect(body).toMatchObject({ envelope_id: 'e1', uri: '/api/v1/envelopes/e1', retry_count: 3 });
  });

  it('writes its fields in the service’s order, without blanks', () => {
    const { uri, ...rest } = makeEventBody('envelope.sent', { now, uuid });
    const text = writeEventBody({ uri, ...rest }).toString();
    expect(Object.keys(JSON.parse(text) as object)).toEqual(eventFields);
    expect(text).not.toMatch(/\s/);
  });
});
