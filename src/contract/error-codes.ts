/** The closed set of error codes: status, retry class, meaning and what to do next (Errors; assumptions A3, A12, A16, A18). */

/** How a refusal may be repeated. Four policies, each with its own schedule, or none; `turn` waits for a person. */
export type RetryClass =
  | 'none'
  | 'rate_limited'
  | 'internal_error'
  | 'service_unavailable'
  | 'request_in_progress'
  | 'turn';

export type Basis = 'described' | 'assumed';

export interface ErrorCodeRow {
  readonly status: number;
  readonly retry: RetryClass;
  /** `assumed` when the code itself is not in the description. */
  readonly basis: Basis;
  /** `assumed` when the HTTP status is not in the description, even if the code is. */
  readonly statusBasis: Basis;
  readonly assumption?: string;
  readonly meaning: string;
  /** What to do, starting with a verb. */
  readonly next: string;
}

const described = (status: number, meaning: string, next: string, retry: RetryClass = 'none'): ErrorCodeRow => ({
  status,
  retry,
  basis: 'described',
  statusBasis: 'described',
  meaning,
  next,
});

const statusAssumed = (status: number, meaning: string, next: string): ErrorCodeRow => ({
  status,
  retry: 'none',
  basis: 'described',
  statusBasis: 'assumed',
  assumption: 'A16',
  meaning,
  next,
});

const assumed = (status: number, assumption: string, meaning: string, next: string): ErrorCodeRow => ({
  status,
  retry: 'none',
  basis: 'assumed',
  statusBasis: 'assumed',
  assumption,
  meaning,
  next,
});

