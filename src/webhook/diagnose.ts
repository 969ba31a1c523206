import { limits } from '../contract/limits.js';
import { diagnoseMalformed } from './malformed.js';
import { explainMismatch } from './mismatch.js';
import type { Effort } from './rewritten-body.js';
import { parseSignature, verify } from './signature.js';

/** A delivery that does not verify, with everything that may explain why. */
export interface Suspect {
  /** The values of the signature header as received: none, one, or more than one. */
  readonly header: string | readonly string[] | undefined;
  readonly body: Uint8Array;
  readonly secrets: Secrets;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** `quick`, the default, costs about a millisecond, for a listener; `thorough` up to some seconds, offline. */
  readonly effort?: Effort;
  /** True when this very secret has verified another delivery lately: then a mismatch is no wrong secret. */
  readonly proven?: boolean;
}

export interface Secrets {
  readonly current: string;
  readonly previous?: string | undefined;
  /** Further secrets that the receiver holds. */
  readonly more?: readonly string[] | undefined;
  /** Other secrets that are known here, such as those of other endpoints, each with the words that name it. */
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
  /** The right secret, read or written in another way. */
  | 'secret_misread'
  | 'reserialised'
  | 'reencoded'
  /** The digest was made over something else than `t`, a dot and the body. */
  | 'signed_otherwise'
  | 'digest_damaged'
  | 'time_altered'
  | 'altered'
  | 'wrong_secret';

export interface Diagnosis {
  readonly cause: Cause;
  /** What is wrong, as a whole sentence; quotes nothing secret. */
  readonly sentence: string;
  /** What to do, starting with a verb. */
  readonly hint: string;
}

/**
 * Says in words why a delivery does not verify (Events, Signature). Undefined when it does. The words are for the owner
 * of the secret alone: they would tell a forger how near a guess came, so no answer to a delivery may carry them.
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

/** Clocks that are set to another zone differ by half hours, give or take the way of the delivery. */
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
