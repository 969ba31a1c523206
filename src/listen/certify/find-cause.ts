import { limits } from '../../contract/limits.js';
import { eventNames } from '../../contract/events.js';
import { parseJson } from '../../core/platform/json.js';
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
  );
}

/** Why a valid delivery was rejected, found by trial where it responds. */
async function explained(kit: Kit, delivery: Outgoing, outcome: AttemptOutcome, why: string): Promise<string> {
  const { status } = outcome;
  if (status === null || status < 400) return why;
  if ([404, 405, 410].includes(status)) return `${why}; check the path of the URL`;
  const events = await rejectedEvents(kit);
  if (events.length > 0) return `${why}; it accepts other events, but not ${events.join(' and ')}: check its log`;
  const cause = await findCause(kit, delivery.sent ?? delivery.signed ?? kit.bytes(delivery.event));
  if (cause !== null) return `${why}; it ${cause}`;
  return `${why}; ${status >= 500 ? 'check its log' : 'check that it uses this secret and reads this header'}`;
}

interface Trial {
  readonly delivery: Omit<Outgoing, 'event'>;
  /** Follows "it". */
  readonly words: string;
}

/** What the search needs to ask a receiver. */
export type Asker = Pick<Kit, 'secret' | 'hasPrevious' | 'event' | 'deliver'>;

/**
 * What the receiver does wrong, as words that follow "it"; null when no trial was accepted. `sent` is the body that it
 * rejected.
 */
export async function findCause(kit: Asker, sent: Buffer): Promise<string | null> {
  for (const { delivery, words } of [...secretTrials(kit), ...signatureTrials, ...bodyTrials(sent), ...clockTrials]) {
    // With the bytes that it rejected: it may accept others.
    if (await isTaken(kit, { event: kit.event('envelope.sent'), trial: true, signed: sent, ...delivery })) return words;
  }
  return null;
}

/** The events that it rejects, when it accepts others; empty when it treats all alike. */
async function rejectedEvents(kit: Kit): Promise<readonly string[]> {
  const rejected: string[] = [];
  for (const event of eventNames) if (!(await isTaken(kit, { event: kit.event(event) }))) rejected.push(event);
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
  {
    delivery: { headers: digest((hex) => Buffer.from(hex, 'hex').toString('base64')) },
    words: 'expects the digest in base64, and the service writes hex',
  },
  { delivery: { material: (_, body) => body }, words: 'verifies the body alone: sign t, a dot and the raw body' },
  {
    delivery: { material: (t, body) => Buffer.concat([Buffer.from(String(t)), body]) },
    words: 'leaves out the dot between t and the body',
  },
];

/** How the libraries of other languages write JSON that they have parsed. */
const writers: readonly (readonly [words: string, write: (value: unknown) => string])[] = [
  ['JavaScript writes it', (value) => JSON.stringify(value)],
  ['Python writes it', (value) => ascii(spaced(value))],
  ['Python writes it without ASCII escapes', spaced],
  ['PHP writes it', (value) => ascii(JSON.stringify(value)).replaceAll('/', '\\/')],
  ['PHP writes it without Unicode escapes', (value) => JSON.stringify(value).replaceAll('/', '\\/')],
  ['Go writes it', (value) => html(JSON.stringify(value))],
  ['JSON with sorted keys is written', (value) => JSON.stringify(sorted(value))],
  ['Go writes a map', (value) => html(JSON.stringify(sorted(value)))],
  ['Python writes it with sorted keys', (value) => ascii(spaced(sorted(value)))],
  ['JSON is written with an indent of two', (value) => JSON.stringify(value, null, 2)],
  ['JSON is written with an indent of four', (value) => JSON.stringify(value, null, 4)],
];

function bodyTrials(sent: Buffer): readonly Trial[] {
  const text = sent.toString('utf8');
  const value = parseJson(text);
  const trials: (readonly [Buffer, string])[] = [
    ...writers.map(
      ([as, write]) =>
        [
          Buffer.from(write(value)),
          `accepts the body as ${as}: it parses before it verifies. Verify the raw bytes`,
        ] as const,
    ),
    [Buffer.from(sent.toString('latin1')), 'reads the body as Latin-1 before it verifies. Verify the raw bytes'],
    [Buffer.from(text.replace(/[^\0-\x7f]/g, '\ufffd')), 'replaces characters of the body. Verify the raw bytes'],
    [Buffer.from(text.replace(/[^\0-\x7f]/g, '?')), 'replaces characters of the body. Verify the raw bytes'],
    [Buffer.from(text.trim()), 'removes the white space around the body. Verify the raw bytes'],
    [Buffer.from(`${text}\n`), 'adds a newline to the body. Verify the raw bytes'],
  ];
  return trials
    .filter(([signed]) => !signed.equals(sent))
    .map(([signed, words]) => ({ delivery: { sent, signed }, words }));
}

const ascii = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html = (text: string): string =>
  text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');

/** With a space after each comma and colon, as Python writes. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`);
  return `{${members.join(', ')}}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, sorted(each)]));
}

const minute = 60;
/** Seconds; each covers the tolerance in both directions. */
const offsets = [10, 20, 30, 40, 50, 60, 90, 120, 180, 240, 300, 330].map((minutes) => minutes * minute);

const clockTrials: readonly Trial[] = [
  ...offsets.flatMap((seconds) =>
    [seconds, -seconds].map((shift) => ({
      delivery: { shift },
      words:
        `accepts a delivery signed ${seconds / minute} minutes ${shift > 0 ? 'from now' : 'ago'}, ` +
        `within ${limits.webhook.toleranceSeconds} s: its clock is ${shift > 0 ? 'fast' : 'slow'}`,
    })),
  ),
  {
    delivery: { time: (t: number) => t * 1000 },
    words: 'expects t in milliseconds, and the service writes seconds',
  },
];
