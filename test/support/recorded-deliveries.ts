import { randomUUID } from 'node:crypto';
import { insertDelivery, recordAttempt } from '../../src/store/deliveries.js';
import type { NewDelivery, Tried } from '../../src/store/delivery.js';
import { openState } from '../../src/store/state.js';

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
