import type { NewDelivery } from '../../src/store/delivery.js';

const target = 'http://127.0.0.1:3000/';

/** A delivery that arrived; everything that is not given is ordinary, and its IDs follow from its own. */
export const newDelivery = (id: string, at: number, overrides: Partial<NewDelivery> = {}): NewDelivery => ({
  id,
  at: new Date(at).toISOString(),
  listener: 'one',
  host: '127.0.0.1:4747',
  endpoint: null,
  event: 'envelope.sent',
  eventId: `event-${id}`,
  envelopeId: `envelope-${id}`,
  recipientId: null,
  createdAt: null,
  retryCount: 0,
  synthetic: false,
  verdict: { ok: true, by: 'current' },
  signature: ['t=1,v1=00'],
  contentType: 'application/json',
  target,
  body: Buffer.from('{"id":"evt"}'),
  ...overrides,
});

const attempted = (at: number, to: string) => ({ target: to, attempts: 1, at: new Date(at).toISOString() });
export const delivered = (at: number, to = target) =>
  ({ is: 'delivered', ...attempted(at, to), status: 204, milliseconds: 3 }) as const;
export const failed = (at: number, to = target) =>
  ({ is: 'failed', ...attempted(at, to), status: 500, milliseconds: 3, words: 'it answered 500' }) as const;
export const sending = (at: number, to = target) => ({ is: 'sending', ...attempted(at, to) }) as const;
