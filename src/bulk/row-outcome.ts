import { InputRefused, ServiceFailure, TransportFailure, UnexpectedAnswer } from '../client/failure.js';
import type { CallResult } from '../client/call.js';
import type { RateBudget } from '../client/pacing.js';
import type { ExitCode } from '../cli/exit-code.js';
import { exitCodeOf, explain } from '../cli/explain.js';
import { errorCodes, isErrorCode } from '../contract/error-codes.js';
import { limits } from '../contract/limits.js';
import type { Envelope } from '../contract/resources/envelope.js';
import { KeyUsedOtherwise } from '../journal/key-use.js';
import type { BulkRow } from './bulk-row.js';
import type { RowResult } from './result-line.js';

/** What became of one request: results to write down, and whether the next one would fare the same. */
export interface Outcome {
  readonly results: readonly RowResult[];
  readonly rate: RateBudget | undefined;
  /** Set when no further request makes sense. */
  readonly stops: Stop;
}

/** Why a run ended before its last row; null when it did not. `hint`: what to do, where it is not the row's own matter. */
export type Stop = { readonly code: string; readonly message: string; readonly hint?: string } | null;

/** Refusals that have nothing to do with the row: the key, the template, the plan, or a service that is not there. */
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

const base = ({ number, line, key }: BulkRow): Pick<RowResult, 'row' | 'line' | 'key'> => ({ row: number, line, key });

/** The row's envelope exists. */
export const created = (row: BulkRow, envelope: Envelope, { replayed }: CallResult<unknown>): RowResult => ({
  ...base(row),
  status: 'created',
  envelope_id: envelope.id,
  envelope_status: envelope.status,
  replayed: replayed === true,
  code: null,
  message: null,
  exit_code: 0,
});

/** The row alone was refused within a batch (A2). */
export const refusedInBatch = (
  row: BulkRow,
  error: { readonly code: string; readonly message: string },
): RowResult => ({
  ...failed(row, 'failed', error),
  exit_code: exitCodeInBatch(error.code),
});

/** A row of a batch has no status of its own; a code that nobody knows is a refusal by the rules. */
export const exitCodeInBatch = (code: string): ExitCode =>
  isErrorCode(code) ? exitCodeOf(errorCodes[code].status) : 5;

/** Set when a batch was refused in each of its rows for what the next one would be refused for as well. */
export function commonStop(results: readonly RowResult[]): Outcome['stops'] {
  const [first] = results;
  if (first === undefined || first.code === null || !common.has(first.code)) return null;
  const same = results.every(({ status, code }) => status === 'failed' && code === first.code);
  return same ? { code: first.code, message: first.message ?? '' } : null;
}

/** The batch was answered, and its answer does not tell what became of the row. */
export const notAnswered = (row: BulkRow): RowResult => ({
  ...failed(row, 'unknown', {
    code: 'row_not_answered',
    message: 'The service answered the batch without telling what became of this row.',
  }),
  exit_code: 8,
});

/** It left so long ago, and was never answered, that the service may have forgotten its key: a person has to look. */
export const mayBeForgotten = (row: BulkRow, since: string): RowResult => ({
  ...failed(row, 'unknown', {
    code: keyMayBeForgotten,
    message:
      `It left at ${since} and was never answered. A key is known to be kept for ${limits.idempotencyHours} hours, so ` +
      'that it might be made a second time.',
  }),
  exit_code: 13,
});
export const keyMayBeForgotten = 'key_may_be_forgotten';

const failed = (
  row: BulkRow,
  status: 'failed' | 'unknown',
  { code, message }: { readonly code: string; readonly message: string },
): RowResult => ({
  ...base(row),
  status,
  envelope_id: null,
  envelope_status: null,
  replayed: false,
  code,
  message,
  exit_code: 1,
});

/**
 * What a failed request means for its rows. `wasOpen`: an earlier request under the key went unanswered, so that only a
 * refusal of a service that had looked at the key tells how it ended. Throws what is no failure of a request, such as a
 * full disk.
 */
export function outcomeOf(failure: unknown, rows: readonly BulkRow[], wasOpen: boolean): Outcome {
  if (failure instanceof KeyUsedOtherwise) return { results: usedOtherwise(failure, rows, wasOpen), ...onItsOwn };
  const known =
    failure instanceof ServiceFailure ||
    failure instanceof TransportFailure ||
    failure instanceof UnexpectedAnswer ||
    failure instanceof InputRefused;
  if (!known) throw failure;
  const { code, message, exitCode } = explain(failure);
  const lost = !(failure instanceof InputRefused) && failure.outcomeUnknown;
  const unknown = lost || (wasOpen && !isJudged(failure));
  const stops =
    failure instanceof TransportFailure ||
    failure instanceof UnexpectedAnswer ||
    (failure instanceof ServiceFailure && (common.has(code) || failure.status >= 500 || failure.status === 429));
  return {
    results: rows.map((row) => ({
      ...failed(row, unknown ? 'unknown' : 'failed', { code, message }),
      exit_code: exitCode,
    })),
    rate: failure instanceof ServiceFailure ? failure.rate : undefined,
    stops: stops ? { code, message } : null,
  };
}

const onItsOwn = { rate: undefined, stops: null };

/**
 * A row's key follows what the row means, so a request that differs was written otherwise: under another override file,
 * say. Of one that went unanswered, the journal tells the end once it was settled.
 */
function usedOtherwise(
  { code, other }: KeyUsedOtherwise,
  rows: readonly BulkRow[],
  wasOpen: boolean,
): readonly RowResult[] {
  const [row] = rows;
  if (wasOpen && row !== undefined && rows.length === 1 && other.settled?.resource !== undefined) {
    return [madeBefore(row, other.settled.resource)];
  }
  const settle = `It went unanswered: settle it with \`esign request resume ${other.id}\`.`;
  const used = 'This Idempotency-Key was already used for a request that was written otherwise.';
  const message = wasOpen ? `${used} ${settle}` : used;
  const status = wasOpen ? 'unknown' : 'failed';
  return rows.map((each) => ({ ...failed(each, status, { code, message }), exit_code: 6 }));
}

/** The journal knows the envelope. */
export const madeBefore = (row: BulkRow, envelope: string): RowResult => ({
  ...base(row),
  status: 'created',
  envelope_id: envelope,
  envelope_status: null,
  replayed: true,
  code: null,
  message: null,
  exit_code: 0,
});

/** A refusal for the request's own sake: spoken before the key was looked at, it says nothing of an earlier request. */
function isJudged(failure: unknown): boolean {
  if (!(failure instanceof ServiceFailure)) return false;
  const { status, code } = failure;
  if (code === 'request_in_progress' || code === 'idempotency_key_reused') return false;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
}
