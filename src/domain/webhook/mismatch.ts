import { timingSafeEqual } from 'node:crypto';
import { limits } from '../../contract/limits.js';
import { readDelivery } from './delivery.js';
import type { Diagnosis, Suspect } from './diagnose.js';
import { rewritings } from './rewritten-body.js';
import { secretVariants } from './secret-variants.js';
import type { SignatureParts } from './signature-header.js';
import { sign, signMaterial } from './signature.js';

/** Explains a mismatch of a valid header in time: tries the usual mistakes, likeliest first. */
export function explainMismatch(parts: SignatureParts, suspect: Suspect): Diagnosis {
  const { secrets, body } = suspect;
  const { t, v1, v0 } = parts;
  const { current, previous, more = [], others = [] } = secrets;
  const held = [current, ...(previous === undefined ? [] : [previous]), ...more];
  const fits = (digest: string | undefined, key: string | Uint8Array, bytes: Uint8Array = body): boolean =>
    digest !== undefined && same(digest, sign(key, bytes, t));
  for (const { name, secret } of others) {
    if (!fits(v1, secret) && !fits(v0, secret)) continue;
    return {
      cause: 'other_secret',
      sentence: `It was signed with ${name}.`,
      hint: 'Verify with the secret of the endpoint that sent it.',
    };
  }
  for (const { key, sentence, hint } of held.flatMap((secret) => secretVariants(secret))) {
    if (fits(v1, key) || fits(v0, key)) return { cause: 'secret_misread', sentence, hint };
  }
  return (
    rewritten(suspect, (bytes) => held.some((secret) => fits(v1, secret, bytes) || fits(v0, secret, bytes))) ??
    signedOtherwise(parts, suspect) ??
    damaged(parts, suspect) ??
    leftOver(parts, suspect)
  );
}

function rewritten({ body, effort = 'quick' }: Suspect, fits: (bytes: Uint8Array) => boolean): Diagnosis | undefined {
  for (const { bytes, cause, words } of rewritings(body, effort)) {
    if (!fits(bytes)) continue;
    const what = cause === 'reserialised' ? 'the same JSON' : 'the same text';
    return {
      cause,
      sentence: `The body was ${cause === 'reserialised' ? 're-serialised' : 're-encoded'}: the signature matches ${what} ${words}, not these bytes.`,
      hint: 'Verify the raw bytes as received, before any parser or editor changes them.',
    };
  }
  return undefined;
}

/** Hand-written signers often omit the time or join it differently. */
function signedOtherwise({ t, v1 }: SignatureParts, { body, secrets }: Suspect): Diagnosis | undefined {
  const digests: readonly (readonly [material: Uint8Array, words: string])[] = [
    [body, 'the body alone, without t and a dot before it'],
    [Buffer.concat([Buffer.from(String(t)), body]), 't and the body without a dot between'],
    [Buffer.concat([body, Buffer.from(`.${t}`)]), 'the body with t after it'],
    [Buffer.from(String(t)), 't alone, without the body'],
  ];
  const found = digests.find(([material]) => same(v1, signMaterial(secrets.current, material)));
  return found === undefined
    ? undefined
    : {
        cause: 'signed_otherwise',
        sentence: `The secret is correct, but the digest covers ${found[1]}.`,
        hint: 'Sign t, a dot and the raw body.',
      };
}

/** Two unrelated digests of 64 digits agree in about four digits. */
const nearDigits = 48;
const searchedSeconds = limits.webhook.toleranceSeconds;

function damaged({ t, v1 }: SignatureParts, { body, secrets, effort }: Suspect): Diagnosis | undefined {
  const made = sign(secrets.current, body, t);
  if ([...v1.toLowerCase()].filter((digit, index) => digit === made[index]).length >= nearDigits) {
    return {
      cause: 'digest_damaged',
      sentence: 'Nearly all of the digest is correct, so the header was damaged or mistyped.',
      hint: 'Copy the header again.',
    };
  }
  if (effort !== 'thorough') return undefined;
  for (let off = 1; off <= searchedSeconds; off += 1) {
    for (const near of [t - off, t + off]) {
      if (!same(v1, sign(secrets.current, body, near))) continue;
      return {
        cause: 'time_altered',
        sentence: `The time was altered: the digest matches t=${near}, but the header has t=${t}.`,
        hint: 'Use only t from the header for the digest.',
      };
    }
  }
  return undefined;
}

/** Nothing matches: the form of the body and the known facts show the likelier cause. */
function leftOver({ v0 }: SignatureParts, { body, secrets, proven }: Suspect): Diagnosis {
  const delivery = readDelivery(body);
  if (delivery === undefined) {
    return {
      cause: 'altered',
      sentence: `The body is not the signed one: it is ${body.length === 0 ? 'empty' : 'not a complete JSON object'}.`,
      hint: 'Use the body exactly as received, to its last byte.',
    };
  }
  if (proven === true || (v0 !== undefined && (secrets.previous !== undefined || (secrets.more ?? []).length > 0))) {
    return {
      cause: 'altered',
      sentence:
        proven === true
          ? 'The body, the time or the digest was altered, because the secret has verified other deliveries.'
          : 'Neither v1 nor v0 matches any secret: the body or the time was altered, or the secrets belong to another endpoint.',
      hint: 'Reject it, and find what changes deliveries on the way.',
    };
  }
  return {
    cause: 'wrong_secret',
    sentence:
      'No part of the signature matches. The secret probably belongs to another endpoint, or the body was altered on the way.',
    hint: 'Compare the secret with the one shown at registration or at the last rotation. If it is lost, rotate it.',
  };
}

const same = (given: string, made: string): boolean =>
  timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(made, 'hex'));
