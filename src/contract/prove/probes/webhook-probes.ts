import type { Probe } from '../probe.js';
import { answered, endpointId, nowhere, refused, registration } from './made.js';

/** Webhook endpoints: one of its own, which is deleted again. */
export const webhookProbes: readonly Probe[] = [
  {
    id: 'register-endpoint',
    title: 'A webhook endpoint is registered with its secret',
    about: ['POST /api/v1/webhooks', 'Webhook endpoint'],
    operation: 'registerWebhook',
    changes: 'endpoint',
    ask: answered(registration(nowhere[0] ?? ''), {
      others: nowhere.slice(1).map(registration),
      keeps: 'endpoint',
    }),
  },
  {
    id: 'get-endpoint',
    title: 'A webhook endpoint is read without its secret',
    about: ['GET /api/v1/webhooks/{webhookId}', 'Webhook endpoint'],
    operation: 'getWebhook',
    needs: ['endpoint'],
    ask: answered((facts) => ({ parameters: { webhookId: endpointId(facts) } }), {
      check: (body) => ('secret' in body ? 'it has the secret' : null),
    }),
  },
  {
    id: 'list-endpoints',
    title: 'Webhook endpoints are listed',
    about: ['GET /api/v1/webhooks'],
    operation: 'listWebhooks',
    ask: answered(() => ({})),
  },
  {
    id: 'update-endpoint',
    title: 'A webhook endpoint is switched off',
    about: ['A11'],
    operation: 'updateWebhook',
    needs: ['endpoint'],
    ask: answered((facts) => ({ parameters: { webhookId: endpointId(facts) }, body: { active: false } }), {
      check: ({ active }) => (active === false ? null : 'it is still active'),
    }),
  },
  {
    id: 'rotate-secret',
    title: 'The secret of a webhook endpoint is rotated',
    about: ['A11'],
    operation: 'rotateWebhookSecret',
    needs: ['endpoint'],
    ask: answered((facts) => ({ parameters: { webhookId: endpointId(facts) } }), {
      check: ({ secret }, { endpoint }) =>
        secret === endpoint?.['secret'] ? 'the secret is still the first one' : null,
    }),
  },
  {
    id: 'delete-endpoint',
    title: 'A webhook endpoint is deleted',
    about: ['A11'],
    operation: 'deleteWebhook',
    needs: ['endpoint'],
    ask: answered((facts) => ({ parameters: { webhookId: endpointId(facts) } }), {
      drops: 'endpoint',
    }),
  },
  ...(
    [
      ['endpoint-event', 'An unknown event is refused', () => ({ events: ['envelope.esign_prove'] })],
      ['endpoint-no-events', 'An endpoint without events is refused', () => ({ events: [] })],
      [
        'endpoint-http',
        'An endpoint without https is refused',
        (address: string) => ({ url: address.replace('https:', 'http:') }),
      ],
      [
        'endpoint-private',
        'An endpoint on a private address is refused',
        (_: string, mark: string) => ({ url: `https://10.0.0.1/${mark}` }),
      ],
    ] as const
  ).map(([id, title, changes]): Probe => ({
    id,
    title,
    about: ['POST /api/v1/webhooks', 'Webhook endpoint'],
    operation: 'registerWebhook',
    // At another address the address itself might be what is refused.
    needs: ['address'],
    ask: refused('invalid_request', ({ address = '', mark }) => ({
      body: { url: address, events: ['envelope.expired'], ...changes(address, mark) },
    })),
  })),
];
