import type { ErrorCode } from './error-codes.js';
import type { Operation } from './operation.js';
import { isOperationId, type OperationId } from './operations.js';

/** Which statement a refusal follows, by its id: small tables, since the statements themselves are loaded late. */

/** The rule that describes an operation's request as a whole. */
const requests: Readonly<Record<OperationId, string>> = {
  listTemplates: 'templates.list-operation',
  createTemplate: 'create-template.operation',
  getTemplate: 'get-template.operation',
  listTemplatePeople: 'people.shape',
  decideTemplatePerson: 'decide.body',
  applyTemplatePerson: 'apply.operation',
  renameTemplateField: 'rename.one',
  renameTemplateFields: 'renames.operation',
  createNamingRun: 'naming.operation',
  acceptNamingRun: 'accept.no-overrides',
  createEnvelope: 'create.body',
  createOneOffEnvelope: 'one-off.operation',
  createEnvelopeBatch: 'batch.operation',
  getEnvelope: 'get.safe',
  sendEnvelope: 'send.operation',
  voidEnvelope: 'void.reason',
  listEnvelopeDocuments: 'documents.operation',
  getEnvelopeDraft: 'draft.pdf',
  getDocumentPage: 'page.operation',
  mintSigningUrl: 'mint.no-body',
  registerWebhook: 'register.url',
  listWebhooks: 'webhooks.list',
  getWebhook: 'webhooks.get',
  updateWebhook: 'webhook-update.operation',
  deleteWebhook: 'webhook-delete.operation',
  rotateWebhookSecret: 'webhook-rotate.operation',
  createAuthorisation: 'authorisation-create.operation',
  listAuthorisations: 'authorisation-list.operation',
  getAuthorisation: 'authorisations.get',
  cancelAuthorisation: 'authorisation-cancel.operation',
  revokeAuthorisation: 'revoke.reason',
  getSpecification: 'specification.path',
};

/** Codes that mean the same wherever they are met. */
const anywhere: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthenticated: 'auth.one-401',
  insufficient_scope: 'auth.insufficient-scope',
  forbidden: 'auth.plan',
  test_key_cannot_send: 'testkey.send',
  test_key_cannot_read_documents: 'testkey.documents',
  test_key_cannot_mint: 'testkey.mint',
  test_key_cannot_edit_templates: 'testkey.no-rename',
  api_key_owner_removed: 'auth.owner-removed',
  not_found: 'conventions.one-404',
  rate_limited: 'rate.values',
  send_allowance_exhausted: 'limits.free-plan',
  witness_is_permanent: 'decide.witness-permanent',
  field_unknown: 'rename.field-unknown',
  brand_unknown: 'create.brand',
  value_not_writable: 'create.values-not-writable',
  recipient_not_yet_turn: 'mint.turn',
  draft_not_available: 'draft.not-available',
  envelope_not_sent: 'state.void-refused',
  envelope_not_draft: 'send.not-draft',
  envelope_not_open: 'mint.codes',
  recipient_not_embedded: 'mint.codes',
  recipient_already_acted: 'mint.codes',
  authorisation_not_revocable: 'mandate.not-revocable',
  authorisation_not_cancellable: 'authorisation-cancel.other-states',
};

/** Codes with a rule of the operation: its own for the code (`ofOperation`), or the one for its request (`requests`). */
const own: readonly ErrorCode[] = [
  'invalid_request',
  'idempotency_key_required',
  'precondition_required',
  'template_changed',
];

const ofOperation: Partial<Readonly<Record<OperationId, Partial<Readonly<Record<ErrorCode, string>>>>>> = {
  decideTemplatePerson: {
    precondition_required: 'decide.if-match',
    template_changed: 'decide.if-match-stale',
    test_key_cannot_edit_templates: 'testkey.no-decision',
  },
  applyTemplatePerson: {
    template_changed: 'apply.if-match',
    test_key_cannot_edit_templates: 'testkey.no-decision',
  },
  acceptNamingRun: {
    template_changed: 'accept.unchanged-only',
    test_key_cannot_edit_templates: 'testkey.no-decision',
  },
  renameTemplateField: {
    precondition_required: 'rename.if-match',
    template_changed: 'rename.if-match-stale',
  },
  createEnvelope: { idempotency_key_required: 'create.key-required' },
  voidEnvelope: { idempotency_key_required: 'void.key-required' },
  sendEnvelope: { invalid_request: 'send.empty-body' },
};

/** Properties and headers that have a rule of their own, whatever operation takes them. */
const ofProperty: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'limits.idempotency-key',
  expires_at: 'limits.expires-at',
  data_key: 'limits.data-key',
  label: 'limits.label',
  subject_key: 'limits.subject-key',
  subject_label: 'limits.names',
  role_name: 'limits.names',
};

/** Rules that a refusal names explicitly. */
export const jsonBodyRule = 'conventions.json-bodies';
export const draftCeilingRule = 'rate.draft-ceilings';

/** The id of the rule that a refusal follows. `row` is null for a request that fits no operation. */
export function ruleOf(code: ErrorCode, row: Operation | null): string {
  const id = row !== null && isOperationId(row.id) ? row.id : null;
  const rule = (id === null ? undefined : ofOperation[id]?.[code]) ?? anywhere[code];
  if (rule !== undefined) return rule;
  return id !== null && own.includes(code) ? requests[id] : `error.${code}`;
}

/** The id of the rule about a property (named by its path in the body) or a header, or null. */
export function propertyRule(path: string): string | null {
  const name = /(?<![^.[\]])([^.[\]]+)(?:\[\d+\])*$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(ofProperty, name) ? (ofProperty[name] ?? null) : null;
}
