import * as v from 'valibot';
import { isObject } from '../../core/platform/json.js';
import {
  anyId,
  anyText,
  assumed,
  by,
  email,
  flag,
  instant,
  named,
  noted,
  oneOf,
  request,
  text,
  uuid,
} from '../schema.js';
import { withoutGuesses } from '../guesses.js';
import { lazy } from '../../core/platform/lazy.js';
import { limits } from '../limits.js';
import { operation, reads, writes } from '../operation.js';
import { batchAnswer, envelope, envelopeDocuments, signingUrl } from '../resources/envelope.js';
import { placedField } from '../resources/placed-field.js';
import { file } from './templates.js';

/** Envelopes: create, send, read, void, documents and signing URLs (Endpoints; A0 to A5). */

const guess = { guess: 'recipient.lengths' } as const;
const guessedText = (max: number) => v.optional(v.nullable(text(max, guess)), null);

/** A person in a request; the order of the array is the routing order (A0). */
export const recipientRequest = named(
  'RecipientRequest',
  request({
    role: text(limits.nameLength, { said: 'Limits' }),
    name: text(limits.nameLength, guess),
    email,
    job_title: guessedText(limits.nameLength),
    company: guessedText(limits.nameLength),
    embedded: v.optional(flag, false),
    external_ref: guessedText(255),
    standing_authorisation_id: assumed('A0', v.optional(v.nullable(uuid), null)),
  }),
);

/** A value for an address: subject (null is the signer's own) and data key (A0). */
export const valueRequest = named(
  'ValueRequest',
  request({
    subject: v.optional(v.nullable(anyText), null),
    key: v.pipe(anyText, v.minLength(1, 'must not be empty'), by({ guess: 'value.key-empty' })),
    value: assumed(
      'A0',
      v.nullable(
        v.union([anyText, flag, v.array(anyText)], 'must be a string, true or false, an array of strings, or null'),
      ),
    ),
    locked: v.optional(flag, false),
  }),
);

/** The same person without the bounds that we guess: what breaks it is refused before it is sent. */
export const describedRecipient = lazy(() => withoutGuesses(recipientRequest, 'described'));

const recipients = v.pipe(
  v.array(recipientRequest, 'must be an array'),
  v.minLength(1, 'must name at least one recipient'),
  by({ guess: 'recipient.at-least-one' }),
);
const values = v.optional(v.array(valueRequest, 'must be an array'), []);
const titleText = text(limits.titleLength, { guess: 'create.title' });
const title = v.optional(v.nullable(titleText), null);

/** What every creation may choose; none of it can be changed afterwards. */
const sending = {
  send: v.optional(flag, false),
  expires_at: noted(v.optional(v.nullable(instant), null), {
    description: `At least ${limits.expiry.minHours} hour and at most ${limits.expiry.maxDays} days ahead`,
  }),
  brand_id: v.optional(v.nullable(uuid), null),
  completion_delivery: v.optional(oneOf(['service', 'integrator']), 'integrator'),
};

/** Anything but a plain no counts: the service alone knows what else it reads as a yes. */
const isSent = (body: unknown): boolean =>
  isObject(body) && body['send'] !== undefined && body['send'] !== null && body['send'] !== false;
const sends = (says: string) => ({ to: 'recipients', says, when: isSent }) as const;
const sendsAtOnce = sends('This creates the envelope and sends it to its recipients');
const sendsAll = sends('This creates many envelopes and sends each to its recipients');

/** A draft mails nobody, but it cannot be deleted. */
const keepsDrafts = {
  says: 'This creates many drafts, which cannot be deleted',
  when: (body: unknown): boolean => !isSent(body),
} as const;

const createErrors = [
  'template_archived',
  'template_unusable',
  'template_has_no_fields',
  'recipient_role_unknown',
  'recipient_role_missing',
  'recipient_role_duplicated',
  'value_subject_unknown',
  'value_address_unknown',
  'value_not_writable',
  'value_not_lockable',
  'locked_answer_missing',
  'locked_answer_unusable',
  'cannot_be_drawn',
  'brand_unknown',
  'send_allowance_exhausted',
  'test_key_cannot_send',
] as const;

