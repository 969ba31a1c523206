import type { EventName } from '../../contract/events.js';
import type { DeliveryWords } from '../../contract/overlay/line.js';
import type { DeliveryBody } from './parse-delivery.js';
import type { Verification } from './signature-header.js';

/** The name of the signature header in the API description; look it up case-insensitively. */
export const signatureHeader = 'Service-Signature';

export interface ReceivedDelivery {
  /**
   * The signature header from the framework: `request.headers['service-signature']`, or `headers.get(signatureHeader)`.
   * A list of several values, or of none, is rejected, and so is null.
   */
  readonly signature: string | readonly string[] | null | undefined;
  /**
   * The raw body exactly as received: an `ArrayBuffer`, a `Buffer` or another view of one, or a string. A parsed object
   * throws TypeError, because its original bytes are lost.
   */
  readonly body: ArrayBufferLike | ArrayBufferView | string;
  /** The secret of the endpoint. Specify this or `secrets`. */
  readonly secret?: string | undefined;
  /** The secret before the last rotation, for 24 hours after it; an empty one is ignored. */
  readonly previousSecret?: string | undefined;
  /**
   * Every secret of the receiver, in any order; empty ones are ignored. During a rotation, pass the old and the new
   * one: a delivery is valid if `v1` or `v0` verifies under any of them.
   */
  readonly secrets?: readonly (string | undefined)[] | undefined;
  /** Milliseconds since 1970 (default: the clock of the machine). */
  readonly now?: number;
  /** Of a service that does otherwise than described: `readContractFile` of `@esign-cli/esign/contract`. */
  readonly contract?: DeliveryWords | undefined;
}

/** What is read of a `Request`, such as Hono, Next and Workers give one. */
export interface DeliveryRequest {
  readonly headers: { get(name: string): string | null };
  readonly bodyUsed: boolean;
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

/** A delivery as a `Request` whose body nobody has read yet. */
export interface RequestedDelivery extends Omit<ReceivedDelivery, 'signature' | 'body'> {
  readonly request: DeliveryRequest;
}

/** The body of a verified delivery (Events). Act on a read of the envelope, and once per `id`. */
export interface WebhookEvent {
  /** The same at every endpoint and on every attempt. */
  readonly id: string;
  /** One of the eight, or an unknown name: respond with 2xx and ignore it. */
  readonly event: EventName | (string & {});
  /** ISO 8601 UTC: deliveries arrive in any order. */
  readonly created_at: string | null;
  /** 0 on the first attempt. */
  readonly retry_count: number;
  readonly envelope_id: string | null;
  readonly recipient_id: string | null;
  /** A path: resolve it only against your own base URL. */
  readonly uri: string | null;
}

export type RefusalReason =
  | 'no_header'
  | 'several_headers'
  | 'malformed'
  | 'too_old'
  | 'too_new'
  | 'mismatch'
  | 'unreadable';

/** The delivery is not trusted: respond with 400 or 401, without a reason. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What is verified, without anything of Node: Workers read it too. Throws TypeError as `verifyDelivery` does. */
export function readReceived(
  { signature, body, secret, previousSecret, secrets = [], now }: ReceivedDelivery,
  encode: (text: string) => Uint8Array,
) {
  const isOne = (each: string | undefined): each is string => typeof each === 'string' && each !== '';
  const numbered = secrets.map((value, at) => ({ value, name: at }));
  const given = [
    { value: secret, name: 'secret' as const },
    { value: previousSecret, name: 'previousSecret' as const },
  ];
  const held = [...given, ...numbered].flatMap(({ value, name }) => (isOne(value) ? [{ value, name }] : []));
  const [first, ...rest] = held;
  // A `previousSecret` alone is a mistake: the other variable was not set.
  if (first === undefined || held.every(({ name }) => name === 'previousSecret')) {
    throw new TypeError('Missing secret of the endpoint.');
  }
  const bytes = typeof body === 'string' ? encode(body) : bytesOf(body);
  if (bytes === null) {
    throw new TypeError(
      'The body must be the raw bytes as received, not a parsed object. Disable the parser for this route.',
    );
  }
  const instant = now ?? Date.now();
  // Compared with NaN, every delivery would be in time.
  if (!Number.isFinite(Number(instant))) throw new TypeError('`now` must be milliseconds since 1970.');
  const [second, ...others] = rest.map(({ value }) => value);
  return {
    header: signature ?? undefined,
    body: bytes,
    secrets: { current: first.value, previous: second, more: others },
    names: held.map(({ name }) => name),
    now: instant,
  };
}

/** Bytes: a body of the service has about 300. */
const maxBody = 1_048_576;

/**
 * The header and the bytes of a request. Throws DeliveryRefused for a body above 1 MiB, and TypeError for one that was
 * read before.
 */
export async function readRequest({ request, ...rest }: RequestedDelivery): Promise<ReceivedDelivery> {
  if (request.bodyUsed) {
    throw new TypeError('The body of the request was read before. Verify it first, and do not parse it.');
  }
  const signature = request.headers.get(rest.contract?.header(signatureHeader) ?? signatureHeader);
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length <= maxBody) continue;
    await reader?.cancel();
    throw new DeliveryRefused('unreadable', 'The body is larger than 1 MiB.');
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return { ...rest, signature, body };
}

/** The bytes of a buffer or view, also of another realm, as tests with a DOM have; null for anything else. */
function bytesOf(body: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const kind = Object.prototype.toString.call(body);
  return kind === '[object ArrayBuffer]' || kind === '[object SharedArrayBuffer]'
    ? new Uint8Array(body as ArrayBufferLike)
    : null;
}

/** The event in the body of a delivery whose signature verifies. Throws DeliveryRefused. */
export function eventOf(delivery: DeliveryBody | undefined): WebhookEvent {
  if (delivery?.id === undefined || delivery.event === undefined) {
    throw new DeliveryRefused('unreadable', 'The signature is valid, but the body is not an event.');
  }
  return {
    id: delivery.id,
    event: delivery.event,
    created_at: delivery.createdAt ?? null,
    retry_count: delivery.retryCount ?? 0,
    envelope_id: delivery.envelopeId ?? null,
    recipient_id: delivery.recipientId ?? null,
    uri: delivery.uri ?? null,
  };
}

/** Throws DeliveryRefused for a verification that failed. */
export function requireVerified(verdict: Verification): Extract<Verification, { ok: true }> {
  if (!verdict.ok) throw new DeliveryRefused(verdict.reason, messages[verdict.reason]);
  return verdict;
}

const messages: Readonly<Record<Exclude<RefusalReason, 'unreadable'>, string>> = {
  no_header: 'The signature header is missing.',
  several_headers: 'There is more than one signature header.',
  malformed: 'The signature header is invalid.',
  too_old: 'The signature is older than 300 seconds.',
  too_new: 'The signature is more than 300 seconds in the future.',
  mismatch: 'The signature does not match the body.',
};
