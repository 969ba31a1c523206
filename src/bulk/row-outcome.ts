import { InputRefused, ServiceFailure, TransportFailure, UnexpectedAnswer } from '../client/failure.js';
import type { CallResult } from '../client/call.js';
import type { RateBudget } from '../client/rate-budget.js';
import type { ExitCode } from '../cli/exit-code.js';
import { exitCodeOf, explain } from '../cli/explain.js';
import { errorCodes, isErrorCode } from '../contract/error-codes.js';
import { limits } from '../contract/limits.js';
import type { Envelope } from '../contract/resources/envelope.js';
import { KeyUsedOtherwise } from '../journal/key-use.js';
import type { RowResult } from './result-line.js';

/** The row that a request is for. */
export interface RequestedRow {
  readonly number: number;
  readonly line: number;
  readonly key: string;
}

/** What became of one request: its result, and whether the next one would fare the same. */
export interface Outcome {
  readonly result: RowResult;
  readonly rate: RateBudget | undefined;
  /** The envelope was there before the row left for the first time. */
  readonly wasThere?: boolean;
  /** Set when no further request makes sense. */
  readonly stops: Stop;
}

/** Why a run ended before its last row; null when it did not. */
export type Stop = { readonly code: string; readonly message: string; readonly hint: string | null } | null;

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

const base = ({ number, line, key }: RequestedRow): Pick<RowResult, 'row' | 'line' | 'key'> => ({
  row: number,
  line,
  key,
});

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

/** A row of a batch has no status of its own; a code that nobody knows is a refusal by the rules. */
export const exitCodeInBatch = (code: string): ExitCode =>
  isErrorCode(code) ? exitCodeOf(errorCodes[code].status) : 5;

/** It left so long ago, and was never answered, that the service may have forgotten its key: a person has to look. */
export const mayBeForgotten = (row: RequestedRow, since: string): RowResult => ({
  ...failed(row, 'unknown', {
    code: keyMayBeForgotten,
    message:
      `It was sent at ${since} and never answered. The service keeps a key for ${limits.idempotencyHours} hours, so ` +
      'sending it again might create a second envelope.',
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
  // Whatever was answered: that nobody knows how it ended is what the row ends with.
  exit_code: status === 'unknown' ? 13 : exitCode,
});

/**
 * What a failed request means for its row. `wasOpen`: an earlier request under the key went unanswered, so that only a
 * refusal of a service that had looked at the key tells how it ended. Throws what is no failure of a request, such as a
 * full disk.
 */
export function outcomeOf(failure: unknown, row: RequestedRow, wasOpen: boolean): Outcome {
  if (failure instanceof KeyUsedOtherwise) return { result: usedOtherwise(failure, row, wasOpen), ...onItsOwn };
  const known =
    failure instanceof ServiceFailure ||
    failure instanceof TransportFailure ||
    failure instanceof UnexpectedAnswer ||
    failure instanceof InputRefused;
  if (!known) throw failure;
  const { code, message, hint, exitCode } = explain(failure);
  const rate = failure instanceof ServiceFailure ? failure.rate : undefined;
  if (failure instanceof ServiceFailure && code === createdElsewhere) {
    const told =
      'An envelope was created under the key of this row before, with another deadline or other content, and this ' +
      'machine has no record of it.';
    return { result: failed(row, 'unknown', { code, message: told }), rate, stops: null };
  }
  const lost = !(failure instanceof InputRefused) && failure.outcomeUnknown;
  const unknown = lost || (wasOpen && !isJudged(failure));
  const stops =
    failure instanceof TransportFailure ||
    failure instanceof UnexpectedAnswer ||
    (failure instanceof ServiceFailure && (common.has(code) || failure.status >= 500 || failure.status === 429));
  return {
    result: failed(row, unknown ? 'unknown' : 'failed', { code, message, exitCode }),
    rate,
    stops: stops ? { code, message, hint: isErrorCode(code) ? null : hint } : null,
  };
}

const onItsOwn = { rate: undefined, stops: null };

/**
 * A row's key follows what the row means, so a request that differs was written otherwise: under another override file,
 * say. Of one that went unanswered, the journal tells the end once it was settled.
 */
function usedOtherwise({ code, other }: KeyUsedOtherwise, row: RequestedRow, wasOpen: boolean): RowResult {
  if (wasOpen && other.settled?.resource !== undefined) return madeBefore(row, other.settled.resource);
  const used = 'This Idempotency-Key was already used for a request that was written in another way.';
  const settle = `It went unanswered: settle it with \`esign request resume ${other.id}\`.`;
  return failed(row, wasOpen ? 'unknown' : 'failed', {
    code,
    message: wasOpen ? `${used} ${settle}` : used,
    exitCode: 6,
  });
}

/** A refusal for the request's own sake: spoken before the key was looked at, it says nothing of an earlier request. */
function isJudged(failure: unknown): boolean {
  if (!(failure instanceof ServiceFailure)) return false;
  const { status, code } = failure;
  if (code === 'request_in_progress') return false;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
}
