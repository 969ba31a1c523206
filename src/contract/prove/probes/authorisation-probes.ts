import type { Probe } from '../probe.js';
import { nothing } from './made.js';

/** Standing authorisations: nobody is asked for one. */
export const authorisationProbes: readonly Probe[] = [
  {
    id: 'authorisation-path',
    title: 'Requesting an authorisation takes an Idempotency-Key',
    about: ['A12'],
    operation: 'createAuthorisation',
    needs: [],
    changes: 'nothing',
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
    needs: [],
    changes: 'nothing',
    ask: { kind: 'answer', question: () => ({ query: { limit: 1 } }) },
  },
  {
    id: 'revoke-nothing',
    title: 'An authorisation that is not there is not revoked',
    about: ['POST /api/v1/standing-authorisations/{authorisationId}/revoke'],
    operation: 'revokeAuthorisation',
    needs: [],
    changes: 'nothing',
    ask: {
      kind: 'refusal',
      question: () => ({ parameters: { authorisationId: nothing }, body: { reason: 'esign prove' } }),
      code: 'not_found',
    },
  },
];
