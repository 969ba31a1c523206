import type { Context } from '../context/context.js';
import { type Environment, failureOf, startOwn } from '../context/own-command.js';
import { signatureHeaderOf } from '../context/contract.js';
import { shellWord } from '../flags/reach-flags.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { type Colour, createColour } from '../../core/terminal/colour.js';
import { localInstant } from '../../core/terminal/time.js';
import { type Entry, entryOf } from './entry.js';
import type { Act } from './keys.js';
import type { Acting } from './open-timeline.js';

/**
 * What keys do: each runs a command of this program as somebody would type it, and shows it. It is a process of its own,
 * since a command prints, asks and ends with an exit code, and this one has the terminal.
 */

/** `2026-12-01 17:00`. */
const shownMinutes = 16;

type Doing = Exclude<Act, 'quit' | 'interrupt'>;

interface Performing extends Acting {
  readonly context: Context;
  /** Of the commands that are run. */
  readonly env: Environment;
  readonly add: (entries: readonly Entry[]) => void;
  /** Newest first; missing where nobody signs by a key. */
  readonly waiting?: () => Promise<{ readonly data: readonly Waiting[]; readonly more: boolean }>;
}

/** An envelope that waits for a recipient to sign. */
interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly recipient: { readonly id: string; readonly role: string; readonly name: string };
  /** ISO 8601. */
  readonly since: string;
}

/** The colours of a screen that is drawn whole. */
export function screenColour({ machine, flags }: Context): Colour {
  const choice = flags().color ?? 'auto';
  if (choice !== 'auto') return createColour(choice === 'always');
  return createColour((machine.env['NO_COLOR'] ?? '') === '' && machine.env['TERM'] !== 'dumb');
}

/** What is recorded of a delivery, as lines. */
export async function recordOf(id: string, { machine }: Context, env: Environment): Promise<readonly string[]> {
  const ran = await startOwn(['event', 'show', id, '--json'], { env, cwd: machine.cwd }).ended;
  const value = ran.code === 0 ? parseJson(ran.stdout) : undefined;
  return value === undefined ? [failureOf(ran).message] : JSON.stringify(value, null, 2).split('\n');
}

/** Runs the command of a key, and shows the command with its outcome. */
export async function perform(what: Doing, acting: Performing): Promise<void> {
  const { context, env, copy, chosen, add } = acting;
  const tell = (text: string, more: Partial<Entry> = {}): void =>
    add([entryOf({ at: context.clock.now(), kind: 'esign', what: text, ...more })]);
  if (what === 'copy') {
    const copied = await curlFor(chosen, context, env);
    if (copied === null) return tell('Select a request or a delivery to an app to copy it.', { tone: 'warn' });
    copy(copied.curl);
    return tell(copied.says, { tone: 'dim' });
  }
  const command = what === 'sign' ? await signCommand(acting) : commandFor(what, chosen);
  if (command === null) return;
  if (typeof command === 'string') return tell(command, { tone: 'warn' });
  const { words, did = [], envelopeId = null } = command;
  const line = `$ esign ${words.map(shellWord).join(' ')}`;
  const ran = await startOwn([...words, '--json', '--no-input'], { env, cwd: context.machine.cwd }).ended;
  if (ran.code === 0) {
    return tell(line, { tone: 'good', why: did, details: ran.stdout.trimEnd().split('\n'), envelopeId });
  }
  const { message, hint } = failureOf(ran);
  tell(line, { tone: 'bad', why: [message, ...(hint === null ? [] : [hint])], envelopeId });
}

/** A command of this program, and a sentence about what it has done where the command does not say it. */
interface Command {
  readonly words: readonly string[];
  readonly did?: readonly string[];
  readonly envelopeId?: string;
}

/**
 * Signs the envelope of the selected entry, or the only one that waits; asks where several do. The newest entry does not
 * decide: it may be of an old envelope whose delivery was retried. Null: nothing was chosen.
 */
async function signCommand({ selected, waiting, choose }: Performing): Promise<Command | string | null> {
  const found = await waiting?.().catch((error: Error) => error);
  if (found instanceof Error) return `Cannot list the envelopes that wait for a signature: ${found.message}`;
  const { data, more } = found ?? { data: [], more: false };
  const envelopeId = selected?.envelopeId ?? null;
  if (envelopeId !== null) {
    const known = data.find(({ id }) => id === envelopeId);
    return known === undefined ? { words: ['emulator', 'sign', envelopeId], envelopeId } : signingOf(known);
  }
  const [first, second] = data;
  if (first === undefined) return 'No envelope waits for a signature.';
  if (second === undefined) return signingOf(first);
  const many = more ? `More than ${data.length}` : String(data.length);
  const at = await choose({
    question: `${many} envelopes wait for a signature. Which one do you sign?`,
    rows: data.map(({ id, title, recipient: { name, role }, since }) =>
      [localInstant(since).slice(0, shownMinutes), id.slice(0, 8), `${name} (${role})`, title].join('  '),
    ),
  });
  const chosen = at === null ? undefined : data[at];
  return chosen === undefined ? null : signingOf(chosen);
}

const signingOf = ({ id, title, recipient: { id: recipient, role, name } }: Waiting): Command => ({
  // A role that begins with a hyphen would be read as a flag.
  words: ['emulator', 'sign', id, role.startsWith('-') ? recipient : role],
  did: [`Signed “${title}” as ${name} (${role}).`],
  envelopeId: id,
});

interface Copied {
  readonly curl: string;
  readonly says: string;
}

/** The command that sends a request again, or a delivery with its bytes and its signature; null for anything else. */
async function curlFor(chosen: Entry | null, context: Context, env: Environment): Promise<Copied | null> {
  if (chosen === null) return null;
  const { curl, deliveryId } = chosen;
  if (curl !== null) {
    return { curl, says: 'Copied the request as a curl command. It reads the key from ESIGN_API_KEY.' };
  }
  if (deliveryId === null) return null;
  const ran = await startOwn(['event', 'show', deliveryId, '--json'], { env, cwd: context.machine.cwd }).ended;
  const record = ran.code === 0 ? parseJson(ran.stdout) : undefined;
  const made = deliveryCurl(deliveryId, record, await signatureHeaderOf(context.settings()));
  if (made === null) return null;
  return { curl: made, says: 'Copied the delivery as a curl command. Its signature is accepted for 5 minutes.' };
}

/**
 * Sends a recorded delivery to its app once more, byte by byte as it came; null for one that had no app. `record` is
 * what `event show --json` prints.
 */
export function deliveryCurl(id: string, record: unknown, header: string): string | null {
  const app = isObject(record) && isObject(record['app']) ? record['app'] : {};
  const signatures = isObject(record) && Array.isArray(record['signature']) ? record['signature'] : [];
  const { target } = app;
  if (typeof target !== 'string') return null;
  const headers = ['Content-Type: application/json', ...signatures.map((one) => `${header}: ${String(one)}`)];
  const flags = headers.map((each) => `-H ${shellWord(each)}`).join(' ');
  return `esign event show ${shellWord(id)} --raw | curl --data-binary @- ${flags} ${shellWord(target)}`;
}

/** A sentence where there is nothing to act on. */
function commandFor(what: Exclude<Doing, 'copy' | 'sign'>, chosen: Entry | null): Command | string {
  switch (what) {
    case 'advance':
      return { words: ['emulator', 'clock', 'advance', '--to', 'next'] };
    case 'replay':
      return chosen?.deliveryId == null
        ? 'Select a delivery to send it again.'
        : { words: ['event', 'replay', chosen.deliveryId] };
    case 'page':
      return { words: ['emulator', 'open'] };
  }
}
