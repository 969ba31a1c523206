import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.js';
import { parseJson } from '../../core/platform/json.js';
import { jsonWriters } from './json-forms.js';
import { readLossless } from './lossless-json.js';
import { spell } from './diagnose.js';
import type { DeliveryFaults } from './faulty-delivery.js';
import { secretVariants } from './secret-variants.js';
import { signMaterial } from './signature.js';

/**
 * Finds out why a receiver rejects a valid delivery: sends the delivery of each usual mistake, and whichever it accepts
 * is its own.
 */

export interface Trial {
  readonly delivery: DeliveryFaults;
  /** Follows "it". */
  readonly words: string;
}

/** What the search needs to ask a receiver. */
export interface Asker {
  /** The current secret; it is never shown. */
  readonly secret: string;
  readonly hasPrevious: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends a copy, and returns the status; null without a response. */
  readonly send: (faults: DeliveryFaults) => Promise<number | null>;
}

export interface Rejected {
  /** The bytes that the receiver rejected. */
  readonly sent: Buffer;
  /** The status that it responded with. */
  readonly status: number;
  /** A cause that was found before, which is tried first. */
  readonly known?: string | null;
}

/** Trials that are under way at once, and the time after which no more are begun. */
const atOnce = 4;
const searchMs = 60_000;

export const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** What the receiver does wrong, as words that follow "it"; null when no trial was accepted. */
export async function findCause(asker: Asker, { sent, status, known = null }: Rejected): Promise<string | null> {
  const signatures = [...signatureTrials, ...hashTrials(asker.secret, sent)];
  const trials = [...secretTrials(asker), ...signatures, ...bodyTrials(sent), ...clockTrials];
  const likely = trials.find(({ words }) => words === known);
  if (likely !== undefined && (await firstTaken(asker, sent, [likely])) !== null) return likely.words;
  const forged = await asker.send({ signed: sent, v1: 'foreign' });
  if (isTaken(forged)) return inverted;
  if (forged !== null && forged !== status) return rejectsLater;
  return firstTaken(
    asker,
    sent,
    trials.filter((trial) => trial !== likely),
  );
}

const inverted = 'accepts a delivery that is signed with another secret: it compares the wrong way round';
export const rejectsLater = 'verifies the signature, and rejects the delivery afterwards: check its log';

/** The words of the first trial that is accepted. */
export async function firstTaken(asker: Asker, sent: Buffer, trials: readonly Trial[]): Promise<string | null> {
  const end = asker.now() + searchMs;
  for (let at = 0; at < trials.length && asker.now() < end; at += atOnce) {
    // With the bytes that it rejected: it may accept others.
    const found = await Promise.all(
      trials
        .slice(at, at + atOnce)
        .map(async ({ delivery, words }) => (isTaken(await asker.send({ signed: sent, ...delivery })) ? words : null)),
    );
    const words = found.find((each) => each !== null);
    if (words !== undefined && words !== null) return words;
  }
  return null;
}

function secretTrials({ secret, hasPrevious }: Asker): readonly Trial[] {
  return [
    ...(hasPrevious
      ? [{ delivery: { v1: 'previous' }, words: 'still verifies with the previous secret' } as const]
      : []),
    ...secretVariants(secret).map(({ key, sentence }) => ({
      delivery: { key },
      words: sentence.startsWith(signedWith)
        ? `verifies with ${sentence.slice(signedWith.length).replace(/\.$/, '')}: use the secret exactly as it was shown`
        : `verifies with another form of the secret. ${sentence.replace(/\.$/, '')}`,
    })),
    {
      delivery: { key: '' },
      words: 'verifies with an empty secret, with which anybody can sign: check the name of the setting that holds it',
    },
    ...['"', "'"].map((mark) => ({
      delivery: { key: `${mark}${secret}${mark}` },
      words: 'verifies with the secret and the quotation marks around it: remove them',
    })),
  ];
}

const signedWith = 'It was signed with ';

const digest = (change: (hex: string) => string): NonNullable<DeliveryFaults['headers']> => {
  return (value) => [value.replace(/v1=([0-9a-f]+)/, (_, hex: string) => `v1=${change(hex)}`)];
};

const signatureTrials: readonly Trial[] = [
  {
    delivery: { headers: digest((hex) => hex.toUpperCase()) },
    words: 'compares the digest in upper case, and the service writes lower case',
  },
  ...(['base64', 'base64url'] as const).map((form) => ({
    delivery: { headers: digest((hex) => Buffer.from(hex, 'hex').toString(form)) },
    words: 'expects the digest in base64, and the service writes hex',
  })),
  {
    // As Perl writes base64.
    delivery: { headers: digest((hex) => Buffer.from(hex, 'hex').toString('base64').replace('=', '')) },
    words: 'expects the digest in base64, and the service writes hex',
  },
  {
    delivery: { headers: (value) => [value.replaceAll(', ', ',')] },
    words: 'expects no space after the commas of the header: remove the white space around each part',
  },
  { delivery: { material: (_, body) => body }, words: 'verifies the body alone: sign t, a dot and the raw body' },
  {
    delivery: { material: (t, body) => Buffer.concat([Buffer.from(String(t)), body]) },
    words: 'leaves out the dot between t and the body',
  },
];

