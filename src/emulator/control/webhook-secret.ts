import { lazy } from '../../platform/lazy.js';
import { anyText, named, request, shape } from '../../contract/schema.js';
import { notFound } from '../domain/refusal.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { type ControlRoute, route } from './route.js';

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
    path: '/_emulator/webhooks/{webhookId}/secret',
    summary: 'Give an endpoint the webhook secret that stays, in place of its own',
    body: request({}),
    answer: webhookSecret,
    handle: ({ service, parameters }) =>
      service.store.commit(() => {
        const webhooks = webhookRepository(service.store.sql);
        const endpoint = webhooks.get(parameters['webhookId'] ?? '');
        if (endpoint === null) throw notFound();
        webhooks.update({ ...endpoint, secret });
        return { secret };
      }),
  }),
];
