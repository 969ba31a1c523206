import type { Topic } from './topics.js';

/** A service that does otherwise than its description says. */
export const contractTopic: Topic = {
  name: 'contract',
  summary: 'correct what esign expects of a service',
  description: [
    'A contract file says what one service does otherwise than esign expects: one `name: value` a line, `#` for comments. With it the client, the emulator, `esign listen`, the webhook verifier and the OpenAPI description are that service.',
  ],
  parts: [
    {
      heading: 'USE',
      paragraphs: [
        'Give the file with --contract or ESIGN_CONTRACT, or keep it in a profile with `esign profile add` or `esign spec adopt --use`. `esign whoami` shows the file in use, and a wrong line is reported with its number.',
      ],
      examples: [
        {
          line: 'esign spec adopt https://api.example.com/api/v1/openapi.json -o contract.yaml',
          about: 'Write the file from the description that a service publishes.',
        },
        {
          line: 'esign emulator start --contract contract.yaml',
          about: 'Run the emulator as that service. Its profile has the file.',
        },
        {
          line: 'esign spec show --contract contract.yaml > openapi.json',
          about: 'Print the description with its lines.',
        },
      ],
    },
    {
      heading: 'LINES',
      items: [
        [
          'sendEnvelope.path: /api/v1/envelopes/{envelopeId}/dispatch',
          'The path of an operation; .method and .status too.',
        ],
        ['voidEnvelope.body.reason: comment', 'The name of a property of a body, .query or .answer.'],
        ['"*.external_ref": reference', 'The same wherever a path ends so.'],
        ['"*.status=partially_signed": in_progress', 'The word for a value.'],
        ['voidEnvelope.body.reason.max: 300', 'A bound: .max or .min.'],
        ['format.instants: unix_seconds', 'How instants are written; .format after a property for one alone.'],
        ['codes.envelope_not_sent: wrong_state', 'The name of an error code; .status and .retry too.'],
        ['headers.Service-Signature: X-Signature', 'The name of a header.'],
        ['scopes.envelopes:read: envelope.view', 'The name of a scope of an API key.'],
        ['events.envelope.sent: envelope.dispatched', 'The name of an event.'],
        ['delivery.body.event: type', 'The name of a property of a webhook delivery.'],
        ['limits.webhook.toleranceSeconds: 600', 'A limit or a time; lists are written [0, 1, 15].'],
      ],
    },
  ],
  seeAlso: 'esign-spec-adopt(1), esign-spec-check(1), esign-emulator-start(1)',
};
