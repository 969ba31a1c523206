import { createHash } from 'node:crypto';
import { isUuid } from '../contract/check.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from './failure.js';
import type { PreparedRequest } from './request.js';

/** A write that is about to leave. It holds no body, no secret and no signing URL. */
export interface RequestIntent {
  readonly id: string;
  readonly operation: string;
  readonly method: string;
  /** Path alone, below the base address's origin. */
  readonly path: string;
  readonly key: string | undefined;
  /** SHA-256 of method, path and body, to tell a repeat from a different request. */
  readonly fingerprint: string;
  readonly host: string;
  readonly profile: string | undefined;
}

/** How a write ended, as far as it is known here. */
export interface RequestOutcome {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** The id of what was made or changed. */
  readonly resource?: string | undefined;
  /** The ids of what several rows made (A2). */
  readonly resources?: readonly string[] | undefined;
  /** The service may have carried it out all the same. */
  readonly unknown: boolean;
}

/** Where writes are recorded; `intent` returns only when the record would survive a power cut. */
export interface RequestRecord {
  intent(intent: RequestIntent): Promise<void>;
  settled(id: string, outcome: RequestOutcome, attempts: number): Promise<void>;
}

export interface RequestEnd {
  readonly outcome: RequestOutcome;
  readonly attempts: number;
}

/**
 * Records a write before its first byte leaves; the returned function records how it ended. Throws what the record
 * throws, but only beforehand: once the service has acted, a record that cannot be closed is not the caller's failure.
 */
export async function recordWrite(
  record: RequestRecord | undefined,
  intent: () => RequestIntent,
  note: (text: string) => void,
): Promise<(end: RequestEnd) => Promise<void>> {
  if (record === undefined) return () => Promise.resolve();
  const written = intent();
  await record.intent(written);
  return async ({ outcome, attempts }) => {
    try {
      await record.settled(written.id, outcome, attempts);
    } catch {
      note('the end of this request could not be recorded');
    }
  };
}

export function describeIntent(id: string, request: PreparedRequest, profile: string | undefined): RequestIntent {
  const { method, url, body, idempotencyKey } = request;
  const path = url.pathname + url.search;
  const fingerprint = createHash('sha256')
    .update(`${method} ${path}\n`)
    .update(body ?? '')
    .digest('hex');
  return { id, operation: request.row.id, method, path, key: idempotencyKey, fingerprint, host: url.host, profile };
}

export function describeResult(status: number, body: unknown): RequestOutcome {
  const resource = idOf(body);
  const rows = typeof body === 'object' && body !== null && 'rows' in body && Array.isArray(body.rows) ? body.rows : [];
  const resources = rows.map((row: unknown) => idOf(envelopeOf(row))).filter((id) => id !== undefined);
  return { status, resource, ...(resources.length === 0 ? {} : { resources }), unknown: false };
}

const envelopeOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'envelope' in row ? row.envelope : undefined;

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}

export function describeFailure(failure: unknown): RequestEnd {
  if (failure instanceof ServiceFailure) {
    const { code, status, attempts } = failure;
    return { outcome: { status, code, unknown: code === 'internal_error' }, attempts };
  }
  if (failure instanceof TransportFailure) {
    return { outcome: { code: failure.reason, unknown: failure.outcomeUnknown }, attempts: failure.attempts };
  }
  if (failure instanceof UnexpectedAnswer) {
    const { reason, status, outcomeUnknown, attempts } = failure;
    return { outcome: { status, code: reason, unknown: outcomeUnknown }, attempts };
  }
  return { outcome: { unknown: true }, attempts: 1 };
}
