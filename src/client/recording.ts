import { createHash } from 'node:crypto';
import type { WriteFacts, WriteOutcome, WriteTerms } from '../contract/recorded-write.js';
import { isUuid } from '../contract/schema.js';
import { canonicalJson } from '../contract/canonical-json.js';
import type { Operation } from '../contract/operation.js';
import { serviceHost } from '../contract/service-host.js';
import { isObject } from '../platform/json.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from './failure.js';
import type { RecordedWrite } from './resend.js';
import type { PreparedRequest } from './request.js';

/** A write that is about to leave. */
export interface RequestIntent extends WriteFacts, WriteTerms {
  readonly twin: string;
  readonly chosen: boolean;
}

/** An earlier write as it is recorded. */
export interface EarlierWrite extends Omit<RecordedWrite, 'body'> {
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * Where writes are recorded; `intent` returns only when the record would survive a power cut. It keeps the body until
 * the write is settled.
 */
export interface RequestRecord {
  intent(intent: RequestIntent, body: string | undefined): Promise<void>;
  settled(id: string, outcome: WriteOutcome, attempts: number): Promise<void>;
  /** Whether a write may hold this key at the service already. */
  isHeld(intent: Pick<RequestIntent, 'key' | 'host' | 'credential'>): Promise<boolean>;
  /** Identical writes whose outcome is unknown and that no program waits for, oldest first. */
  twinsOf(intent: Pick<RequestIntent, 'host' | 'credential' | 'twin'>): Promise<readonly EarlierWrite[]>;
  /** Whether the service surely still knows the key of a write; `serviceNow` as in the intent. */
  isKept(write: EarlierWrite, serviceNow: number | undefined): Promise<boolean>;
  /** The body of an open write; null when it is no longer kept. */
  body(id: string): Promise<string | undefined | null>;
}

export interface RequestEnd {
  readonly outcome: WriteOutcome;
  readonly attempts: number;
}

/**
 * Records a write before its first byte leaves; the returned function records how it ended. Throws what the record
 * throws, but only beforehand: once the service has acted, a record that cannot be closed is not the caller's failure.
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

/** How the end of a write that is recorded already is recorded. */
export const settleWith =
  (record: RequestRecord | undefined, id: string, note: (text: string) => void) =>
  async ({ outcome, attempts }: RequestEnd): Promise<void> => {
    try {
      await record?.settled(id, outcome, attempts);
    } catch {
      note('the outcome of this request could not be recorded');
    }
  };

export interface Sender {
  readonly profile?: string | undefined;
  readonly apiKey: string;
}

/** What is recorded of a request before it leaves; the API key itself is no part of it. */
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

/** Tells API keys apart: 48 bits of a digest, from which nobody can work out the key. */
export const credentialMark = (apiKey: string): string =>
  createHash('sha256').update(`esign journal\n${apiKey}`).digest('hex').slice(0, 12);

/**
 * What makes two requests the same, as the service tells them apart: method, path, and the body without the properties
 * that the row leaves out, the order of its properties set aside (POST void).
 */
export function fingerprintOf(row: Operation, path: string, json: unknown): string {
  const said = isObject(json)
    ? Object.fromEntries(Object.entries(json).filter(([name]) => row.outsideFingerprint?.includes(name) !== true))
    : json;
  return createHash('sha256')
    .update(`${row.method} ${path}\n`)
    .update(said === undefined ? '' : canonicalJson(said))
    .digest('hex');
}

/** The fingerprint without the deadline. */
function twinOf(row: Operation, path: string, json: unknown): string {
  if (!isObject(json) || !Object.hasOwn(json, 'expires_at')) return fingerprintOf(row, path, json);
  const { expires_at: _deadline, ...rest } = json;
  return fingerprintOf(row, path, rest);
}

/** What is recorded of a success: the id of what it made, or of what the rows of a batch made. */
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

/** What is recorded of a failure, without a word that the service said. */
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
