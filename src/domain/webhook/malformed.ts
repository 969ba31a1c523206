import { timingSafeEqual } from 'node:crypto';
import type { Diagnosis, Suspect } from './diagnose.js';
import { sign } from './signature.js';

/** Explains what is wrong with an invalid header; `problem` is the parser's finding. */
export function diagnoseMalformed(value: string, problem: string, { body, secrets }: Suspect): Diagnosis {
  const parts = looseParts(value);
  const count = (name: string): number => parts.filter(([found]) => found === name).length;
  const first = (name: string): string => parts.find(([found]) => found === name)?.[1] ?? '';
  const malformed = (sentence: string, hint = whole): Diagnosis => ({ cause: 'malformed', sentence, hint });
  if (value.trim() === '') return malformed('The signature header is empty.');
  if (/^["'].*["']$/.test(value)) return malformed('The signature header is in quotation marks.');
  if (count('t') > 1 || count('v1') > 1) {
    return {
      cause: 'several_headers',
      sentence: 'The header contains two signatures, so something on the way joined two headers.',
      hint: 'Find the proxy or framework that adds a signature header or joins repeated ones.',
    };
  }
  if (count('v1') === 0 && count('v0') === 1) {
    return {
      cause: 'only_v0',
      sentence: 'The header has v0 but no v1, so it was not signed with the current secret.',
      hint: 'The service sends both for 24 hours after a rotation. Find what removes v1.',
    };
  }
  const t = first('t');
  if (/^\d{13}$/.test(t)) {
    return {
      cause: 'milliseconds',
      sentence: `The time t=${t} is in milliseconds, but the service uses seconds.`,
      hint: 'Divide the time by 1000 before you sign.',
    };
  }
  if (Number.isFinite(Date.parse(t)) && /^\d{4}-/.test(t)) {
    return malformed('The time t is a date, but the service uses seconds since 1970.', 'Use whole seconds.');
  }
  const v1 = first('v1');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(v1) && Buffer.from(v1, 'base64').length === 32) {
    const right =
      Number.isSafeInteger(Number(t)) && sameBytes(Buffer.from(v1, 'base64'), sign(secrets.current, body, Number(t)));
    return {
      cause: 'digest_base64',
      sentence: `The digest is base64, but the service uses hex.${right ? ' Decoded from base64, it is correct.' : ''}`,
      hint: 'Encode the digest as 64 hex digits.',
    };
  }
  const bits = /^[0-9a-f]+$/i.test(v1) ? hashes.get(v1.length) : undefined;
  if (bits !== undefined) {
    return malformed(
      `The digest v1 has ${v1.length} hex digits, like ${bits}, but the service uses SHA-256 with 64.`,
      'Sign with HMAC-SHA256.',
    );
  }
  if (value.includes(';') && !value.includes(',')) {
    return malformed('The header uses semicolons, but the service uses commas.');
  }
  return malformed(`Invalid signature header: ${problem}.`);
}

const whole = 'Use the exact header value: t=<seconds>, v1=<64 hex digits>.';

const hashes: ReadonlyMap<number, string> = new Map([
  [32, 'MD5'],
  [40, 'SHA-1'],
  [56, 'SHA-224'],
  [96, 'SHA-384'],
  [128, 'SHA-512'],
]);

function looseParts(value: string): (readonly [name: string, value: string])[] {
  return value
    .slice(0, 1_024)
    .split(/[,;]/)
    .map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()] as const;
    });
}

const sameBytes = (given: Buffer, digest: string): boolean => timingSafeEqual(given, Buffer.from(digest, 'hex'));
