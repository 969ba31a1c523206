import { wants } from '../domain/webhook-endpoint.js';
import { missing, Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { deliveryRepository, type Delivery } from '../store/delivery-repository.js';
import { eventRepository } from '../store/event-repository.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { bringForward } from './deliver.js';

/**
 * Within a transaction: sends a delivery again, or an event to every active, subscribed endpoint. A waiting delivery is
 * tried at once; any other becomes a new delivery of the same event. Throws not_found for an unknown ID, and
 * invalid_request without an endpoint.
 */
export function redeliver(service: Service, id: string, webhookId: string | null): readonly Delivery[] {
  const delivery = deliveryRepository(service.store.sql).find(id);
  if (delivery !== null) {
    checkTaken(service, delivery.webhook_id);
    return [again(service, delivery)];
  }
  const event = eventRepository(service.store.sql).find(id);
  if (event === null) throw missing('Delivery or event not found.');
  const endpoints = webhookRepository(service.store.sql)
    .list(event.organisation_id)
    .filter((endpoint) => wants(endpoint, event) && (webhookId ?? endpoint.id) === endpoint.id);
  if (endpoints.length === 0) {
    throw new Refusal('invalid_request', `No active endpoint subscribes to ${event.name} of this brand.`);
  }
  const made = deliveryRepository(service.store.sql).ofEvent(event.id);
  return endpoints.map((endpoint) => {
    const queued = made.find((each) => each.webhook_id === endpoint.id && each.status === 'queued');
    return queued === undefined ? createDelivery(service, event.id, endpoint.id) : again(service, queued);
  });
}

/** Within a transaction: sends all failed deliveries again to active endpoints. */
export function redeliverFailed(service: Service, webhookId: string | null): readonly Delivery[] {
  return deliveryRepository(service.store.sql)
    .failed(webhookId)
    .map((delivery) => again(service, delivery));
}

function again(service: Service, delivery: Delivery): Delivery {
  if (delivery.status !== 'queued') return createDelivery(service, delivery.event_id, delivery.webhook_id);
  const now = service.clock.now();
  // A due delivery is already in progress.
  if (delivery.next_attempt_at !== null && delivery.next_attempt_at > now) {
    bringForward(service.store, service.jobs, delivery, now);
    return { ...delivery, next_attempt_at: now };
  }
  return delivery;
}

function createDelivery(service: Service, eventId: string, webhookId: string): Delivery {
  const now = service.clock.now();
  const made: Delivery = {
    id: service.random.uuid(),
    event_id: eventId,
    webhook_id: webhookId,
    status: 'queued',
    next_attempt_at: now,
  };
  deliveryRepository(service.store.sql).insert(made);
  service.jobs.schedule('deliver', made.id, now);
  return made;
}

function checkTaken(service: Service, webhookId: string): void {
  const endpoint = webhookRepository(service.store.sql).get(webhookId);
  if (endpoint === null) throw new Refusal('invalid_request', `The endpoint ${webhookId} was deleted.`);
  if (!endpoint.active) {
    throw new Refusal(
      'invalid_request',
      `The endpoint ${webhookId} is not active. Enable it with a PATCH of active: true.`,
    );
  }
}