/** What the rows of the three creations share. */
const creates = {
  ...writes,
  scope: 'envelopes:write',
  parameters: {},
  idempotencyKey: 'required',
  autoRetry: 'never',
  repeatable: 'with_key',
  testKey: 'mails',
  emits: ['envelope.sent'],
} as const;

export const createEnvelope = operation(() => ({
  ...creates,
  id: 'createEnvelope',
  path: '/api/v1/envelopes',
  summary: 'Create an envelope from a template, optionally sending it',
  section: 'POST /api/v1/envelopes',
  rule: 'create.body',
  ruleOfCode: { idempotency_key_required: 'create.key-required' },
  basis: 'described',
  // A template id that is not a uuid names nothing and is the one 404, not a malformed body (A18).
  body: request({ template_id: anyId, title: assumed('A16', title), recipients, values, ...sending }),
  mails: sendsAtOnce,
  answer: { kind: 'json', status: 201, body: envelope() },
  errors: ['not_found', ...createErrors],
}));

export const createOneOffEnvelope = operation(() => ({
  ...creates,
  id: 'createOneOffEnvelope',
  path: '/api/v1/envelopes/one-off',
  summary: 'Create an envelope that carries its own documents',
  section: 'A1',
  rule: 'one-off.operation',
  basis: 'assumed',
  assumption: 'A1',
  body: request({
    title: titleText,
    documents: v.pipe(v.array(file, 'must be an array'), v.minLength(1, 'must name at least one file')),
    recipients,
    values,
    fields: v.optional(v.array(placedField, 'must be an array'), []),
    ...sending,
  }),
  mails: sendsAtOnce,
  answer: { kind: 'json', status: 201, body: envelope() },
  errors: ['service_unavailable', ...createErrors],
}));

export const createEnvelopeBatch = operation(() => ({
  ...creates,
  id: 'createEnvelopeBatch',
  path: '/api/v1/envelopes/batches',
  summary: 'Create many envelopes from one template; each row is validated by itself',
  section: 'A2',
  rule: 'batch.operation',
  basis: 'assumed',
  assumption: 'A2',
  body: request({
    template_id: anyId,
    rows: v.pipe(
      v.array(named('BatchRowRequest', request({ title, recipients, values })), 'must be an array'),
      v.minLength(1, 'must hold at least one row'),
      v.maxLength(limits.requestsPerMinute.paid, `must hold at most ${limits.requestsPerMinute.paid} rows`),
    ),
    ...sending,
  }),
  mails: sendsAll,
  destructive: keepsDrafts,
  answer: { kind: 'json', status: 200, body: batchAnswer() },
  errors: ['not_found', ...createErrors],
}));

export const getEnvelope = operation(() => ({
  ...reads,
  id: 'getEnvelope',
  path: '/api/v1/envelopes/{envelopeId}',
  summary: 'Read one envelope as it stands',
  section: 'GET /api/v1/envelopes/{envelopeId}',
  rule: 'get.safe',
  basis: 'described',
  scope: 'envelopes:read',
  parameters: { envelopeId: 'uuid' },
  answer: { kind: 'json', status: 200, body: envelope() },
  errors: [],
}));

export const sendEnvelope = operation(() => ({
  ...writes,
  id: 'sendEnvelope',
  path: '/api/v1/envelopes/{envelopeId}/send',
  summary: 'Send a draft envelope to its recipients',
  section: 'A3',
  rule: 'send.operation',
  ruleOfCode: { invalid_request: 'send.empty-body' },
  basis: 'assumed',
  assumption: 'A3',
  scope: 'envelopes:write',
  parameters: { envelopeId: 'uuid' },
  body: request({}),
  bodyOptional: true,
  idempotencyKey: 'required',
  autoRetry: 'never',
  mails: { to: 'recipients', says: 'This sends the envelope to its recipients' },
  guardedByState: true,
  repeatable: 'with_key',
  testKey: 'mails',
  answer: { kind: 'json', status: 200, body: envelope() },
  errors: ['envelope_not_draft', 'send_allowance_exhausted', 'test_key_cannot_send'],
  emits: ['envelope.sent'],
}));

