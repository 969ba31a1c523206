import * as v from 'valibot';
import { anyText, email, instant, oneOf, request, text, uuid } from '../schema.js';
import { limits } from '../limits.js';
import { operation, reads, writes } from '../operation.js';
import { authorisation, authorisationList } from '../resources/authorisation.js';
import { authorisationStates } from '../states.js';
import { paging } from './paging.js';

/** Standing authorisations: request, read, cancel, revoke (Endpoints; A12). */

const guess = { guess: 'authorisation-create.lengths' } as const;
const name = text(limits.nameLength, guess);
const optionalText = v.optional(v.nullable(name), null);
const reason = request({
  reason: text(limits.authorisationReasonLength, {
    said: 'POST /api/v1/standing-authorisations/{authorisationId}/revoke',
  }),
});

export const createAuthorisation = operation(() => ({
  ...writes,
  id: 'createAuthorisation',
  path: '/api/v1/standing-authorisations',
  summary: 'Ask a grantor for a standing authorisation; the mandate is mailed to them',
  section: 'A12',
  rule: 'authorisation-create.operation',
  basis: 'assumed',
  assumption: 'A12',
  scope: 'authorisations:write',
  parameters: {},
  body: request({
    brand_id: uuid,
    legal_entity: request({ name, registration_number: optionalText }),
    grantor: request({ name, email, job_title: optionalText }),
    intended_use: text(1000, guess),
    valid_from: v.optional(v.nullable(instant), null),
    valid_until: instant,
    reference: optionalText,
  }),
  idempotencyKey: 'required',
  autoRetry: 'never',
  mails: { to: 'grantor', says: 'This emails the grantor a request for a standing authorisation' },
  repeatable: 'with_key',
  testKey: 'mails',
  answer: { kind: 'json', status: 201, body: authorisation() },
  errors: ['brand_unknown', 'test_key_cannot_send', 'cannot_be_drawn'],
}));

export const listAuthorisations = operation(() => ({
  ...reads,
  id: 'listAuthorisations',
  path: '/api/v1/standing-authorisations',
  summary: 'List the standing authorisations, newest first',
  section: 'A12',
  rule: 'authorisation-list.operation',
  basis: 'assumed',
  assumption: 'A12',
  scope: 'authorisations:read',
  parameters: {},
  query: request({
    ...paging,
    status: v.optional(oneOf(authorisationStates)),
    brand_id: v.optional(uuid),
    reference: v.optional(anyText),
  }),
  answer: {
    kind: 'json',
    status: 200,
    body: authorisationList(),
  },
  errors: [],
}));

export const getAuthorisation = operation(() => ({
  ...reads,
  id: 'getAuthorisation',
  path: '/api/v1/standing-authorisations/{authorisationId}',
  summary: 'Read one standing authorisation as it stands',
  section: 'GET /api/v1/standing-authorisations/{authorisationId}',
  rule: 'authorisations.get',
  basis: 'described',
  scope: 'authorisations:read',
  parameters: { authorisationId: 'uuid' },
  answer: { kind: 'json', status: 200, body: authorisation() },
  errors: [],
}));

/** What the rows of the two ends that an organisation can make share. */
const ends = () =>
  ({
    ...writes,
    scope: 'authorisations:write',
    parameters: { authorisationId: 'uuid' },
    body: reason,
    idempotencyKey: 'optional',
    autoRetry: 'harmless',
    guardedByState: true,
    repeatable: 'freely',
    testKey: 'sandbox',
    answer: { kind: 'json', status: 200, body: authorisation() },
  }) as const;

export const cancelAuthorisation = operation(() => ({
  ...ends(),
  id: 'cancelAuthorisation',
  path: '/api/v1/standing-authorisations/{authorisationId}/cancel',
  summary: 'Cancel an authorisation that is still waiting for its signature',
  section: 'A12',
  rule: 'authorisation-cancel.operation',
  basis: 'assumed',
  assumption: 'A12',
  destructive: { says: 'This cancels the request for a standing authorisation' },
  errors: ['authorisation_not_cancellable', 'cannot_be_drawn'],
}));

export const revokeAuthorisation = operation(() => ({
  ...ends(),
  id: 'revokeAuthorisation',
  path: '/api/v1/standing-authorisations/{authorisationId}/revoke',
  summary: 'Revoke an active authorisation, for documents not yet sent',
  section: 'POST /api/v1/standing-authorisations/{authorisationId}/revoke',
  rule: 'revoke.reason',
  basis: 'described',
  destructive: { says: 'This revokes the standing authorisation' },
  errors: ['authorisation_not_revocable', 'cannot_be_drawn'],
}));
