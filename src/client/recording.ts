import { createHash } from 'node:crypto';
import { deadlines, type WriteFacts, type WriteOutcome, type WriteTerms } from '../contract/recorded-write.js';
import { isUuid } from '../contract/schema.js';
import { canonicalJson } from '../contract/canonical-json.js';
import type { Operation } from '../contract/operation.js';
import { serviceHost } from '../contract/service-host.js';
import { isObject } from '../core/platform/json.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from './failure.js';
import type { RecordedWrite } from './resend.js';
import type { PreparedRequest } from './request.js';

/** A write request that is about to be sent. */
export interface RequestIntent extends WriteFacts, WriteTerms {
  readonly twin: string;
  readonly chosen: boolean;
}

/** An earlier request as recorded. */
export interface EarlierWrite extends Omit<RecordedWrite, 'body'> {
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * The journal of write requests; `intent` returns only when the record would survive a power failure. It keeps the body
 * until the outcome is known.
 */
export interface RequestRecord {
  intent(intent: RequestIntent, body: string | undefined): Promise<void>;
  settled(id: string, outcome: WriteOutcome, attempts: number): Promise<void>;
  /** Whether a request may already have used this key at the service. */
  isHeld(intent: Pick<RequestIntent, 'key' | 'host' | 'credential'>): Promise<boolean>;
  /** Identical requests with an unknown outcome that no process waits for, oldest first. */
  twinsOf(intent: Pick<RequestIntent, 'host' | 'credential' | 'twin'>): Promise<readonly EarlierWrite[]>;
  /** Whether the service certainly still stores the key of a request; `serviceNow` as in the intent. */
  isKept(write: EarlierWrite, serviceNow: number | undefined): Promise<boolean>;
  /** The body of a request with an unknown outcome; null when it is no longer stored. */
  body(id: string): Promise<string | undefined | null>;
}

export interface RequestEnd {
  readonly outcome: WriteOutcome;
  readonly attempts: number;
}

/**
 * Records a request before its first byte is sent; the returned function records the outcome. Throws journal failures
 * only before the request: after it, an unrecorded outcome is not the caller's failure.
 */
export async function recordWrite(
  record: RequestRecord,
  intent: RequestIntent,
  body: string | undefined,
  note: (text: string) => void,
): Promise<(end: RequestEnd) => Promise<void>> {
  await record.intent(intent, body);
  return settleWith(record, intent.id, note);
}

/** Records the outcome of a recorded request. */
export const settleWith =
  (record: RequestRecord | undefined, id: string, note: (text: string) => void) =>
  async ({ outcome, attempts }: RequestEnd): Promise<void> => {
    try {
      await record?.settled(id, outcome, attempts);
    } catch {
      // The request was sent and has an answer: a full disk must not turn it into a failure.
      note('the outcome of this request could not be recorded');
    }
  };

export interface Sender {
  readonly profile?: string | undefined;
  readonly apiKey: string;
}

/** The record of a request before it is sent, without the API key. */
export function describeIntent(
  id: string,
  request: PreparedRequest,
  { profile, apiKey }: Sender,
  chosen: boolean,
): RequestIntent {
  const { row, method, url, json, idempotencyKey: key, ifMatch } = request;
  const path = url.pathname + url.search;
  const credential = row.credential ? credentialMark(apiKey) : undefined;
  const fingerprint = fingerprintOf(row, path, json);
  const host = serviceHost(url);
  const twin = twinOf(row, path, json);
  return { id, operation: row.id, method, path, key, fingerprint, twin, host, profile, ifMatch, credential, chosen };
}

/** Distinguishes API keys: 48 bits of a digest, from which the key cannot be derived. */
export const credentialMark = (apiKey: string): string =>
  createHash('sha256').update(`esign journal\n${apiKey}`).digest('hex').slice(0, 12);

/**
 * The identity of a request, like at the service: method, path, and the body without properties that the row omits,
 * independent of property order (POST void).
 */
export function fingerprintOf(row: Operation, path: string, json: unknown): string {
  const facts = isObject(json)
    ? Object.fromEntries(Object.entries(json).filter(([name]) => row.outsideFingerprint?.includes(name) !== true))
    : json;
  return createHash('sha256')
    .update(`${row.method} ${path}\n`)
    .update(facts === undefined ? '' : canonicalJson(facts))
    .digest('hex');
}

/** The fingerprint without the deadline. */
function twinOf(row: Operation, path: string, json: unknown): string {
  if (!isObject(json)) return fingerprintOf(row, path, json);
  const rest = Object.entries(json).filter(([name]) => !deadlines.includes(name));
  return fingerprintOf(row, path, Object.fromEntries(rest));
}

/** The record of a success: the ID of the created resource, or those of a batch. */
export function describeResult(status: number, body: unknown): WriteOutcome {
  const resource = idOf(body);
  const rows = isObject(body) && Array.isArray(body['rows']) ? body['rows'] : [];
  const resources = rows.map((row: unknown) => idOf(envelopeOf(row))).filter((id) => id !== undefined);
  return { status, resource, ...(resources.length === 0 ? {} : { resources }), unknown: false };
}

const envelopeOf = (row: unknown): unknown => (isObject(row) ? row['envelope'] : undefined);

function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : undefined;
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}

/** The record of a failure, without any text of the service. */
export function describeFailure(failure: unknown): RequestEnd {
  if (failure instanceof ServiceFailure) {
    const { code, status, attempts, outcomeUnknown } = failure;
    return { outcome: { status, code, unknown: outcomeUnknown }, attempts };
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