export const voidEnvelope = operation(() => ({
  ...writes,
  id: 'voidEnvelope',
  path: '/api/v1/envelopes/{envelopeId}/void',
  summary: 'Withdraw a sent envelope, with a reason',
  section: 'POST /api/v1/envelopes/{envelopeId}/void',
  rule: 'void.reason',
  ruleOfCode: { idempotency_key_required: 'void.key-required' },
  basis: 'described',
  scope: 'envelopes:write',
  parameters: { envelopeId: 'uuid' },
  body: request({
    reason: text(limits.voidReasonLength, { said: 'POST /api/v1/envelopes/{envelopeId}/void' }),
  }),
  outsideFingerprint: ['reason'],
  idempotencyKey: 'required',
  autoRetry: 'never',
  destructive: { says: 'This withdraws the envelope for everybody' },
  guardedByState: true,
  repeatable: 'with_key',
  testKey: 'shared',
  answer: { kind: 'json', status: 200, body: envelope() },
  errors: ['envelope_not_sent', 'cannot_be_drawn'],
  emits: ['envelope.voided'],
}));

export const listEnvelopeDocuments = operation(() => ({
  ...reads,
  id: 'listEnvelopeDocuments',
  path: '/api/v1/envelopes/{envelopeId}/documents',
  summary: 'List the documents of an envelope and whether they are sealed',
  section: 'A4',
  rule: 'documents.operation',
  basis: 'assumed',
  assumption: 'A4',
  scope: 'documents:read',
  parameters: { envelopeId: 'uuid' },
  answer: { kind: 'json', status: 200, body: envelopeDocuments() },
  errors: ['test_key_cannot_read_documents'],
}));

export const getEnvelopeDraft = operation(() => ({
  ...reads,
  id: 'getEnvelopeDraft',
  path: '/api/v1/envelopes/{envelopeId}/documents/{position}/draft',
  summary: 'Render a document as it stands mid-flight, stamped DRAFT',
  section: 'GET /api/v1/envelopes/{envelopeId}/documents/{position}/draft',
  rule: 'draft.pdf',
  basis: 'described',
  scope: 'documents:read',
  parameters: { envelopeId: 'uuid', position: 'position' },
  answer: { kind: 'pdf', status: 200, disposition: 'attachment' },
  errors: ['draft_not_available', 'test_key_cannot_read_documents', 'service_unavailable'],
}));

export const getDocumentPage = operation(() => ({
  ...reads,
  id: 'getDocumentPage',
  path: '/api/v1/documents/{documentId}/pages/{page}',
  summary: 'Read one page of a document as a PDF',
  section: 'A5',
  rule: 'page.operation',
  basis: 'assumed',
  assumption: 'A5',
  scope: 'documents:read',
  parameters: { documentId: 'uuid', page: 'position' },
  answer: { kind: 'pdf', status: 200, disposition: 'inline' },
  errors: ['test_key_cannot_read_documents', 'service_unavailable'],
}));

export const mintSigningUrl = operation(() => ({
  ...writes,
  id: 'mintSigningUrl',
  path: '/api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url',
  summary: 'Mint a short-lived single-use URL for an embedded signer',
  section: 'POST /api/v1/envelopes/{envelopeId}/recipients/{recipientId}/signing-url',
  rule: 'mint.no-body',
  basis: 'described',
  scope: 'envelopes:write',
  parameters: { envelopeId: 'uuid', recipientId: 'uuid' },
  body: request({}),
  bodyOptional: true,
  autoRetry: 'harmless',
  repeatable: 'never',
  testKey: 'sandbox',
  secretAnswer: true,
  answer: { kind: 'json', status: 200, body: signingUrl() },
  errors: [
    'envelope_not_open',
    'recipient_not_embedded',
    'recipient_already_acted',
    'recipient_not_yet_turn',
    'test_key_cannot_mint',
  ],
}));

export type RecipientRequest = v.InferInput<typeof recipientRequest>;
export type ValueRequest = v.InferInput<typeof valueRequest>;
