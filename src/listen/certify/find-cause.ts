import { limits } from '../../contract/limits.js';
import { eventNames } from '../../contract/events.js';
import { parseJson } from '../../core/platform/json.js';
import { jsonWriters } from '../../domain/webhook/json-forms.js';
import { readLossless } from '../../domain/webhook/lossless-json.js';
import { spell } from '../../domain/webhook/diagnose.js';
import { secretVariants } from '../../domain/webhook/secret-variants.js';
import type { Kit, Outgoing } from './certify.js';
import { acted, fail, type Finding, whyNotAccepted } from './certify-outcome.js';
import type { AttemptOutcome } from '../forward/attempt.js';

/**
 * Finds out why a receiver rejects a valid delivery: sends the delivery of each usual mistake, and whichever it accepts
 * is its own. Nothing here is a rule; it runs only after one failed.
 */

/** Like mustAccept; a failure adds its cause. */
export async function mustTake(kit: Kit, delivery: Outgoing): Promise<Finding> {
  const outcome = await kit.deliver(delivery);
  const why = whyNotAccepted(outcome);
  if (why !== null) return fail(await explained(kit, delivery, outcome, why));
  return acted(
    await kit.actedOn(delivery.event.id, 1),
    1,
    `responded with ${outcome.status} in ${outcome.milliseconds} ms`,
    'process an event that was verified, once',
  );
}

/** Why a valid delivery was rejected, found by trial where it responds. */
async function explained(kit: Kit, delivery: Outgoing, outcome: AttemptOutcome, why: string): Promise<string> {
  const { status } = outcome;
  if (status === null || status < 400) return why;
  if ([404, 405, 410].includes(status)) return `${why}; check the path of the URL`;
  const events = await rejectedEvents(kit);
  if (events.length > 0) return `${why}; it accepts other events, but not ${events.join(' and ')}: check its log`;
  const sent = delivery.sent ?? delivery.signed ?? kit.bytes(delivery.event);
  const forged = await kit.deliver({ ...delivery, v1: 'foreign' });
  if (forged.status !== null && forged.status !== status) {
    return `${why}; it verifies the signature, and rejects the delivery afterwards: check its log`;
  }
  const cause = (await findCause(kit, sent)) ?? (await findRewriting(kit, sent));
  if (cause !== null) return `${why}; it ${cause}`;
  if (status >= 500) return `${why}; check its log`;
  const first = status === 403 ? 'take deliveries without a login or CSRF check, and ' : '';
  return `${why}; ${first}check that it uses the secret of this endpoint and reads the header ${kit.signatureHeader}`;
}

interface Trial {
  readonly delivery: Omit<Outgoing, 'event'>;
  /** Follows "it". */
  readonly words: string;
}

/** What the search needs to ask a receiver. */
export type Asker = Pick<Kit, 'secret' | 'hasPrevious' | 'event' | 'deliver' | 'now'>;

/** Trials that are under way at once, and the time after which no more are begun. */
const atOnce = 4;
const searchMs = 60_000;

/**
 * What the receiver does wrong, as words that follow "it"; null when no trial was accepted. `sent` is the body that it
 * rejected.
 */
export async function findCause(kit: Asker, sent: Buffer): Promise<string | null> {
  return firstTaken(kit, sent, [...secretTrials(kit), ...signatureTrials, ...bodyTrials(sent), ...clockTrials]);
}

async function firstTaken(kit: Asker, sent: Buffer, trials: readonly Trial[]): Promise<string | null> {
  const end = kit.now() + searchMs;
  for (let at = 0; at < trials.length && kit.now() < end; at += atOnce) {
    // With the bytes that it rejected: it may accept others.
    const found = await Promise.all(
      trials.slice(at, at + atOnce).map(async ({ delivery, words }) => {
        const event = kit.event('envelope.sent');
        return (await isTaken(kit, { event, trial: true, signed: sent, ...delivery })) ? words : null;
      }),
    );
    const words = found.find((each) => each !== null);
    if (words !== undefined && words !== null) return words;
  }
  return null;
}

/** The same by other bodies: for a receiver that is only tested. */
async function findRewriting(kit: Asker, sent: Buffer): Promise<string | null> {
  return (await firstTaken(kit, sent, plainBodyTrials(sent))) ?? ((await rewritesAll(kit)) ? rewrites : null);
}

const rewrites =
  'verifies an empty object, and no other body: it parses before it verifies, and writes something else. Verify the raw bytes';

/**
 * Nothing can be rewritten in an empty object. An app that verifies it may still reject it, since it is not an event, but
 * otherwise than a forged one.
 */
async function rewritesAll(kit: Asker): Promise<boolean> {
  const empty = { event: kit.event('envelope.sent'), trial: true, signed: Buffer.from('{}') } as const;
  const [genuine, forged] = [await kit.deliver(empty), await kit.deliver({ ...empty, v1: 'foreign' })];
  return genuine.status !== null && forged.status !== null && genuine.status !== forged.status;
}

/** The events that it rejects, when it accepts others; empty when it treats all alike. */
async function rejectedEvents(kit: Kit): Promise<readonly string[]> {
  const taken = await kit.each(eventNames, (event) => isTaken(kit, { event: kit.event(event) }));
  const rejected = eventNames.filter((_, at) => taken[at] === false);
  return rejected.length === eventNames.length ? [] : rejected;
}

async function isTaken(kit: Pick<Kit, 'deliver'>, delivery: Outgoing): Promise<boolean> {
  return whyNotAccepted(await kit.deliver(delivery)) === null;
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
    ...['"', "'"].map((mark) => ({
      delivery: { key: `${mark}${secret}${mark}` },
      words: 'verifies with the secret and the quotation marks around it: remove them',
    })),
  ];
}

const signedWith = 'It was signed with ';

const digest = (change: (hex: string) => string): Outgoing['headers'] => {
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
    [`${text}\n`, 'adds a newline to the body. Verify the raw bytes'],
  ];
  return trials
    .map(([signed, words]) => [Buffer.from(signed), words] as const)
    .filter(([signed]) => !signed.equals(sent))
    .map(([signed, words]) => ({ delivery: { sent, signed }, words }));
}

/** Bodies without what a receiver may change: one that accepts them changes the others. */
function plainBodyTrials(sent: Buffer): readonly Trial[] {
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
    delivery: { time: (t: number) => t * 1000 },
    words: 'expects t in milliseconds, and the service writes seconds',
  },
];
