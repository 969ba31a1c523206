import type { ErrorCode } from './error-codes.js';
import { errorCodes, type ErrorCodeRow } from './error-codes.js';
import type { Operation } from './operation.js';

/** Where the description makes the rule that a refusal follows: its heading, and the point or row under it. */

/** Under the operation's own heading. */
const own = 'own';
const endpoint = (heading: string): string => `Endpoints, ${heading}`;

const places: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthenticated: 'Authentication, 4',
  insufficient_scope: 'Authentication, 5',
  forbidden: 'Authentication, 6',
  test_key_cannot_send: 'Authentication, 7',
  test_key_cannot_read_documents: 'Authentication, 7',
  test_key_cannot_mint: 'Authentication, 7',
  test_key_cannot_edit_templates: 'Authentication, 7',
  api_key_owner_removed: 'Authentication, 8',
  not_found: endpoint('conventions'),
  invalid_request: own,
  idempotency_key_required: own,
  precondition_required: own,
  template_changed: own,
  witness_is_permanent: endpoint('PUT /api/v1/templates/{templateId}/people/{personId}'),
  field_unknown: endpoint('PATCH /api/v1/templates/{templateId}/fields/{fieldId}'),
  brand_unknown: endpoint('POST /api/v1/envelopes'),
  value_not_writable: endpoint('POST /api/v1/envelopes'),
  recipient_not_yet_turn: own,
  draft_not_available: own,
  rate_limited: 'Limits, Request rate',
  send_allowance_exhausted: 'Limits, Free plan',
  envelope_not_sent: 'States and transitions, Envelope',
  authorisation_not_revocable: 'States and transitions, Standing authorisation',
};

/** Properties whose bounds stand in a row of Limits, whatever operation takes them. */
const limited: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'Idempotency-Key',
  expires_at: 'Envelope `expires_at`',
  data_key: 'Field names',
  label: 'Field names',
  subject_key: 'Field names',
  subject_label: 'Field names',
  role_name: 'Field names',
};

/**
 * The place of a code's rule, such as `Authentication, 5`; for a code or an operation that the description does not
 * show, the assumption that fills the gap. `row` is null for a request that fits no operation.
 */
export function sectionOf(code: ErrorCode, row: Operation | null): string {
  const known: ErrorCodeRow = errorCodes[code];
  if (known.basis === 'assumed') return `Assumption ${known.assumption ?? ''}`.trim();
  const place = places[code] ?? `Errors, ${code}`;
  if (place !== own) return place;
  if (row === null) return `Errors, ${code}`;
  if (row.assumption !== undefined) return `Assumption ${row.assumption}`;
  return /^[A-Z]+ /.test(row.section) ? endpoint(row.section) : row.section;
}

/** The row of Limits that bounds a property (named by its path in the body) or a header, or null. */
export function limitSection(path: string): string | null {
  const name = /([^.[\]]+)(?:\[\d+\])*$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(limited, name) ? `Limits, ${limited[name]}` : null;
}
