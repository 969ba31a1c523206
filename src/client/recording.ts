import { createHash } from 'node:crypto';
import { deadlines, type WriteFacts, type WriteOutcome, type WriteTerms } from '../contract/recorded-write.js';
import { isUuid } from '../contract/schema.js';
import { canonicalJson } from '../contract/canonical-json.js';
import type { Operation } from '../contract/operation.js';
import { serviceHost } from '../contract/service-host.js';
import { isObject, parseJson } from '../core/platform/json.js';
import { ResendRefused, ServiceFailure, TransportFailure, UnexpectedAnswer } from './failure.js';
import type { RecordedWrite } from './resend.js';
import type { PreparedRequest } from './request.js';

/** A write request that is about to be sent. */
export interface RequestIntent extends WriteFacts, WriteTerms {
  readonly twin: string;
  readonly chosen: boolean;
}

/** An earlier request as recorded. */
interface EarlierWrite extends Omit<RecordedWrite, 'body'> {
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

export interface Sender {
  readonly profile?: string | undefined;
  readonly apiKey: string;
  /** The host under which records know the service, if not that of the URL. */
  readonly host?: string;
}

/** The record of a request before it is sent, without the API key. */
export function describeIntent(
  id: string,
  request: PreparedRequest,
  { profile, apiKey, host = serviceHost(request.url) }: Sender,
  chosen: boolean,
): RequestIntent {
  const { row, method, url, json, idempotencyKey: key, ifMatch } = request;
  const path = url.pathname + url.search;
  const credential = row.credential ? credentialMark(apiKey) : undefined;
  const fingerprint = fingerprintOf(row, path, json);
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

/** Between creating two requests and recording them. */
const slack = 2 * 60_000;

interface Known {
  readonly record: RequestRecord;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called only if there is an identical request. */
  readonly serviceNow: () => Promise<number | undefined>;
}

/**
 * Identical requests with an unknown outcome, oldest first: resumed with their own keys, they do what this one would
 * do. Throws ResendRefused for one that might then be processed twice.
 */
export async function unsettledTwins(
  intent: RequestIntent,
  { row, json }: PreparedRequest,
  { record, now, serviceNow }: Known,
): Promise<readonly RecordedWrite[]> {
  if (row.repeatable !== 'with_key') return [];
  const found = await record.twinsOf(intent);
  const twins: RecordedWrite[] = [];
  for (const each of found) {
    // A chosen key takes its own request only, and the journal knows what to do with an unchanged one.
    if (intent.chosen && (each.key !== intent.key || each.fingerprint === intent.fingerprint)) continue;
    const body = await record.body(each.id);
    // Without its body, the deadline cannot be compared.
    if (body !== null && each.fingerprint !== intent.fingerprint && !isShifted(each, body, json, now)) continue;
    if (body === null) throw new ResendRefused('body_deleted', each, 'its body was deleted');
    const isSafe = row.guardedByState || (await record.isKept(each, await serviceNow()));
    if (!isSafe) {
      throw new ResendRefused('outlived', each, 'its idempotency key may have expired, so it may happen twice');
    }
    twins.push({ ...each, body });
  }
  return twins;
}

/** Whether only the deadline differs, by the time between the two requests: it was given as a duration. */
function isShifted({ at }: EarlierWrite, body: string | undefined, json: unknown, now: number): boolean {
  const [before, after] = [deadlineOf(parseJson(body ?? '')), deadlineOf(json)];
  return Math.abs(after - before - (now - Date.parse(at))) <= slack;
}

function deadlineOf(json: unknown): number {
  const name = isObject(json) ? deadlines.find((each) => Object.hasOwn(json, each)) : undefined;
  return isObject(json) && name !== undefined ? Date.parse(String(json[name])) : Number.NaN;
}
