import { randomUUID } from 'node:crypto';
import { insertDelivery, recordAttempt } from '../../../src/store/deliveries.js';
import type { NewDelivery, Tried } from '../../../src/store/delivery.js';
import { openState } from '../../../src/store/state.js';
import { type ListenerState, writeListener } from '../../../src/listen/endpoint/state.js';

/** A delivery as a listener would have recorded it; everything that is not given is ordinary. */
export interface Recorded extends Partial<Omit<NewDelivery, 'body'>> {
  readonly body?: string;
  readonly forward?: Tried;
  readonly repeats?: number;
}

let made = 0;

/** Writes deliveries into the record of a machine, one second apart, and answers with what was written. */
export async function recordDeliveries(stateDir: string, given: readonly Recorded[]): Promise<readonly NewDelivery[]> {
  return openState(stateDir).write((sql) =>
    given.map(({ forward, repeats = 0, body, ...rest }) => {
      made += 1;
      const delivery = ordinary(rest, body);
      insertDelivery(sql, delivery, null);
      sql.run('UPDATE deliveries SET repeats = ? WHERE id = ?', repeats, delivery.id);
      if (forward !== undefined) recordAttempt(sql, delivery.id, forward, null);
      return delivery;
    }),
  );
}

function ordinary(rest: Partial<Omit<NewDelivery, 'body'>>, body: string | undefined): NewDelivery {
  const eventId = rest.eventId ?? randomUUID();
  const envelopeId = rest.envelopeId ?? randomUUID();
  const event = rest.event ?? 'envelope.sent';
  const at = rest.at ?? new Date(Date.now() - 60_000 + made * 1000).toISOString();
  const text =
    body ??
    `{"id":"${eventId}","event":"${event}","created_at":"${at}","retry_count":0,` +
      `"envelope_id":"${envelopeId}","recipient_id":null,"uri":"/api/v1/envelopes/${envelopeId}"}`;
  return {
    id: randomUUID(),
    at,
    listener: 'test',
    host: '127.0.0.1',
    endpoint: null,
    event,
    eventId,
    envelopeId,
    recipientId: null,
    createdAt: at,
    retryCount: 0,
    synthetic: false,
    verdict: { ok: true, by: 'current' },
    signature: [`t=1764576000, v1=${'0'.repeat(64)}`],
    contentType: 'application/json',
    target: null,
    ...rest,
    body: Buffer.from(text),
  };
}

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

/** Leaves the state of a running listener on a machine, with the one secret that it holds. */
export async function holdListener(
  stateDir: string,
  { forwardTo, secret }: { readonly forwardTo: string; readonly secret: string },
): Promise<void> {
  const state: ListenerState = {
    id: '0123456789ab',
    listener: 'test',
    account: 'test',
    baseUrl: 'http://127.0.0.1:8080',
    profile: null,
    pid: process.pid,
    started: null,
    createdAt: new Date().toISOString(),
    keep: false,
    token: 'a'.repeat(32),
    port: 0,
    provider: 'none',
    forwardTo,
    endpoints: [{ id: 'w1', url: 'http://127.0.0.1:1/', secrets: [{ value: secret, until: null }] }],
    localSecret: null,
  };
  await writeListener(stateDir, state);
}
