import {
  optional,
  request,
  rule,
  uuid,
  yes,
  anyText,
  named,
  nullable,
  listOf,
  shape,
  text,
  integerFrom,
} from '../../contract/schema.js';
import type { EventName } from '../../contract/events.js';
import type { EmulatorDelivery, EmulatorEvent } from '../api-types.js';
import { Refusal } from '../domain/refusal.js';
import { redeliver, redeliverFailed } from '../delivery/redeliver.js';
import type { ResponseLog } from '../delivery/response-log.js';
import type { Service } from '../service.js';
import { deliveryRepository, type Delivery, type DeliveryRepository } from '../store/delivery-repository.js';
import { eventRepository, type EventRepository } from '../store/event-repository.js';
import { attemptPage, deliveryList, deliveryPage, eventPage } from './answers.js';
import { type ControlRoute, limitOf, maxResults, numberOf, pageOf, route } from './route.js';
import { lazy } from '../../core/platform/lazy.js';

const instantOf = (time: number): string => new Date(time).toISOString();

const target = rule(
  request({ id: optional(uuid), failed: optional(yes), webhook_id: optional(uuid) }),
  ({ id, failed }) => (id === undefined) !== (failed === undefined),
  'must have either id, of a delivery or an event, or failed',
);

const responded = request({
  responses: listOf(
    request({
      event_id: text(200),
      webhook_id: uuid,
      url: text(2000),
      attempts: integerFrom(1, 1e6),
      status: nullable(integerFrom(100, 999)),
      milliseconds: integerFrom(0, 1e9),
      error: nullable(text(500)),
    }),
  ),
  causes: optional(listOf(request({ url: text(2000), words: text(2000) }))),
});

/** Events and their deliveries, without secrets and bodies. */
export const deliveryRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/events',
    summary: 'List the events in order',
    query: {
      after: 'only those with a later sequence',
      limit: 'the maximum number of results',
      envelope_id: 'only of this envelope',
    },
    body: null,
    answer: eventPage,
    handle({ service, query }) {
      const max = limitOf(query, maxResults);
      const found = listEvents(service, {
        envelope_id: query.get('envelope_id'),
        after: numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0,
        max: max + 1,
      });
      return pageOf(found, max);
    },
  }),
  route({
    method: 'GET',
    path: '/_emulator/deliveries',
    summary: 'List the deliveries with every attempt',
    query: {
      after: 'only those that were created after the delivery with this ID',
      limit: 'the maximum number of results',
      webhook_id: 'only to this endpoint',
      envelope_id: 'only of this envelope',
    },
    body: null,
    answer: deliveryPage,
    handle({ service, query }) {
      const max = limitOf(query, maxResults);
      const after = query.get('after');
      if (after !== null && deliveryRepository(service.store.sql).find(after) === null) {
        throw new Refusal('invalid_request', 'after must be the ID of a delivery.');
      }
      const found = listDeliveries(service, {
        webhook_id: query.get('webhook_id'),
        envelope_id: query.get('envelope_id'),
        after,
        max: max + 1,
      });
      return pageOf(found, max);
    },
  }),
  route({
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
    answer: attemptPage,
    handle({ service, query }) {
      const deliveries = deliveryRepository(service.store.sql);
      const after = numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
      const found = deliveries.log({
        after,
        max: limitOf(query),
        webhook_id: query.get('webhook_id'),
        envelope_id: query.get('envelope_id'),
      });
      return {
        data: found.map(({ sequence, at, number, copy, ...rest }) => ({
          sequence,
          at: instantOf(at),
          attempt: number,
          copy,
          ...rest,
          app: appOf(service, rest),
        })),
        last: found.at(-1)?.sequence ?? Math.max(after, deliveries.lastLogged()),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/deliveries/app-responses',
    summary: 'Tell what the app behind a listener answered to deliveries, and what is wrong with it',
    body: responded,
    answer: null,
    handle({ service, body }) {
      const { deliveryResponses: log } = service;
      for (const { event_id, webhook_id, ...response } of body.responses) {
        log.keepApp({ event_id, webhook_id }, response);
      }
      for (const { url, words } of body.causes ?? []) log.keepCause(url, words);
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/deliveries/redeliver',
    summary: 'Send again one delivery, one event to all its subscribers, or all failed deliveries',
    body: target,
    status: 202,
    answer: deliveryList,
    handle: ({ service, body }) =>
      service.store.commit(() => {
        const webhook = body.webhook_id ?? null;
        const queued = body.id === undefined ? redeliverFailed(service, webhook) : redeliver(service, body.id, webhook);
        const events = eventRepository(service.store.sql);
        return {
          data: queued.flatMap((delivery) => {
            const event = events.find(delivery.event_id);
            return event === null ? [] : [shown(service, delivery, event.name)];
          }),
        };
      }),
  }),
];

/** The events in order, as the control routes return them. */
export const listEvents = (service: Service, page: Parameters<EventRepository['list']>[0]): readonly EmulatorEvent[] =>
  eventRepository(service.store.sql)
    .list(page)
    .map(({ sequence, id, name, created_at, envelope_id, recipient_id }) => ({
      sequence,
      id,
      event: name,
      created_at: instantOf(created_at),
      envelope_id,
      recipient_id,
    }));

/** The deliveries in order of creation, as the control routes return them. */
export const listDeliveries = (
  service: Service,
  page: Parameters<DeliveryRepository['list']>[0],
): readonly EmulatorDelivery[] =>
  deliveryRepository(service.store.sql)
    .list(page)
    .map((delivery) => shown(service, delivery, delivery.event));

/** What the app behind a listener answered, with what a listener found to be wrong with it. */
function appOf({ deliveryResponses: log }: Service, delivery: Parameters<ResponseLog['app']>[0]) {
  const app = log.app(delivery);
  if (app === null) return null;
  const isGood = app.status !== null && app.status >= 200 && app.status < 300;
  return { ...app, cause: isGood ? null : log.cause(app.url) };
}

function shown(service: Service, delivery: Delivery, event: EventName): EmulatorDelivery {
  const { id, webhook_id, event_id, status, next_attempt_at } = delivery;
  const attempts = deliveryRepository(service.store.sql).attempts(id);
  return {
    id,
    webhook_id,
    event_id,
    event,
    status,
    attempts: attempts.map((attempt) => ({ ...attempt, at: instantOf(attempt.at) })),
    next_attempt_at: next_attempt_at === null ? null : instantOf(next_attempt_at),
  };
}

const webhookSecret = lazy(() => named('WebhookSecret', shape({ secret: anyText })));

/**
 * The one webhook secret that stays across restarts, resets and endpoints, so that an app has to learn it once. The
 * service itself gives every endpoint a new one.
 */
export const webhookSecretRoutes = (secret: string): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/webhook-secret',
    summary: 'Return the webhook secret that stays, for the settings of an app',
    body: null,
    answer: webhookSecret,
    handle: () => ({ secret }),
  }),
  route({
    method: 'POST',
    path: '/_emulator/webhook-secret',
    summary: 'Give the next endpoint that is registered with this URL the webhook secret that stays, or another one',
    body: request({ url: anyText, secret: optional(text(500)) }),
    answer: webhookSecret,
    handle({ service, body }) {
      const given = body.secret ?? secret;
      service.lastingSecrets.want(body.url, given);
      return { secret: given };
    },
  }),
];
