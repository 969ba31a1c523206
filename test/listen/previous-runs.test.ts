import { expect, it } from 'vitest';
import type { RecordedDelivery } from '../../src/journal/deliveries-entry.js';
import { previousRunsOf } from '../../src/listen/previous-runs.js';

const target = 'http://127.0.0.1:3000/';
const delivery = (id: string, more: Partial<RecordedDelivery>): RecordedDelivery => ({
  id,
  at: '2026-12-01T08:00:00.000Z',
  listener: 'own',
  host: 'service.test',
  endpoint: 'w',
  event: 'envelope.sent',
  eventId: id,
  envelopeId: id,
  recipientId: null,
  createdAt: null,
  retryCount: 0,
  synthetic: false,
  verdict: { ok: true, by: 'current' },
  signature: [],
  contentType: null,
  size: 2,
  repeats: 0,
  forward: { is: 'waiting', target },
  place: { file: 'f', offset: 0, length: 1 },
  ...more,
});
const ids = (deliveries: readonly RecordedDelivery[]) => deliveries.map(({ id }) => id);

it('takes up what is its own, and names what waits for apps of the same service', () => {
  const others = [
    delivery('idle', { listener: 'idle' }),
    delivery('sending', { forward: { is: 'sending', target, attempts: 1, at: '' } }),
    delivery('foreign', { listener: 'idle', host: 'other.test' }),
    delivery('gone', { listener: 'idle', place: null }),
  ];
  const found = previousRunsOf({ own: [delivery('own', {})], others, envelopes: [] }, 'service.test');
  expect([ids(found.own), ids(found.elsewhere)]).toEqual([['own'], ['idle']]);
});

it('knows which envelopes may bring more, whichever listener heard of their end', () => {
  const host = 'service.test';
  const envelopes = [
    { host, id: 'over', over: false },
    { host: 'other.test', id: 'foreign', over: false },
    { host, id: 'open', over: false },
    { host, id: 'over', over: true },
  ];
  expect(previousRunsOf({ own: [], others: [], envelopes }, host).envelopes).toEqual(['open']);
});
