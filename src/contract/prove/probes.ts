import type { Probe } from './probe.js';
import { creationProbes } from './probes/creation-probes.js';
import { draftProbes } from './probes/draft-probes.js';
import { sendingProbes } from './probes/sending-probes.js';
import { templateProbes } from './probes/template-probes.js';
import { webhookProbes } from './probes/webhook-probes.js';
import { answered, nothing, refused } from './probes/made.js';

/** Standing authorisations: nobody is asked for one. */
const authorisationProbes: readonly Probe[] = [
  {
    id: 'authorisation-path',
    title: 'Requesting an authorisation takes an Idempotency-Key',
    about: ['A12'],
    operation: 'createAuthorisation',
    ask: {
      kind: 'path',
      // Without a grantor there is nobody to be invited.
      question: () => ({ body: {}, idempotencyKey: 'none' }),
      words: ['authorisations', 'standing-authorizations', 'mandates'],
    },
  },
  {
    id: 'list-authorisations',
    title: 'Standing authorisations are listed in pages',
    about: ['A12', 'Standing authorisation'],
    operation: 'listAuthorisations',
    ask: answered(() => ({ query: { limit: 1 } })),
  },
  {
    id: 'revoke-nothing',
    title: 'An authorisation that is not there is not revoked',
    about: ['POST /api/v1/standing-authorisations/{authorisationId}/revoke'],
    operation: 'revokeAuthorisation',
    ask: refused('not_found', () => ({ parameters: { authorisationId: nothing }, body: { reason: 'esign prove' } })),
  },
];

/**
 * What can be asked of a service without harm, in the order in which it is asked: a name that one answer shows is known
 * to the questions after it. They are code, not data: each builds its request from earlier answers. The statements that
 * they try name them in `statements.json`.
 */
export const probes: readonly Probe[] = [
  ...templateProbes,
  ...draftProbes,
  ...creationProbes,
  ...webhookProbes,
  ...authorisationProbes,
  ...sendingProbes,
];
