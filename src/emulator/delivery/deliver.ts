import { writeSignature } from '../../webhook/signature.js';
import type { EmulatorClock } from '../clock.js';
import { failed, signingSecrets, succeeded } from '../domain/webhook-endpoint.js';
import { deliveryRepository, type Delivery } from '../store/delivery-repository.js';
import { eventRepository, type StoredEvent } from '../store/event-repository.js';
import type { Store } from '../store/store.js';
import { webhookRepository } from '../store/webhook-repository.js';
import type { Jobs } from './jobs.js';
import { nextAttempt } from './ladder.js';
import type { Post } from './post.js';

export interface DeliverParts {
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly jobs: Jobs;
  readonly post: Post;
  /** Milliseconds of real time, to say how long an answer took. */
  readonly elapsed: () => number;
}

/** Makes the attempts: signs, posts, counts, and climbs the ladder or disables the endpoint (Events, Delivery). */
export function registerDelivery({ store, clock, jobs, post, elapsed }: DeliverParts): void {
  const events = eventRepository(store.sql);
  const webhooks = webhookRepository(store.sql);
  const deliveries = deliveryRepository(store.sql);

  jobs.on('deliver', async ({ subject }) => {
    const delivery = deliveries.find(subject);
    const event = delivery === null ? null : events.find(delivery.event_id);
    const endpoint = delivery === null ? null : webhooks.get(delivery.webhook_id);
    if (delivery === null || event === null || delivery.status !== 'queued') return () => undefined;
    if (endpoint === null || !endpoint.active) return () => drop(delivery);

    const at = clock.now();
    const made = deliveries.countAttempts(delivery.id);
    const body = Buffer.from(JSON.stringify(deliveryBody(event, made)), 'utf8');
    const signature = writeSignature(signingSecrets(endpoint, at), body, Math.floor(at / 1000));
    const start = elapsed();
    const { status, error } = await post(endpoint.url, body, signature);
    const milliseconds = Math.round(elapsed() - start);

    return () => {
      const current = webhooks.get(endpoint.id);
      const number = made + 1;
      deliveries.addAttempt(delivery.id, { number, at, status, error, milliseconds });
      if (status !== null && status >= 200 && status < 300) {
        deliveries.update({ ...delivery, status: 'delivered', next_attempt_at: null });
        if (current !== null) webhooks.update(succeeded(current, clock.now()));
        return;
      }
      const next = nextAttempt(number, at);
      const after = current === null ? null : failed(current, clock.now(), next === null);
      if (after !== null) webhooks.update(after);
      if (next === null) {
        deliveries.update({ ...delivery, status: 'exhausted', next_attempt_at: null });
      } else if (after?.active === true) {
        deliveries.update({ ...delivery, next_attempt_at: next });
        jobs.schedule('deliver', delivery.id, next);
      } else {
        drop(delivery);
      }
      if (after?.active === false) dropQueued(store, jobs, endpoint.id);
    };
  });

  const drop = (delivery: Delivery): void => {
    deliveries.update({ ...delivery, status: 'dropped', next_attempt_at: null });
  };
}

/**
 * Within a transaction: gives up everything that is still queued for an endpoint. What happens to a disabled or
 * deleted endpoint's queue is not described; a revived one starts with the events that come after (A11).
 */
export function dropQueued(store: Store, jobs: Jobs, webhookId: string): void {
  const deliveries = deliveryRepository(store.sql);
  for (const id of deliveries.queued(webhookId)) {
    const delivery = deliveries.find(id);
    if (delivery !== null) deliveries.update({ ...delivery, status: 'dropped', next_attempt_at: null });
    jobs.cancel('deliver', id);
  }
}

/** The body of a delivery (A15); `uri` is a path, so that a receiver cannot be led to another host. */
const deliveryBody = (event: StoredEvent, retryCount: number) => ({
  id: event.id,
  event: event.name,
  created_at: new Date(event.created_at).toISOString(),
  retry_count: retryCount,
  envelope_id: event.envelope_id,
  recipient_id: event.recipient_id,
  uri: `/api/v1/envelopes/${event.envelope_id}`,
});
