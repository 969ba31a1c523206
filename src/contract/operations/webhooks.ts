import * as v from 'valibot';
import { isObject } from '../../core/platform/json.js';
import { anyText, by, described, flag, noted, oneOf, request, uuid } from '../schema.js';
import { eventNames } from '../events.js';
import { operation, reads, writes } from '../operation.js';
import { webhook, webhookList, webhookWithSecret } from '../resources/webhook.js';

/** Webhook endpoints: register, read, update, delete, rotate (Endpoints; A11). */

const registration = { said: 'POST /api/v1/webhooks' } as const;
const url = noted(
  v.pipe(
    anyText,
    v.minLength(1, 'must not be empty'),
    by(registration),
    v.maxLength(2048, 'must be at most 2048 characters'),
    by({ guess: 'webhook.url-length' }),
  ),
  { format: 'uri' },
);
/** Duplicates are collapsed; an empty array is refused, not read as everything. */
const events = v.pipe(
  v.array(oneOf(eventNames), 'must be an array'),
  v.minLength(1, 'must name at least one event'),
  by(registration),
  v.transform((names) => [...new Set(names)]),
);

/** Only switching an endpoint on again changes nothing for those that receive events now. */
const redirects = {
  says: 'This changes where events are delivered, or which',
  when: (body: unknown): boolean =>
    !isObject(body) || body['active'] !== true || Object.keys(body).some((name) => name !== 'active'),
} as const;

export const registerWebhook = operation(() => ({
  ...writes,
  id: 'registerWebhook',
  path: '/api/v1/webhooks',
  summary: 'Register a webhook endpoint; its secret is shown once',
  section: 'POST /api/v1/webhooks',
  rule: 'register.url',
  basis: 'described',
  scope: 'webhooks:write',
  parameters: {},
  body: request({ url, events, brand_id: v.optional(v.nullable(uuid), null) }),
  // A second one would receive every event too.
  autoRetry: 'never',
  repeatable: 'never',
  testKey: 'shared',
  secretAnswer: true,
  answer: { kind: 'json', status: 201, body: webhookWithSecret() },
  errors: ['brand_unknown'],
}));

export const listWebhooks = operation(() => ({
  ...reads,
  id: 'listWebhooks',
  path: '/api/v1/webhooks',
  summary: 'List the webhook endpoints, newest first',
  section: 'GET /api/v1/webhooks',
  rule: 'webhooks.list',
  basis: 'described',
  scope: 'webhooks:read',
  parameters: {},
  answer: { kind: 'json', status: 200, body: webhookList() },
  errors: [],
}));

export const getWebhook = operation(() => ({
  ...reads,
  id: 'getWebhook',
  path: '/api/v1/webhooks/{webhookId}',
  summary: 'Read one webhook endpoint',
  section: 'GET /api/v1/webhooks/{webhookId}',
  rule: 'webhooks.get',
  basis: 'described',
  scope: 'webhooks:read',
  parameters: { webhookId: 'uuid' },
  answer: { kind: 'json', status: 200, body: webhook() },
  errors: [],
}));

export const updateWebhook = operation(() => ({
  ...writes,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhookId}',
  summary: 'Change a webhook endpoint; `active: true` revives a disabled one',
  section: 'A11',
  rule: 'webhook-update.operation',
  basis: 'assumed',
  assumption: 'A11',
  scope: 'webhooks:write',
  parameters: { webhookId: 'uuid' },
  body: v.pipe(
    request({
      url: v.optional(url),
      events: v.optional(events),
      brand_id: v.optional(v.nullable(uuid)),
      active: described(v.optional(flag)),
    }),
    v.check((body) => Object.keys(body).length > 0, 'must change something'),
  ),
  autoRetry: 'harmless',
  destructive: redirects,
  repeatable: 'never',
  testKey: 'shared',
  answer: { kind: 'json', status: 200, body: webhook() },
  errors: ['brand_unknown'],
}));

export const deleteWebhook = operation(() => ({
  ...writes,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/v1/webhooks/{webhookId}',
  summary: 'Delete a webhook endpoint; its queued retries are dropped',
  section: 'A11',
  rule: 'webhook-delete.operation',
  basis: 'assumed',
  assumption: 'A11',
  scope: 'webhooks:write',
  parameters: { webhookId: 'uuid' },
  body: null,
  autoRetry: 'never',
  destructive: { says: 'This deletes the webhook endpoint and drops its queued retries' },
  guardedByState: true,
  repeatable: 'never',
  testKey: 'shared',
  answer: { kind: 'none', status: 204 },
  errors: [],
}));

export const rotateWebhookSecret = operation(() => ({
  ...writes,
  id: 'rotateWebhookSecret',
  path: '/api/v1/webhooks/{webhookId}/rotate-secret',
  summary: 'Replace the secret; the old one signs v0 for 24 hours',
  section: 'A11',
  rule: 'webhook-rotate.operation',
  basis: 'assumed',
  assumption: 'A11',
  scope: 'webhooks:write',
  parameters: { webhookId: 'uuid' },
  body: request({}),
  bodyOptional: true,
  idempotencyKey: 'optional',
  autoRetry: 'never',
  destructive: { says: 'This replaces the signing secret of the webhook endpoint' },
  repeatable: 'never',
  testKey: 'shared',
  secretAnswer: true,
  answer: { kind: 'json', status: 200, body: webhookWithSecret() },
  errors: [],
}));