/** Other digests than an HMAC with SHA-256: one of the secret beside the text, or with another hash. */
function hashTrials(secret: string, sent: Buffer): readonly Trial[] {
  const hash = (...parts: readonly (string | Buffer)[]): string =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest('hex');
  const keyless = 'computes a hash of the secret and the body: compute an HMAC, whose key is the secret';
  const hmac = (name: string) => (t: number) => signMaterial(secret, Buffer.concat([Buffer.from(`${t}.`), sent]), name);
  const trials: readonly (readonly [made: (t: number) => string, words: string])[] = [
    [(t) => hash(`${t}.`, sent, secret), keyless],
    [(t) => hash(secret, `${t}.`, sent), keyless],
    [hmac('sha1'), 'computes an HMAC with SHA-1: use SHA-256'],
    [hmac('sha512'), 'computes an HMAC with SHA-512: use SHA-256'],
  ];
  return trials.map(([made, words]) => ({ delivery: { headers: (_, t) => [`t=${t}, v1=${made(t)}`] }, words }));
}

const lettersOutside = /[^\0-\x7f]/g;
const perByte = (text: string, mark: string): string =>
  text.replace(/[^\0-\x7f]/gu, (character) => mark.repeat(Buffer.byteLength(character)));

/** What a receiver may make of the body before it verifies. */
function bodyTrials(sent: Buffer): readonly Trial[] {
  const text = sent.toString('utf8');
  const node = readLossless(text);
  const replaced = 'replaces letters outside ASCII. Verify the raw bytes';
  const trials: (readonly [Buffer | string, string])[] = [
    ...(node === undefined ? [] : jsonWriters).map(
      ({ words, write }) =>
        [
          node === undefined ? '' : write(node),
          `accepts the body as ${words}: it parses before it verifies. Verify the raw bytes`,
        ] as const,
    ),
    [sent.toString('latin1'), 'reads the body as Latin-1 before it verifies. Verify the raw bytes'],
    [perByte(text, '\ufffd'), replaced],
    [perByte(text, '?'), replaced],
    [text.replace(/[^\0-\x7f]/gu, '\ufffd'), replaced],
    [text.replace(/[^\0-\x7f]/gu, '?'), replaced],
    [text.replace(lettersOutside, ''), 'loses letters outside ASCII. Verify the raw bytes'],
    [text.trim(), 'removes the white space around the body. Verify the raw bytes'],
    [text.replaceAll(/[\r\n]/g, ''), 'reads the body line by line and loses its line breaks. Verify the raw bytes'],
    ['', 'verifies an empty body, since something has read the body before: verify first, and the raw bytes'],
    ['[object Object]', 'verifies "[object Object]", since the body was parsed before. Verify the raw bytes'],
    [`${text}\n`, 'adds a newline to the body. Verify the raw bytes'],
  ];
  return trials
    .map(([signed, words]) => [Buffer.from(signed), words] as const)
    .filter(([signed]) => !signed.equals(sent))
    .map(([signed, words]) => ({ delivery: { sent, signed }, words }));
}

/** Bodies without what a receiver may change: one that accepts them changes the others. */
export function plainBodyTrials(sent: Buffer): readonly Trial[] {
  const text = sent.toString('utf8');
  const value = parseJson(text);
  const inAscii = text.replace(lettersOutside, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    {
      delivery: { signed: Buffer.from(inAscii) },
      words:
        'accepts this body once its letters are in ASCII: it decodes the body before it verifies. Verify the raw bytes',
    },
    {
      delivery: { signed: Buffer.from(JSON.stringify(value)) },
      words: 'accepts this body without white space: it changes the body before it verifies. Verify the raw bytes',
    },
  ].filter(({ delivery }) => !delivery.signed.equals(sent));
}

const minute = 60;
/** Seconds: a wrong clock, and common differences of zones; each covers the tolerance in both directions. */
const offsets = [10, 20, 30, 60, 120, 180, 300, 330].map((minutes) => minutes * minute);

const clockTrials: readonly Trial[] = [
  {
    delivery: { shift: 24 * 60 * minute },
    words:
      'accepts a delivery signed a day from now, and none of this second: allow ' +
      `${limits.webhook.toleranceSeconds} s, in both directions`,
  },
  ...offsets.flatMap((seconds) =>
    [seconds, -seconds].map((shift) => ({
      delivery: { shift },
      words:
        `accepts a delivery signed ${seconds < 60 * minute ? `${seconds / minute} minutes` : spell(seconds)} ${shift > 0 ? 'from now' : 'ago'}, ` +
        `within ${limits.webhook.toleranceSeconds} s: its clock is ${shift > 0 ? 'fast' : 'slow'}` +
        (seconds % (30 * minute) === 0 ? ', or it takes local time for UTC' : ''),
    })),
  ),
  {
    delivery: { time: (now) => now },
    words: 'expects t in milliseconds, and the service writes seconds',
  },
];
