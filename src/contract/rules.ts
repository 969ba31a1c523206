import type { ErrorCode } from './error-codes.js';
import type { Operation } from './operation.js';

/** Which statement a refusal follows, by its id: small tables, since the statements themselves are loaded late. */

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

/** Codes that are about an operation's request: where its row names no rule for them, they follow the row's `rule`. */
const ofRequest: readonly ErrorCode[] = [
  'invalid_request',
  'idempotency_key_required',
  'precondition_required',
  'template_changed',
];

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
  const rule = row?.ruleOfCode?.[code] ?? anywhere[code];
  if (rule !== undefined) return rule;
  return row !== null && ofRequest.includes(code) ? row.rule : `error.${code}`;
}

/** The id of the rule about a property (named by its path in the body) or a header, or null. */
export function propertyRule(path: string): string | null {
  const name = /(?<![^.[\]])([^.[\]]+)(?:\[\d+\])*$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(ofProperty, name) ? (ofProperty[name] ?? null) : null;
}
