import { expect, it } from 'vitest';
import type { RecordedDelivery } from '../../src/journal/deliveries-entry.js';
import { earlierOf } from '../../src/listen/earlier.js';

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
const of = { listener: 'own', host: 'service.test', busy: new Set(['busy']) };
const ids = (deliveries: readonly RecordedDelivery[]) => deliveries.map(({ id }) => id);

it('takes up what is its own, and names what waits for apps that nobody serves now', () => {
  const found = earlierOf(
    [
      delivery('own', {}),
      delivery('busy', { listener: 'busy' }),
      delivery('idle', { listener: 'idle' }),
      delivery('taken', { listener: 'idle', forward: { is: 'none' } }),
      delivery('foreign', { listener: 'idle', host: 'other.test' }),
      delivery('forged', { verdict: { ok: false, cause: 'x', words: 'x' } }),
    ],
    of,
  );
  expect([ids(found.own), ids(found.elsewhere)]).toEqual([['own'], ['idle']]);
});

it('knows what came, whichever listener it came by, and which envelopes may bring more', () => {
  const found = earlierOf(
    [
      delivery('a', { envelopeId: 'open', listener: 'idle' }),
      delivery('b', { envelopeId: 'over' }),
      delivery('c', { envelopeId: 'over', event: 'envelope.voided' }),
      delivery('d', { envelopeId: 'open', event: 'recipient.completed', recipientId: 'r' }),
      delivery('e', { envelopeId: 'forged', verdict: { ok: false, cause: 'x', words: 'x' } }),
    ],
    of,
  );
  expect(found.envelopes).toEqual(['open']);
  expect([...found.arrived]).toEqual([
    'open envelope.sent ',
    'over envelope.sent ',
    'over envelope.voided ',
    'open recipient.completed r',
  ]);
});
