import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';

/** A webhook secret as a listener holds it: never printed, in a file that only its owner can read. */
export interface HeldSecret {
  readonly value: string;
  /** ISO 8601 UTC; a rotated one signs `v0` until then. Null: the current one. */
  readonly until: string | null;
}

/** An endpoint that a listener registered. */
export interface HeldEndpoint {
  /** Null from before the registration until its answer: whoever cleans up looks for the address instead. */
  readonly id: string | null;
  /** Of one that was removed: its deliveries may be signed anew all the same. */
  readonly formerId?: string;
  readonly url: string;
  /** The current one first. */
  readonly secrets: readonly HeldSecret[];
  /** A rotation that was not answered yet: a repeat with its key gets the same secret. */
  readonly rotation?: { readonly key: string; readonly at: string };
}

/** What one listener leaves on the disk, so that another run can go on with it or clean up after it. */
export interface ListenerState {
  readonly id: string;
  /** The forwarding that it does; see `listenerOf`. */
  readonly listener: string;
  readonly baseUrl: string;
  /** Tells keys apart without telling the key: an endpoint is removed with a key of its own organisation. */
  readonly account: string;
  readonly profile: string | null;
  readonly pid: number;
  /** When that process began, as the system tells it; null where it does not tell. */
  readonly started: string | null;
  readonly createdAt: string;
  /** The endpoint is to outlive the process. */
  readonly keep: boolean;
  /** The part of the address that nobody can guess. */
  readonly token: string;
  readonly port: number;
  readonly provider: string;
  readonly forwardTo: string | null;
  /** The newest first; older ones are there for deliveries that are still on their way. */
  readonly endpoints: readonly HeldEndpoint[];
  /** For events that are made here: `--poll`. */
  readonly localSecret: string | null;
}

/** Where the process of a listener is; `elsewhere`: in another container or on another machine that shares the folder. */
export type ListenerPlace = 'here' | 'elsewhere' | 'gone';

const limit = 256 * 1024;
const fileName = /^[0-9a-f]{12}\.json$/;
const ended = /^[0-9a-f]{12}\.over$/;
const maxEnded = 50;
const keptFor = 7 * 24 * 60 * 60 * 1000;

export const listenFolder = (stateDir: string): string => join(stateDir, 'listen');

/** Every listener that this machine knows of, alive or not, the newest first; unreadable files are passed over. */
export async function readListeners(stateDir: string): Promise<ListenerState[]> {
  return readStates(stateDir, fileName);
}

async function readStates(stateDir: string, named: RegExp): Promise<ListenerState[]> {
  const folder = listenFolder(stateDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => named.test(name));
  const found = await Promise.all(names.map((name) => readState(join(folder, name))));
  return found
    .filter((state) => state !== undefined)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Written whole or not at all, 0600. */
export async function writeListener(stateDir: string, state: ListenerState): Promise<void> {
  const folder = listenFolder(stateDir);
  await makeFolder(folder, 0o700);
  await writeFileAtomic(join(folder, `${state.id}.json`), `${JSON.stringify(state)}\n`);
}

/** Removes what a listener left; fine when there is nothing. */
export async function forgetListener(stateDir: string, id: string): Promise<void> {
  await rm(join(listenFolder(stateDir), `${id}.json`), { force: true });
}

/**
 * It is no listener any more, and no app has all that it received. Its secrets stay for a week, as the deliveries do, so
 * that those can be signed anew.
 */
export async function retireListener(stateDir: string, id: string): Promise<void> {
  const folder = listenFolder(stateDir);
  await rename(join(folder, `${id}.json`), join(folder, `${id}.over`)).catch(ignoreMissing);
  const names = (await readdir(folder).catch(() => [])).filter((name) => ended.test(name));
  const changed = await Promise.all(names.map(async (name) => [name, await changedAt(join(folder, name))] as const));
  const newest = [...changed].sort(([, one], [, other]) => other - one);
  for (const [at, [name, when]] of newest.entries()) {
    // A file's own time is the system's, whatever clock the program runs by.
    if (at >= maxEnded || Date.now() - when > keptFor) await rm(join(folder, name), { force: true });
  }
}

/** Those that were retired within the last week, the newest first. */
export const readEndedListeners = (stateDir: string): Promise<ListenerState[]> => readStates(stateDir, ended);

const overFile = (stateDir: string): string => join(listenFolder(stateDir), 'secrets.over');

/** Notes that a secret is worth nothing any more, since its endpoint is gone; not the secret itself. */
export async function retireSecret(stateDir: string, secret: string): Promise<void> {
  const known = await readOver(stateDir);
  await makeFolder(listenFolder(stateDir), 0o700);
  await writeFileAtomic(overFile(stateDir), `${[...known, fingerprint(secret)].slice(-maxEnded).join('\n')}\n`);
}

/** Whether it is a secret of an endpoint that a listener removed. */
export const isRetiredSecret = async (stateDir: string, secret: string): Promise<boolean> =>
  (await readOver(stateDir)).includes(fingerprint(secret));

const readOver = async (stateDir: string): Promise<readonly string[]> =>
  (await readFile(overFile(stateDir), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

/** This machine's own mark in the address of an endpoint: eight letters and digits, made once. */
export async function machineMark(stateDir: string): Promise<string> {
  const folder = listenFolder(stateDir);
  const path = join(folder, 'machine');
  const known = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (/^[a-z0-9]{8}$/.test(known)) return known;
  const mark = randomToken(8);
  await makeFolder(folder, 0o700);
  await writeFileAtomic(path, `${mark}\n`);
  return mark;
}

/** Twelve digits of a hash: enough to tell things apart, and nothing to guess a key from. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Letters and digits that survive every proxy as they are: no dot, no percent sign, no slash. */
export function randomToken(length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

const changedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

async function readState(path: string): Promise<ListenerState | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '' || text.length > limit) return undefined;
  const value = parseJson(text);
  return isState(value) ? value : undefined;
}

function isState(value: unknown): value is ListenerState {
  if (!isObject(value)) return false;
  const texts = ['id', 'listener', 'baseUrl', 'account', 'createdAt', 'token', 'provider'];
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    Number.isSafeInteger(value['pid']) &&
    Number(value['pid']) > 1 &&
    Array.isArray(value['endpoints']) &&
    value['endpoints'].every(isEndpoint)
  );
}

function isEndpoint(value: unknown): value is HeldEndpoint {
  if (!isObject(value)) return false;
  const { id, url, secrets } = value;
  return (id === null || typeof id === 'string') && typeof url === 'string' && Array.isArray(secrets);
}
