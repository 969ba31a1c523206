import { isObject, type JsonObject } from '../platform/json.js';
import { lineOf, readLine } from './ndjson.js';

/** How a delivery was judged when it came. */
type Verdict =
  /** `v1` under the current secret, or `v0` under the previous one. */
  | { readonly ok: true; readonly by: 'current' | 'previous' }
  /** `cause` is a code, `words` a sentence. */
  | { readonly ok: false; readonly cause: string; readonly words: string };

/** What became of a delivery on its way to the app. `attempts` counts those that were begun; times are ISO 8601 UTC. */
export type Forward =
  /** It is not meant for an app: none was named, it was filtered out, or it was refused. */
  | { readonly is: 'none' }
  | { readonly is: 'waiting'; readonly target: string }
  /** On its way; when the program that sent it has ended, nobody knows whether it arrived. */
  | { readonly is: 'sending'; readonly target: string; readonly attempts: number; readonly at: string }
  /** The app did not take it, and it is tried again. */
  | ({ readonly is: 'failed' } & Attempted & { readonly words: string })
  /** The app did not take it, and nobody tries any more. */
  | ({ readonly is: 'given-up' } & Attempted & { readonly words: string })
  /** The app answered 2xx. */
  | ({ readonly is: 'delivered' } & Attempted);

interface Attempted {
  readonly target: string;
  readonly attempts: number;
  readonly at: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** A delivery without its bytes: what the journal can say of it. */
export interface DeliveryFacts {
  /** This machine's own name for it. */
  readonly id: string;
  /** When it came: ISO 8601 UTC. */
  readonly at: string;
  /** Which forwarding it belongs to: an event goes to each of them once. */
  readonly listener: string;
  /** The service it came from: the host of the base address. */
  readonly host: string;
  /** The endpoint's id at the service; null when nobody knows, or for a synthetic one. */
  readonly endpoint: string | null;
  readonly event: string | null;
  readonly eventId: string | null;
  readonly envelopeId: string | null;
  readonly recipientId: string | null;
  readonly createdAt: string | null;
  readonly retryCount: number | null;
  /** Made here from a change of an envelope, not sent by the service. */
  readonly synthetic: boolean;
  readonly verdict: Verdict;
  /** The values of the signature header, as they came. */
  readonly signature: readonly string[];
  readonly contentType: string | null;
  /** Bytes of the body as it came. */
  readonly size: number;
}

export interface NewDelivery extends Omit<DeliveryFacts, 'size'> {
  /** The raw bytes, never decoded. */
  readonly body: Buffer;
  /** Where it is to go; null for nowhere. */
  readonly target: string | null;
}

/** A delivery as the journal knows it now. */
export interface RecordedDelivery extends DeliveryFacts {
  readonly forward: Forward;
  /** How often the same event came again. */
  readonly repeats: number;
  /** Where its bytes are; null when they had to make room. */
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

/** Which event of which envelope a delivery tells of: the same for the same event, by whatever way it came. */
export const arrivalOf = (event: string, envelopeId: string, recipientId: string | null): string =>
  `${envelopeId} ${event} ${recipientId ?? ''}`;

/** Whether an app is still to have it, as far as is known. */
export const isOpen = ({ is }: Forward): boolean => is === 'waiting' || is === 'failed' || is === 'sending';

/** Writes an entry as one line. */
export const writeDeliveryEntry = (entry: DeliveryEntry): string => lineOf(entry);

/** The line of a delivery that has just come, its bytes in base64; without them where there is no room for them. */
export function entryOf({ body, target, ...facts }: NewDelivery, keep = body.length): DeliveryEntry {
  const kept = keep >= body.length ? body.toString('base64') : null;
  return { kind: 'got', ...facts, size: body.length, target, body: kept };
}

/** Reads one line; undefined for a blank, torn or foreign one. */
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

/** The files are this program's own and the owner's alone: what is checked is that the line is whole, not that it is true. */
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
