import { isObject, type JsonObject } from '../platform/json.js';
import { lineOf, readLine } from './ndjson.js';

/** The verification result of a delivery on arrival. */
type Verdict =
  /** `v1` under the current secret, or `v0` under the previous one. */
  | { readonly ok: true; readonly by: 'current' | 'previous' }
  /** `cause` is a code, `words` a sentence. */
  | { readonly ok: false; readonly cause: string; readonly words: string };

/** The state of a delivery on its way to the app. `attempts` counts started ones; times are ISO 8601 UTC. */
export type Forward =
  /** Not for an app: none was configured, it was filtered out, or it was rejected. */
  | { readonly is: 'none' }
  | { readonly is: 'waiting'; readonly target: string }
  /** In progress; if the program has exited, the result is unknown. `by`: that program, see `whereIsMarked`. */
  | {
      readonly is: 'sending';
      readonly target: string;
      readonly attempts: number;
      readonly at: string;
      readonly by?: string;
    }
  /** The app did not accept it, and it is retried. */
  | ({ readonly is: 'failed' } & Attempted & { readonly words: string })
  /** The app did not accept it, and it is not retried. */
  | ({ readonly is: 'given-up' } & Attempted & { readonly words: string })
  /** The app responded with 2xx. */
  | ({ readonly is: 'delivered' } & Attempted);

interface Attempted {
  readonly target: string;
  readonly attempts: number;
  readonly at: string;
  /** Null without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** A delivery without its body: the journal's facts. */
export interface DeliveryFacts {
  /** This machine's own ID for it. */
  readonly id: string;
  /** Time of arrival: ISO 8601 UTC. */
  readonly at: string;
  /** Its forwarding: an event goes to each of them once. */
  readonly listener: string;
  /** The service it came from: the host of the base URL. */
  readonly host: string;
  /** The endpoint ID at the service; null when unknown, or for a synthetic one. */
  readonly endpoint: string | null;
  readonly event: string | null;
  readonly eventId: string | null;
  readonly envelopeId: string | null;
  readonly recipientId: string | null;
  readonly createdAt: string | null;
  readonly retryCount: number | null;
  /** Created here from a change of an envelope, not sent by the service. */
  readonly synthetic: boolean;
  readonly verdict: Verdict;
  /** The values of the signature header as received. */
  readonly signature: readonly string[];
  readonly contentType: string | null;
  /** Bytes of the body as received. */
  readonly size: number;
}

export interface NewDelivery extends Omit<DeliveryFacts, 'size'> {
  /** The raw bytes, never decoded. */
  readonly body: Buffer;
  /** Its destination; null for none. */
  readonly target: string | null;
}

/** The current state of a delivery. */
export interface RecordedDelivery extends DeliveryFacts {
  readonly forward: Forward;
  /** The number of repeats of the same event. */
  readonly repeats: number;
  /** The position of its body; null when it was removed to make room. */
  readonly place: Place | null;
}

/** A line of a segment. */
export interface Place {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export type DeliveryEntry =
  | ({ readonly kind: 'got'; readonly target: string | null; readonly body: string | null } & DeliveryFacts)
  | { readonly kind: 'again'; readonly id: string; readonly at: string; readonly retryCount: number | null }
  | { readonly kind: 'forward'; readonly id: string; readonly forward: Exclude<Forward, { is: 'none' | 'waiting' }> };

/** The identity of an event of an envelope, the same for every delivery path. */
export const arrivalOf = (event: string, envelopeId: string, recipientId: string | null): string =>
  `${envelopeId} ${event} ${recipientId ?? ''}`;

/** Whether an app still needs it, as far as is known. */
export const isOpen = ({ is }: Forward): boolean => is === 'waiting' || is === 'failed' || is === 'sending';

/** Writes an entry as one line. */
export const writeDeliveryEntry = (entry: DeliveryEntry): string => lineOf(entry);

/** The line of a new delivery, with its body in base64; without the body if there is no room. */
export function entryOf({ body, target, ...facts }: NewDelivery, keep = body.length): DeliveryEntry {
  const kept = keep >= body.length ? body.toString('base64') : null;
  return { kind: 'got', ...facts, size: body.length, target, body: kept };
}

/** Parses one line; undefined for a blank, incomplete or foreign one. */
export function readDeliveryEntry(line: string): DeliveryEntry | undefined {
  const fields = readLine(line);
  return isDeliveryEntry(fields) ? fields : undefined;
}

function isDeliveryEntry(value: unknown): value is DeliveryEntry {
  if (!isObject(value) || typeof value['id'] !== 'string') return false;
  switch (value['kind']) {
    case 'got':
      return isGot(value);
    case 'again':
      return typeof value['at'] === 'string';
    case 'forward':
      return isForward(value['forward']);
    default:
      return false;
  }
}

/** The files are private and written by this program, so only the completeness of a line is checked. */
function isGot(fields: JsonObject): boolean {
  const { at, listener, host, verdict, signature, size, body, target } = fields;
  return (
    [at, listener, host].every((text) => typeof text === 'string') &&
    isObject(verdict) &&
    Array.isArray(signature) &&
    typeof size === 'number' &&
    [body, target].every((text) => text === null || typeof text === 'string')
  );
}

function isForward(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { is, target, at } = value;
  const known = ['sending', 'failed', 'given-up', 'delivered'];
  return typeof is === 'string' && known.includes(is) && typeof target === 'string' && typeof at === 'string';
}