export const errorCodes = {
  unauthenticated: described(
    401,
    'The credential is absent, unreadable, unknown, wrong or revoked; the service does not say which.',
    'Check which key is used with `esign whoami`, then `esign login`.',
  ),
  forbidden: described(
    403,
    'The plan does not grant this operation, or the plan cannot be established.',
    'Use an organisation whose plan includes it; the Free plan cannot create templates, for example.',
  ),
  insufficient_scope: described(
    403,
    'The key is valid but lacks the scope that this operation requires.',
    'Mint a new key that names the scope in Settings; the scopes of a key never change.',
  ),
  not_found: described(
    404,
    'The resource does not exist, is archived or deleted, or your organisation or a test key cannot access it.',
    'Check the ID and whether the key belongs to the right organisation and mode.',
  ),
  invalid_request: described(
    400,
    'The request is malformed: its shape, a value out of range, an unreadable file, or a text tag that cannot be placed.',
    'Correct the property that the message names.',
  ),
  rate_limited: described(
    429,
    'The rate limit of the key or the limit on drafts is reached, or a batch has more rows than the rate limit allows.',
    'Wait as long as Retry-After says; a refused request counts too.',
    'rate_limited',
  ),
  internal_error: described(
    500,
    'The service failed.',
    'Try again with the same Idempotency-Key, three attempts at the most, then tell the people who run the service.',
    'internal_error',
  ),
  service_unavailable: described(
    503,
    'A renderer that the service depends on does not answer; nothing was created and no allowance was spent.',
    'Try again in a few seconds with the same Idempotency-Key.',
    'service_unavailable',
  ),
  idempotency_key_required: described(
    400,
    'The operation takes an Idempotency-Key and none was sent.',
    'Send the header Idempotency-Key; every esign command does so by itself.',
  ),
  idempotency_key_reused: described(
    409,
    'The Idempotency-Key was already used for a different request.',
    'Use a new key for a new request; keep the old one for repeats of the old request only.',
  ),
  request_in_progress: described(
    409,
    'The first request with this Idempotency-Key is still running.',
    'Repeat the identical request; its result is replayed once the first one has finished.',
    'request_in_progress',
  ),
  template_archived: described(
    404,
    'The template was retired.',
    'Use the template that replaced it (`esign template list`).',
  ),
  template_unusable: described(
    422,
    'The template cannot produce an envelope.',
    'Look at the warnings of the template (`esign template get ID`) and upload a corrected file.',
  ),
  template_has_no_fields: described(
    422,
    'The template has no fields, so nobody could sign anything.',
    'Add form fields or text tags to the file and create the template again.',
  ),
  recipient_role_unknown: described(
    422,
    'A recipient names a role that the template does not declare; roles are matched by exact name.',
    'Use one of the role names of `esign template get ID`, or decide who the people on the form are with `esign template wizard ID`.',
  ),
  recipient_role_missing: described(
    422,
    'A role with fields has no recipient.',
    'Add a recipient for the role that the message names.',
  ),
  recipient_role_duplicated: described(
    422,
    'Two recipients share a role that is not a cc.',
    'Give each signing role one recipient.',
  ),
  value_subject_unknown: described(
    422,
    'A value names a subject that the template does not declare.',
    'Use a subject key of `esign template get ID`, or none for the signer’s own.',
  ),
  value_address_unknown: described(
    422,
    'No field of the template has this subject and data key.',
    'Look up the addresses with `esign template fields ID`.',
  ),
  value_not_writable: described(
    422,
    'The address names only fields that a caller may not fill, such as a signature.',
    'Leave the value out; the signer fills it.',
  ),
  value_not_lockable: described(
    422,
    'The title and company of a signer cannot be locked.',
    'Send the value without `locked`.',
  ),
  locked_answer_missing: described(
    422,
    'A locked, required field, or a locked question with a minimum, has no answer.',
    'Give the answer, or do not lock it.',
  ),
  locked_answer_unusable: described(
    422,
    'A locked answer is one that the field rejects, or a question is answered more often than it allows.',
    'Use an answer that the field accepts.',
  ),
  cannot_be_drawn: described(
    422,
    'A text contains a character that cannot be drawn into the PDF.',
    'Replace the character that the message names.',
  ),
  send_allowance_exhausted: described(
    402,
    'The allowance of the Free plan is used up for this month.',
    'Wait for the next month or choose a paid plan; a test key is never stopped by it.',
  ),
  test_key_cannot_send: described(
    403,
    'A test key may send only sandbox envelopes, and e-mail only members of the organisation and confirmed addresses.',
    'Use an address of a member, confirm the address, make the recipient embedded, or use a live key.',
  ),
  test_key_cannot_read_documents: described(
    403,
    'A test key may read documents and drafts of sandbox envelopes only.',
    'Use a live key for an envelope that was created with one.',
  ),
  test_key_cannot_mint: described(
    403,
    'A test key may mint signing URLs for sandbox envelopes only.',
    'Use a live key for an envelope that was created with one.',
  ),
  test_key_cannot_edit_templates: described(
    403,
    'A test key may not name template fields.',
    'Use a live key whose scopes include naming templates; the emulator is the safe place to practise.',
  ),
  draft_not_available: described(
    422,
    'The envelope is still a draft, or the document has already been sealed.',
    'Read `esign envelope documents ID`; a sealed document is fetched with `esign envelope download ID`.',
  ),
  recipient_not_yet_turn: described(
    409,
    'It is not yet the turn of this recipient.',
    '`esign envelope show ID` says whose turn it is. Repeat the call when they have finished.',
    'turn',
  ),
  envelope_not_sent: statusAssumed(
    409,
    'The envelope is not out for signature, so it cannot be voided.',
    'Read its status with `esign envelope get ID`.',
  ),
  authorisation_not_revocable: described(
    409,
    'Only an active standing authorisation can be revoked.',
    'If it is still `invited`, cancel it with `esign authorisation cancel ID --reason REASON`.',
  ),
  precondition_required: statusAssumed(
    428,
    'The template is changed only with If-Match naming its current ETag.',
    'Read the template and send its ETag; every esign command does so by itself.',
  ),
  template_changed: statusAssumed(
    412,
    'The template changed since it was read.',
    'Read the template again, then decide on the change.',
  ),
  witness_is_permanent: statusAssumed(
    409,
    'A saved witness cannot be changed.',
    'Create the template again if the witness is wrong.',
  ),
  field_unknown: statusAssumed(
    422,
    'The template has no field with this id.',
    'Look up the field ids with `esign template fields ID`.',
  ),
  brand_unknown: statusAssumed(
    422,
    'The id names no live brand of the organisation; an archived one does not count.',
    'Leave the brand out for the default one, or use the id of a live brand.',
  ),
  api_key_owner_removed: statusAssumed(
    403,
    'The person who owns this key was removed from the organisation.',
    'Mint a new key as a current member.',
  ),
  envelope_not_draft: assumed(
    409,
    'A3',
    'The envelope was sent already, so it cannot be sent again.',
    'Read its status with `esign envelope get ID`.',
  ),
  authorisation_not_cancellable: assumed(
    409,
    'A12',
    'Only an authorisation that is still `invited` can be cancelled.',
    'If it is active, revoke it with `esign authorisation revoke ID --reason REASON`.',
  ),
  envelope_not_open: assumed(
    409,
    'A18',
    'The envelope is not open for signing.',
    'Read its status with `esign envelope get ID`.',
  ),
  recipient_not_embedded: assumed(
    409,
    'A18',
    'The recipient was not created with `embedded: true` and signs through the link in the invitation.',
    'Create the envelope with embedded=true for this recipient, or let them sign through the invitation.',
  ),
  recipient_already_acted: assumed(
    409,
    'A18',
    'The recipient has already signed, declined or delegated.',
    'Read the envelope for who is outstanding.',
  ),
} as const satisfies Record<string, ErrorCodeRow>;

export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

/** A refusal whose code the description shows, though not for this case. */
export interface AssumedRefusal {
  readonly code: ErrorCode;
  readonly assumption: string;
  /** The statement that says it. */
  readonly rule: string;
  /** The case and the reason for the code, in sentences. */
  readonly what: string;
}

/** The cases for which the description names no code, by the case. */
export const assumedRefusals = {
  wordWithoutConverter: {
    code: 'invalid_request',
    assumption: 'A7',
    rule: 'create-template.no-converter',
    what:
      'A Word file where no converter (LibreOffice) is installed is refused as a file that cannot be read: a retry ' +
      'cannot succeed. A converter that does not answer is service_unavailable.',
  },
} as const satisfies Readonly<Record<string, AssumedRefusal>>;
