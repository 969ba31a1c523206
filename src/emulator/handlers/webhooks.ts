import { disabled, revived, rotated, webhookBody, type WebhookEndpoint } from '../domain/webhook-endpoint.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { addressProblem } from '../domain/webhook-address.js';
import { dropQueued } from '../delivery/deliver.js';
import { json, type Handler } from '../http/exchange.js';
import type { Service } from '../service.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { activeBrand } from './active-brand.js';

/** Webhook endpoints: register, list, read, update, delete, rotate (Endpoints; A11). */

const register: Handler<'registerWebhook'> = ({ service, organisation, body, commit }) => {
  checkAddress(service, body.url);
  if (body.brand_id !== null) activeBrand(service, organisation, body.brand_id);
  const webhooks = webhookRepository(service.store.sql);
  return commit(() => {
    const { endpoints } = service.contract.limits.webhook;
    if (webhooks.list(organisation.id).length >= endpoints) {
      const message = `The organisation already has ${endpoints} webhook endpoints. Delete one first.`;
      throw new Refusal('invalid_request', message, { 'Esign-Assumption': 'A18' });
    }
    const endpoint: WebhookEndpoint = {
      id: service.random.uuid(),
      organisation_id: organisation.id,
      url: body.url,
      subscribed_events: body.events,
      brand_id: body.brand_id,
      active: true,
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: service.clock.now(),
      secret: service.lastingSecrets.take(body.url) ?? newSecret(service),
      previous_secret: null,
      rotated_at: null,
    };
    webhooks.insert(endpoint);
    return json(201, { ...webhookBody(endpoint), secret: endpoint.secret });
  });
};

const list: Handler<'listWebhooks'> = ({ service, organisation }) =>
  json(200, { data: webhookRepository(service.store.sql).list(organisation.id).map(webhookBody) });

const get: Handler<'getWebhook'> = ({ service, organisation, parameters }) =>
  json(200, webhookBody(find(service, organisation.id, parameters.webhookId)));

const update: Handler<'updateWebhook'> = ({ service, organisation, parameters, body, commit }) =>
  commit(() => {
    const before = find(service, organisation.id, parameters.webhookId);
    if (body.url !== undefined) checkAddress(service, body.url);
    if (body.brand_id != null) activeBrand(service, organisation, body.brand_id);
    const changed: WebhookEndpoint = {
      ...before,
      url: body.url ?? before.url,
      subscribed_events: body.events ?? before.subscribed_events,
      brand_id: body.brand_id === undefined ? before.brand_id : body.brand_id,
    };
    const after = switched(changed, body.active, service.clock.now());
    webhookRepository(service.store.sql).update(after);
    if (!after.active) dropQueued(service.store, service.jobs, after.id);
    return json(200, webhookBody(after));
  });

/** `active: true` also restarts an active endpoint; `active: false` keeps an earlier reason (A11). */
function switched(endpoint: WebhookEndpoint, active: boolean | undefined, now: number): WebhookEndpoint {
  if (active === undefined) return endpoint;
  if (active) return revived(endpoint);
  return endpoint.active ? disabled(endpoint, now, 'Deactivated through the API.') : endpoint;
}

const remove: Handler<'deleteWebhook'> = ({ service, organisation, parameters, commit }) =>
  commit(() => {
    const { id } = find(service, organisation.id, parameters.webhookId);
    dropQueued(service.store, service.jobs, id);
    webhookRepository(service.store.sql).remove(id);
    return { status: 204 };
  });

const rotate: Handler<'rotateWebhookSecret'> = ({ service, organisation, parameters, commit }) =>
  commit(() => {
    const before = find(service, organisation.id, parameters.webhookId);
    const after = rotated(before, newSecret(service), service.clock.now());
    webhookRepository(service.store.sql).update(after);
    return json(200, { ...webhookBody(after), secret: after.secret });
  });

export const webhookHandlers = {
  registerWebhook: register,
  listWebhooks: list,
  getWebhook: get,
  updateWebhook: update,
  deleteWebhook: remove,
  rotateWebhookSecret: rotate,
};

function find(service: Service, organisationId: string, id: string): WebhookEndpoint {
  const found = webhookRepository(service.store.sql).find(organisationId, id);
  if (found === null) throw notFound();
  return found;
}

function checkAddress(service: Service, url: string): void {
  const problem = addressProblem(url, service.settings.strict);
  if (problem !== null) throw new Refusal('invalid_request', `url ${problem}.`);
}

/** The UTF-8 text as shown is the HMAC key. */
const newSecret = (service: Service): string => `whsec_${service.random.bytes(32).toString('base64url')}`;
