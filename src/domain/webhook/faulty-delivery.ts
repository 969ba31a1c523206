import { sign, signMaterial } from './signature.js';

/** What is wrong with a delivery; everything that is not given is correct. */
export interface DeliveryFaults {
  /** The bytes to sign, unless they are those of the event. */
  readonly signed?: Buffer;
  /** The bytes to send, unless they are the signed ones. */
  readonly sent?: Buffer;
  /** Offset of `t` in seconds: negative for the past. */
  readonly shift?: number;
  /** What stands as `t`, of the milliseconds since 1970. */
  readonly time?: (now: number) => number;
  /** Signs with this instead of the secret. */
  readonly key?: string | Uint8Array;
  /** Signs this instead of `t`, a dot and the body. */
  readonly material?: (t: number, body: Buffer) => Uint8Array;
  /** The secrets of `v1` and `v0`; `foreign` is an unknown one. */
  readonly v1?: 'current' | 'previous' | 'foreign';
  readonly v0?: 'none' | 'current' | 'previous' | 'foreign';
  /** Changes the header values before they are sent: none, one or several. */
  readonly headers?: (value: string, t: number) => readonly string[];
}

export interface FaultySecrets {
  readonly current: string;
  readonly previous?: string | undefined;
  /** One that no receiver has. */
  readonly foreign: string;
}

/**
 * The bytes and the values of the signature header of a delivery with faults (Events, Signature). `bytes` are those of
 * the event, and `now` is in milliseconds since 1970.
 */
export function writeFaulty(
  { shift = 0, v1 = 'current', v0 = 'none', ...faults }: DeliveryFaults,
  { bytes, now, secrets }: { readonly bytes: () => Buffer; readonly now: number; readonly secrets: FaultySecrets },
): { readonly body: Buffer; readonly values: readonly string[] } {
  const signed = faults.signed ?? bytes();
  const t = faults.time?.(now) ?? Math.floor(now / 1000) + shift;
  const { current, foreign, previous = foreign } = secrets;
  const key = faults.key ?? { current, previous, foreign }[v1];
  const v0Key = { none: null, current, previous, foreign: `${foreign}_before` }[v0];
  const digest = faults.material === undefined ? sign(key, signed, t) : signMaterial(key, faults.material(t, signed));
  const value = `t=${t}, v1=${digest}${v0Key === null ? '' : `, v0=${sign(v0Key, signed, t)}`}`;
  return { body: faults.sent ?? signed, values: faults.headers?.(value, t) ?? [value] };
}
