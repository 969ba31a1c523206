import type { Context } from '../cli/context.js';
import { type Environment, failureOf, startOwn } from '../cli/own-command.js';
import { signatureHeaderOf } from '../cli/contract.js';
import { shellWord } from '../cli/shell-word.js';
import { isObject, parseJson } from '../platform/json.js';
import { type Colour, createColour } from '../terminal/colour.js';
import { type Entry, entryOf } from './entry.js';
import type { Act } from './keys.js';
import type { Acting } from './open-timeline.js';

/** What keys do: each runs a command of this program, and shows it. */

type Doing = Exclude<Act, 'quit' | 'interrupt'>;

interface Performing extends Acting {
  readonly context: Context;
  /** Of the commands that are run. */
  readonly env: Environment;
  readonly add: (entries: readonly Entry[]) => void;
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

/** Runs the command that a key stands for, and shows the command with its outcome. */
export async function perform(what: Doing, acting: Performing): Promise<void> {
  const { context, env, copy, chosen, latest, add } = acting;
  const tell = (text: string, more: Partial<Entry> = {}): void =>
    add([entryOf({ at: context.clock.now(), kind: 'esign', what: text, ...more })]);
  if (what === 'copy') {
    const copied = await curlFor(chosen, context, env);
    if (copied === null) return tell('Select a request or a delivery to an app to copy it.', { tone: 'warn' });
    copy(copied.curl);
    return tell(copied.says, { tone: 'dim' });
  }
  const words = commandFor(what, chosen, latest);
  if (typeof words === 'string') return tell(words, { tone: 'warn' });
  const command = `$ esign ${words.join(' ')}`;
  const ran = await startOwn(words.concat('--json', '--no-input'), { env, cwd: context.machine.cwd }).ended;
  if (ran.code === 0) return tell(command, { tone: 'good', details: ran.stdout.trimEnd().split('\n') });
  const { message, hint } = failureOf(ran);
  tell(command, { tone: 'bad', why: [message, ...(hint === null ? [] : [hint])] });
}

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
function commandFor(what: Exclude<Doing, 'copy'>, chosen: Entry | null, latest: string | null): string[] | string {
  switch (what) {
    case 'sign': {
      const envelope = chosen?.envelopeId ?? latest;
      return envelope === null ? 'No envelope has been seen yet.' : ['emulator', 'sign', envelope];
    }
    case 'advance':
      return ['emulator', 'clock', 'advance', '--to', 'next'];
    case 'replay':
      return chosen?.deliveryId == null
        ? 'Select a delivery to send it again.'
        : ['event', 'replay', chosen.deliveryId];
    case 'page':
      return ['emulator', 'open'];
  }
}
