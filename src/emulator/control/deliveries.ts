import { optional, request, rule, uuid, yes } from '../../contract/schema.js';
import { redeliver, redeliverFailed } from '../delivery/redeliver.js';
import { Refusal } from '../domain/refusal.js';
import { json } from '../http/exchange.js';
import type { Service } from '../service.js';
import { deliveryRepository, type Delivery } from '../store/delivery-repository.js';
import { eventRepository } from '../store/event-repository.js';
import { routeWithBody, type ControlRoute } from './route.js';

const instant = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** Log entries in one response, by default and at most. */
const logged = 1000;
const maxLogged = 10_000;

const target = rule(
  request({ id: optional(uuid), failed: optional(yes), webhook_id: optional(uuid) }),
  ({ id, failed }) => (id === undefined) !== (failed === undefined),
  'must have either id, of a delivery or an event, or failed',
);

/** Events and their deliveries, without secrets and bodies. */
export const deliveryRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_emulator/events',
    summary: 'List the events in order',
    query: {
      after: 'only those with a later sequence',
      limit: 'the maximum number of results',
      envelope_id: 'only of this envelope',
    },
    body: null,
    handle({ service, query }) {
      const max = numberOf(query, 'limit', 1, maxLogged) ?? maxLogged;
      const found = eventRepository(service.store.sql).list({
        envelope_id: query.get('envelope_id'),
        after: numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0,
        max: max + 1,
      });
      return json(200, {
        data: found.slice(0, max).map(({ sequence, id, name, created_at, envelope_id, recipient_id }) => ({
          sequence,
          id,
          event: name,
          created_at: instant(created_at),
          envelope_id,
          recipient_id,
        })),
        has_more: found.length > max,
      });
    },
  },
  {
    method: 'GET',
    path: '/_emulator/deliveries',
    summary: 'List the deliveries with every attempt',
    query: { webhook_id: 'only to this endpoint', envelope_id: 'only of this envelope' },
    body: null,
    handle({ service, query }) {
      const deliveries = deliveryRepository(service.store.sql);
      const found = deliveries.list(query.get('webhook_id'), query.get('envelope_id'));
      return json(200, { data: found.map((delivery) => shown(service, delivery, delivery.event)) });
    },
  },
  {
    method: 'GET',
    path: '/_emulator/deliveries/log',
    summary: 'List every attempt, in the order of completion',
    query: {
      after: 'only those with a later sequence',
      limit: 'the maximum number of results',
      webhook_id: 'only to this endpoint',
      envelope_id: 'only of this envelope',
    },
    body: null,
    handle({ service, query }) {
      const deliveries = deliveryRepository(service.store.sql);
      const after = numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
      const found = deliveries.log({
        after,
        max: numberOf(query, 'limit', 1, maxLogged) ?? logged,
        webhook_id: query.get('webhook_id'),
        envelope_id: query.get('envelope_id'),
      });
      return json(200, {
        data: found.map(({ sequence, at, number, copy, ...rest }) => ({
          sequence,
          at: instant(at),
          attempt: number,
          copy,
          ...rest,
        })),
        last: found.at(-1)?.sequence ?? Math.max(after, deliveries.lastLogged()),
      });
    },
  },
  routeWithBody({
    method: 'POST',
    path: '/_emulator/deliveries/redeliver',
    summary: 'Send again one delivery, one event to all its subscribers, or all failed deliveries',
    body: target,
    handle: ({ service, body }) =>
      service.store.commit(() => {
        const webhook = body.webhook_id?.toLowerCase() ?? null;
        const queued =
          body.id === undefined
            ? redeliverFailed(service, webhook)
            : redeliver(service, body.id.toLowerCase(), webhook);
        const events = eventRepository(service.store.sql);
        return json(202, {
          data: queued.map((delivery) => shown(service, delivery, events.find(delivery.event_id)?.name ?? '')),
        });
      }),
  }),
];

function shown(service: Service, delivery: Delivery, event: string): object {
  const { id, webhook_id, event_id, status, next_attempt_at } = delivery;
  const attempts = deliveryRepository(service.store.sql).attempts(id);
  return {
    id,
    webhook_id,
    event_id,
    event,
    status,
    attempts: attempts.map((attempt) => ({ ...attempt, at: instant(attempt.at) })),
    next_attempt_at: instant(next_attempt_at),
  };
}

function numberOf(query: URLSearchParams, name: string, min: number, max: number): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Refusal('invalid_request', `${name} must be a whole number from ${min} to ${max}.`);
}
