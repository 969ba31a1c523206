import { writeSignature } from '../../domain/webhook/signature.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { EmulatorClock } from '../clock.js';
import { failed, signingSecrets } from '../domain/webhook-endpoint.js';
import { deliveryRepository, type Delivery } from '../store/delivery-repository.js';
import type { Store } from '../store/store.js';
import { webhookRepository } from '../store/webhook-repository.js';
import type { DeliveryFaults, FaultHit } from './faults.js';
import { eventBytes } from './events.js';
import type { Jobs } from './jobs.js';
import type { Post, Posted } from './post.js';
import type { ResponseLog } from './response-log.js';

export interface DeliverParts {
  readonly contract: Contract;
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly jobs: Jobs;
  readonly post: Post;
  readonly faults: DeliveryFaults;
  readonly responses: ResponseLog;
  /** Milliseconds of real time, for the duration of a response. */
  readonly elapsed: () => number;
  /**
   * Milliseconds since 1970 on the clock of this machine. Signatures carry it also when the emulator's clock was moved
   * or frozen: a receiver compares `t` with its own clock, which nobody moves.
   */
  readonly real: () => number;
}

/** Makes attempts: signs, posts, counts, and schedules a retry or disables the endpoint (Events, Delivery). */
export function registerDelivery({
  contract,
  store,
  clock,
  jobs,
  post,
  faults,
  responses,
  elapsed,
  real,
}: DeliverParts): void {
  const webhooks = webhookRepository(store.sql);
  const deliveries = deliveryRepository(store.sql);
  const { ladderMinutes, rotationGraceHours, disableAfterDays } = contract.limits.webhook;

  jobs.on('deliver', async ({ subject }) => {
    const delivery = deliveries.attempting(subject);
    if (delivery?.status !== 'queued') return () => undefined;
    const { event, sequence, endpoint, webhook_id: webhook } = delivery;
    if (endpoint === null) return () => drop(delivery);

    const at = clock.now();
    const number = delivery.attempts + 1;
    const met = faults.meet({ delivery_id: delivery.id, webhook_id: webhook, sequence, number });
    if ('wait' in met) return () => postpone(delivery, at + met.wait);

    const body = eventBytes(contract, event, number - 1);
    const secrets =
      met.wrongSecret === null ? signingSecrets(endpoint, at, rotationGraceHours) : { current: met.wrongSecret };
    const sentAt = real();
    const signature = writeSignature(secrets, body, Math.floor(sentAt / 1000) + met.skew);
    const [outcome, ...copies] = await postWith(met, async () => {
      const start = elapsed();
      const posted = await post(endpoint.url, body, signature);
      return { ...posted, milliseconds: Math.round(elapsed() - start) };
    });

    return () => {
      const attempt = { number, at, faults: met.faults };
      [outcome, ...copies].forEach(({ text, status, error, milliseconds }, copy) => {
        deliveries.addAttempt(delivery.id, { ...attempt, status, error, milliseconds }, copy);
        responses.keep({ delivery_id: delivery.id, number, copy }, { signature, sentAt, text: text ?? null });
      });
      sendHeldBack(delivery.id);
      const { status } = outcome;
      if (status !== null && status >= 200 && status < 300) {
        deliveries.update({ ...delivery, status: 'delivered', next_attempt_at: null });
        webhooks.succeeded(webhook, clock.now());
        return;
      }
      const next = nextAttempt(number, at, ladderMinutes);
      const current = webhooks.get(webhook);
      const after = current === null ? null : failed(current, clock.now(), next === null, disableAfterDays);
      if (after !== null) webhooks.update(after);
      if (next === null) {
        deliveries.update({ ...delivery, status: 'exhausted', next_attempt_at: null });
      } else if (after?.active === true) {
        deliveries.update({ ...delivery, next_attempt_at: next });
        jobs.schedule('deliver', delivery.id, next);
      } else {
        drop(delivery);
      }
      if (after?.active === false) dropQueued(store, jobs, webhook);
    };
  });

  const drop = (delivery: Delivery): void => {
    deliveries.update({ ...delivery, status: 'dropped', next_attempt_at: null });
  };
  const postpone = (delivery: Delivery, until: number): void => {
    deliveries.update({ ...delivery, next_attempt_at: until });
    jobs.schedule('deliver', delivery.id, until);
  };
  const sendHeldBack = (after: string): void => {
    const held = faults.followed(after);
    const delivery = held === null ? null : deliveries.find(held);
    if (delivery?.status === 'queued') bringForward(store, jobs, delivery, clock.now());
  };
}

interface Outcome extends Posted {
  readonly milliseconds: number;
}

/** Posts an attempt with its faults; the first outcome counts. */
async function postWith(
  { faults }: FaultHit,
  post: () => Promise<Outcome>,
): Promise<readonly [Outcome, ...(readonly Outcome[])]> {
  if (faults.includes('drop')) return [{ status: null, error: 'a fault dropped the delivery', milliseconds: 0 }];
  const copies = faults.includes('duplicate') ? [post()] : [];
  const [first, ...rest] = await Promise.all([post(), ...copies]);
  const lost = faults.includes('lose_answer') && first.status !== null;
  return [lost ? { ...first, status: null, error: `a fault dropped the response ${first.status}` } : first, ...rest];
}

/** Within a transaction: makes the next attempt of a queued delivery due now. It must not be in progress. */
export function bringForward(store: Store, jobs: Jobs, delivery: Delivery, now: number): void {
  jobs.cancel('deliver', delivery.id);
  deliveryRepository(store.sql).update({ ...delivery, next_attempt_at: now });
  jobs.schedule('deliver', delivery.id, now);
}

/**
 * Within a transaction: cancels all queued deliveries of an endpoint. The queue of a disabled or deleted endpoint is
 * not described; after a re-enable it starts with new events (A11).
 */
export function dropQueued(store: Store, jobs: Jobs, webhookId: string): void {
  const deliveries = deliveryRepository(store.sql);
  for (const id of deliveries.queued(webhookId)) {
    const delivery = deliveries.find(id);
    if (delivery !== null) deliveries.update({ ...delivery, status: 'dropped', next_attempt_at: null });
    jobs.cancel('deliver', id);
  }
}

/**
 * When the next attempt is due, in milliseconds since 1970, after `attempts` attempts, the last of which began at `at`;
 * null after the last attempt. The ladder has the minutes from each attempt to the next: seven attempts with fixed
 * intervals (Events, Retry ladder and disabling).
 */
function nextAttempt(attempts: number, at: number, ladder: readonly number[]): number | null {
  const minutes = ladder[attempts];
  return minutes === undefined ? null : at + minutes * 60_000;
}
