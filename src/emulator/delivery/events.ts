import type { EventName } from '../../contract/events.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { eventBody, writeEventBody } from '../../domain/webhook/event-body.js';
import type { EmulatorClock } from '../clock.js';
import { wants } from '../domain/webhook-endpoint.js';
import type { Randomness } from '../random.js';
import { deliveryRepository } from '../store/delivery-repository.js';
import { eventRepository, type StoredEvent } from '../store/event-repository.js';
import type { Store } from '../store/store.js';
import { webhookRepository } from '../store/webhook-repository.js';
import type { Jobs } from './jobs.js';

interface NewEvent {
  readonly name: EventName;
  readonly organisation_id: string;
  readonly brand_id: string | null;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

/** Within a transaction: records an event and queues it for every active, subscribed endpoint (Events). */
export interface Events {
  emit(event: NewEvent): void;
}

export interface EventParts {
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly random: Randomness;
  readonly jobs: Jobs;
}

export function createEvents({ store, clock, random, jobs }: EventParts): Events {
  const events = eventRepository(store.sql);
  const webhooks = webhookRepository(store.sql);
  const deliveries = deliveryRepository(store.sql);
  return {
    emit(event) {
      const now = clock.now();
      const id = random.uuid();
      events.insert({ ...event, id, created_at: now });
      for (const endpoint of webhooks.list(event.organisation_id).filter((each) => wants(each, event))) {
        const delivery = random.uuid();
        deliveries.insert({
          id: delivery,
          event_id: id,
          webhook_id: endpoint.id,
          status: 'queued',
          next_attempt_at: now,
        });
        jobs.schedule('deliver', delivery, now);
      }
    },
  };
}

/** The bytes of an event for an attempt, in the words of the contract file: `retries` is 0 at the first one. */
export const eventBytes = (contract: Contract, { id, name, ...event }: EventFacts, retries: number): Buffer =>
  writeEventBody(eventBody({ ...event, id, event: name, retry_count: retries }, contract), contract);

type EventFacts = Pick<StoredEvent, 'id' | 'name' | 'created_at' | 'envelope_id' | 'recipient_id'>;
