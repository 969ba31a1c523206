import { lazy } from '../../core/platform/lazy.js';
import { anyText, named, optional, request, shape, text } from '../../contract/schema.js';
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
