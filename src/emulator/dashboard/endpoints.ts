import { missing, Refusal } from '../domain/refusal.js';
import { signingSecrets } from '../domain/webhook-endpoint.js';
import type { Service } from '../service.js';
import type { DeliveryStatus } from '../store/delivery-repository.js';
import { type DeliveryRow, overviewRepository } from '../store/overview-repository.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { pageOf, positionOf, readSize, searchOf } from './list-page.js';
import type {
  DeliveryState,
  EndpointDelivery,
  EndpointDetail,
  EndpointRow,
  EndpointState,
  ListPage,
} from './shapes.js';
import { attemptEntry } from './timeline.js';

const instantOf = (time: number): string => new Date(time).toISOString();
const orNull = (time: number | null): string | null => (time === null ? null : instantOf(time));

const stateOf = (active: boolean, failingSince: number | null): EndpointState =>
  !active ? 'disabled' : failingSince === null ? 'active' : 'failing';

/** One page of the webhook endpoints of all organisations, newest first. Throws invalid_request. */
export function listEndpoints(service: Service, query: URLSearchParams): ListPage<EndpointRow> {
  const active = query.get('active');
  if (active !== null && active !== 'true' && active !== 'false') {
    throw new Refusal('invalid_request', 'active must be true or false.');
  }
  const overview = overviewRepository(service.store.sql);
  const page = { text: searchOf(query), before: positionOf(query), max: readSize };
  const found = overview.endpoints({ ...page, active: active === null ? null : active === 'true' });
  return pageOf(service, found, overview.count('webhooks'), (endpoint) => ({
    id: endpoint.id,
    url: endpoint.url,
    state: stateOf(endpoint.active === 1, endpoint.failing_since),
    created_at: instantOf(endpoint.created_at),
    queued: endpoint.queued,
    failed: endpoint.failed,
  }));
}

/** One endpoint, without its secrets. Throws not_found. */
export function endpointDetail(service: Service, id: string): EndpointDetail {
  const endpoint = webhookRepository(service.store.sql).get(id);
  if (endpoint === null) throw missing('This endpoint does not exist, or was deleted.');
  const { rotationGraceHours } = service.contract.limits.webhook;
  const { previous } = signingSecrets(endpoint, service.clock.now(), rotationGraceHours);
  const since = endpoint.rotated_at ?? endpoint.created_at;
  return {
    id: endpoint.id,
    url: endpoint.url,
    state: stateOf(endpoint.active, endpoint.failing_since),
    events: endpoint.subscribed_events,
    brand_id: endpoint.brand_id,
    created_at: instantOf(endpoint.created_at),
    last_success_at: orNull(endpoint.last_success_at),
    failing_since: orNull(endpoint.failing_since),
    disabled_reason: endpoint.disabled_reason,
    secret_since: instantOf(since),
    previous_secret_until: previous === undefined ? null : instantOf(since + rotationGraceHours * hour),
  };
}

const hour = 3_600_000;

/** One page of the deliveries to an endpoint with their attempts, newest first. Throws invalid_request. */
export function endpointDeliveries(service: Service, id: string, query: URLSearchParams): ListPage<EndpointDelivery> {
  const overview = overviewRepository(service.store.sql);
  const found = overview.deliveriesTo(id, {
    before: positionOf(query),
    max: readSize,
    failed: query.get('failed') === 'true',
  });
  return pageOf(service, found, overview.countDeliveries(id), (delivery) => {
    const attempts = overview
      .deliveries({ delivery: delivery.id })
      .flatMap((row) => attemptEntry(service, row, attemptWords) ?? []);
    return {
      id: delivery.id,
      event: delivery.event,
      state: delivery.status === 'queued' && attempts.length > 0 ? 'retrying' : states[delivery.status],
      next_attempt_at: orNull(delivery.next_attempt_at),
      envelope_id: delivery.envelope_id,
      envelope_title: delivery.title,
      attempts,
    };
  });
}

const attemptWords = ({ number }: DeliveryRow, answered: string) => ({
  title: `Attempt ${number ?? 0}`,
  detail: answered,
});

const states: Readonly<Record<DeliveryStatus, DeliveryState>> = {
  queued: 'queued',
  delivered: 'delivered',
  exhausted: 'failed',
  dropped: 'cancelled',
};
