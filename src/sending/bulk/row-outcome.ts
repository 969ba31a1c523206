import { InputRefused, leavesOpen, RequestFailure, ServiceFailure } from '../../client/failure.js';
import type { CallResult } from '../../client/call.js';
import type { RateBudget } from '../../client/rate-budget.js';
import { retryKindOf } from '../../client/retry.js';
import type { ExitCode } from '../../cli/failure/exit-code.js';
import { exitCodeOf, explain } from '../../cli/failure/explain.js';
import { errorCodes, isErrorCode } from '../../contract/error-codes.js';
import { limits } from '../../contract/limits.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { KeyUsed } from '../../store/key-use.js';
import type { RowResult } from './bulk-line.js';

/** The row that a request is for. */
export interface RequestedRow {
  readonly number: number;
  readonly line: number;
  readonly key: string;
}

/** The outcome of one request: its result, and whether all other rows would fail the same way. */
export interface Outcome {
  readonly result: RowResult;
  readonly rate: RateBudget | undefined;
  /** The envelope existed before the row was first sent. */
  readonly wasThere?: boolean;
  /** Set when the run must stop. */
  readonly stops: Stop;
}

/** Why a run ended before its last row; null when it did not. */
export type Stop = { readonly code: string; readonly message: string; readonly hint: string | null } | null;

/** Refusals that concern all rows: the key, the template or the plan. */
const common = new Set([
  'unauthenticated',
  'forbidden',
  'insufficient_scope',
  'api_key_owner_removed',
  'not_found',
  'template_archived',
  'template_unusable',
  'template_has_no_fields',
  'brand_unknown',
  'send_allowance_exhausted',
  'idempotency_key_required',
]);

const base = ({ number, line, key }: RequestedRow): Pick<RowResult, 'row' | 'line' | 'key'> => ({
  row: number,
  line,
  key,
});

/** The row was not sent. */
export const failedRow = (
  row: RequestedRow,
  why: { readonly code: string; readonly message: string; readonly exitCode: number },
): RowResult => failed(row, 'failed', why);

/** The row's envelope exists. */
export const created = (row: RequestedRow, envelope: Envelope, { replayed }: CallResult<unknown>): RowResult => ({
  ...base(row),
  status: 'created',
  envelope_id: envelope.id,
  envelope_status: envelope.status,
  replayed: replayed === true,
  code: null,
  message: null,
  exit_code: 0,
});

/** This machine knows the envelope from an earlier request. */
export const madeBefore = (row: RequestedRow, envelope: string): RowResult => ({
  ...base(row),
  status: 'created',
  envelope_id: envelope,
  envelope_status: null,
  replayed: true,
  code: null,
  message: null,
  exit_code: 0,
});

/** A row of a batch has no HTTP status; an unknown code counts as a validation error. */
export const exitCodeInBatch = (code: string): ExitCode =>
  isErrorCode(code) ? exitCodeOf(errorCodes[code].status) : 5;

/** A row without a response whose key may have expired: a person has to check it. */
export const mayBeForgotten = (row: RequestedRow, since: string): RowResult => ({
  ...failed(row, 'unknown', {
    code: keyMayBeForgotten,
    message:
      `It was sent at ${since} without a response. The service stores keys for ${limits.idempotencyHours} hours, so ` +
      'sending it again could create a second envelope.',
  }),
});
export const keyMayBeForgotten = 'key_may_be_forgotten';

/** An envelope exists under the row's key, and this machine has no record of it. */
export const createdElsewhere = 'idempotency_key_reused';

const failed = (
  row: RequestedRow,
  status: 'failed' | 'unknown',
  { code, message, exitCode = 1 }: { readonly code: string; readonly message: string; readonly exitCode?: number },
): RowResult => ({
  ...base(row),
  status,
  envelope_id: null,
  envelope_status: null,
  replayed: false,
  code,
  message,
  // An unknown outcome takes precedence over the code of the last response.
  exit_code: status === 'unknown' ? 13 : exitCode,
});

/**
 * The outcome of a row whose request failed. `wasOpen`: an earlier request with the key had no response. Rethrows other
 * errors, such as a full disk.
 */
export function outcomeOf(failure: unknown, row: RequestedRow, wasOpen: boolean): Outcome {
  if (failure instanceof KeyUsed && failure.code === 'idempotency_key_reused')
    return { result: usedOtherwise(failure, row, wasOpen), ...onItsOwn };
  if (!(failure instanceof RequestFailure || failure instanceof InputRefused)) throw failure;
  const { code, message, hint, exitCode } = explain(failure);
  const rate = failure instanceof ServiceFailure ? failure.rate : undefined;
  if (failure instanceof ServiceFailure && code === createdElsewhere) {
    const elsewhere =
      'An envelope with the key of this row already exists, with another deadline or content. This machine has no ' +
      'record of it.';
    return { result: failed(row, 'unknown', { code, message: elsewhere }), rate, stops: null };
  }
  const stops =
    failure instanceof RequestFailure &&
    (!(failure instanceof ServiceFailure) || common.has(code) || isOfService(failure));
  return {
    result: failed(row, leavesOpen(failure, wasOpen) ? 'unknown' : 'failed', { code, message, exitCode }),
    rate,
    stops: stops ? { code, message, hint: isErrorCode(code) ? null : hint } : null,
  };
}

/** The service failed or is busy; only a request in progress is of one row alone. */
const isOfService = ({ code, status }: ServiceFailure): boolean =>
  code !== 'request_in_progress' && retryKindOf(code, status) !== 'none';

const onItsOwn = { rate: undefined, stops: null };

/**
 * The key is derived from the meaning of the row, so a different request was serialized differently, for example with
 * another override file. If it had no response, the journal has its outcome once it was resumed.
 */
function usedOtherwise({ code, earlier }: KeyUsed, row: RequestedRow, wasOpen: boolean): RowResult {
  if (wasOpen && earlier.settled?.resource !== undefined) return madeBefore(row, earlier.settled.resource);
  const used = 'This idempotency key was already used for a request with a different body.';
  const resume = `Its outcome is unknown. Resume it with \`esign request resume ${earlier.id}\`.`;
  return failed(row, wasOpen ? 'unknown' : 'failed', {
    code,
    message: wasOpen ? `${used} ${resume}` : used,
    exitCode: 6,
  });
}
