import { limits } from '../../contract/limits.js';
import { diagnoseMalformed } from './malformed.js';
import { explainMismatch } from './mismatch.js';
import type { Effort } from './rewritten-body.js';
import { parseSignature } from './signature-header.js';
import { verify } from './signature.js';

/** A delivery that does not verify, with everything that may explain it. */
export interface Suspect {
  /** The values of the signature header as received: none, one, or more than one. */
  readonly header: string | readonly string[] | undefined;
  readonly body: Uint8Array;
  readonly secrets: Secrets;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** `quick`, the default, takes about a millisecond, for a listener; `thorough` up to some seconds, offline. */
  readonly effort?: Effort;
  /** True when this secret has verified another delivery recently: then a mismatch does not mean a wrong secret. */
  readonly proven?: boolean;
}

export interface Secrets {
  readonly current: string;
  readonly previous?: string | undefined;
  /** Further secrets of the receiver. */
  readonly more?: readonly string[] | undefined;
  /** Other secrets that are known here, such as of other endpoints, each with its description. */
  readonly others?: readonly { readonly name: string; readonly secret: string }[];
}

type Cause =
  | 'no_header'
  | 'several_headers'
  | 'malformed'
  | 'only_v0'
  | 'milliseconds'
  | 'digest_base64'
  | 'too_old'
  | 'too_new'
  | 'other_secret'
  /** The right secret, read or encoded in another way. */
  | 'secret_misread'
  | 'reserialised'
  | 'reencoded'
  /** The digest covers something other than `t`, a dot and the body. */
  | 'signed_otherwise'
  | 'digest_damaged'
  | 'time_altered'
  | 'altered'
  | 'wrong_secret';

export interface Diagnosis {
  readonly cause: Cause;
  /** What is wrong, as a sentence without secrets. */
  readonly sentence: string;
  /** What to do, starting with a verb. */
  readonly hint: string;
}

/**
 * Explains why a delivery does not verify (Events, Signature). Undefined when it does. Only for the owner of the
 * secret: it would tell a forger how close a guess was, so no response to a delivery may contain it.
 */
export function diagnose(suspect: Suspect): Diagnosis | undefined {
  const { header, body, secrets, now } = suspect;
  const verdict = verify({ header, body, ...held(secrets), now });
  if (verdict.ok) return undefined;
  const value = typeof header === 'string' ? header : (header?.[0] ?? '');
  switch (verdict.reason) {
    case 'no_header':
      return {
        cause: 'no_header',
        sentence: 'The signature header is missing.',
        hint: 'Check whether a proxy removes it, or whether the request is from another sender.',
      };
    case 'several_headers':
      return {
        cause: 'several_headers',
        sentence: 'There is more than one signature header; the service sends exactly one.',
        hint: 'Find the proxy that adds one, or reject the request: two headers can smuggle in a signature.',
      };
    case 'malformed':
      return diagnoseMalformed(value, verdict.problem, suspect);
    case 'too_old':
    case 'too_new':
      return outsideWindow(verdict.reason, verdict.seconds, verdict.t, suspect);
    case 'mismatch': {
      const parts = parseSignature(value);
      return 'problem' in parts ? undefined : explainMismatch(parts, suspect);
    }
  }
}

const held = ({ current, previous, more }: Secrets) => ({ current, previous, others: more });

function outsideWindow(cause: 'too_old' | 'too_new', seconds: number, t: number, suspect: Suspect): Diagnosis {
  const limit = `the limit is ${limits.webhook.toleranceSeconds} s`;
  const { secrets, header, body } = suspect;
  const inTime = verify({ header, body, ...held(secrets), now: t * 1000 });
  const off =
    cause === 'too_old'
      ? `It was signed ${spell(seconds)} ago by this clock, and ${limit}.`
      : `It was signed ${spell(seconds)} in the future by this clock, and ${limit}.`;
  const zone = inTime.ok && isZoneApart(seconds) ? ' That is a multiple of half an hour, so check the time zones.' : '';
  const who = cause === 'too_old' ? 'fast, or the sender’s slow' : 'slow, or the sender’s fast';
  return {
    cause,
    sentence: `${off}${inTime.ok ? ` It verifies at its own time.${zone}` : ' It does not verify at its own time either.'}`,
    hint: inTime.ok
      ? `Check the clocks. This one may be ${who}${cause === 'too_old' ? ', or the delivery late or replayed' : ''}.`
      : 'Check the time first, then the secret and the body.',
  };
}

/** Clocks in another time zone differ by half hours, plus the transport time. */
const isZoneApart = (seconds: number): boolean =>
  seconds <= 14 * 3600 + 60 && Math.min(seconds % 1800, 1800 - (seconds % 1800)) <= 30;

/** Seconds in words: `40 s`, `12 min 5 s`, `3 h`, `2 d 4 h`. */
export function spell(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const from = units.findIndex(([count]) => count > 0);
  const shown = from === -1 ? units.slice(-1) : units.slice(from, from + 2);
  return shown
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
