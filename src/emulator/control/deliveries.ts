import { json } from '../http/exchange.js';
import { deliveryRepository } from '../store/delivery-repository.js';
import { eventRepository } from '../store/event-repository.js';
import type { ControlRoute } from './route.js';

const instant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** What happened, and what became of telling it: no secrets and no bodies. */
export const deliveryRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_emulator/events',
    summary: 'List the events in the order in which they happened; of one envelope_id, or all',
    body: null,
    handle({ service, query }) {
      const events = eventRepository(service.store.sql).list(query.get('envelope_id'));
      return json(200, {
        data: events.map(({ id, name, created_at, envelope_id, recipient_id }) => ({
          id,
          event: name,
          created_at: instant(created_at),
          envelope_id,
          recipient_id,
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/_emulator/deliveries',
    summary: 'List the deliveries with every attempt; of one webhook_id, of one envelope_id, or all',
    body: null,
    handle({ service, query }) {
      const deliveries = deliveryRepository(service.store.sql);
      const found = deliveries.list(query.get('webhook_id'), query.get('envelope_id'));
      return json(200, {
        data: found.map(({ id, webhook_id, event_id, event, status, next_attempt_at }) => ({
          id,
          webhook_id,
          event_id,
          event,
          status,
          attempts: deliveries.attempts(id).map((attempt) => ({ ...attempt, at: instant(attempt.at) })),
          next_attempt_at: instant(next_attempt_at),
        })),
      });
    },
  },
];
