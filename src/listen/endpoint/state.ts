import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../../core/platform/durable-file.js';
import { isObject, parseJson } from '../../core/platform/json.js';

/** A webhook secret of a listener: never printed, in a private file. */
export interface HeldSecret {
  readonly value: string;
  /** ISO 8601 UTC; a rotated secret signs `v0` until then. Null: the current one. */
  readonly until: string | null;
}

/** An endpoint that a listener registered. */
export interface HeldEndpoint {
  /** Null until the registration response: a cleanup then looks for the URL. */
  readonly id: string | null;
  /** For a deleted endpoint: its deliveries may still be signed again. */
  readonly formerId?: string;
  readonly url: string;
  /** The current one first. */
  readonly secrets: readonly HeldSecret[];
  /** A rotation without a response: a retry with its key returns the same secret. */
  readonly rotation?: { readonly key: string; readonly at: string };
}

/** The record of one listener, so that another run can continue or clean up. */
export interface ListenerState {
  readonly id: string;
  /** Its forwarding; see `listenerOf`. */
  readonly listener: string;
  /** Under which records know its service: that of an emulator stays with its data. */
  readonly baseUrl: string;
  /** Distinguishes keys without revealing them: an endpoint is deleted with a key of its own organisation. */
  readonly account: string;
  readonly profile: string | null;
  readonly pid: number;
  /** The start time of that process from the system; null where it is not available. */
  readonly started: string | null;
  readonly createdAt: string;
  /** The endpoint should stay after the process exits. */
  readonly keep: boolean;
  /** The secret part of the URL. */
  readonly token: string;
  readonly port: number;
  readonly provider: string;
  readonly forwardTo: string | null;
  /** Newest first; older ones are for deliveries that are still on their way. */
  readonly endpoints: readonly HeldEndpoint[];
  /** For synthetic events: `--poll`. */
  readonly localSecret: string | null;
}

/** Where the process of a listener runs; `elsewhere`: another container or machine that shares the folder. */
export type ListenerPlace = 'here' | 'elsewhere' | 'gone';

const limit = 256 * 1024;
const fileName = /^[0-9a-f]{12}\.json$/;
const ended = /^[0-9a-f]{12}\.over$/;
const maxEnded = 50;
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** The records of listeners are files of their own: they hold webhook secrets, which the state file never does. */
export const listenFolder = (stateDir: string): string => join(stateDir, 'listen');

/** Every listener that this machine knows, running or not, newest first; unreadable files are skipped. */
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

/** An atomic write with mode 0600. */
export async function writeListener(stateDir: string, state: ListenerState): Promise<void> {
  const folder = listenFolder(stateDir);
  await makeFolder(folder, 0o700);
  await writeFileAtomic(join(folder, `${state.id}.json`), `${JSON.stringify(state)}\n`);
}

/** Removes the record of a listener; a missing one is not an error. */
export async function forgetListener(stateDir: string, id: string): Promise<void> {
  await rm(join(listenFolder(stateDir), `${id}.json`), { force: true });
}

/**
 * The listener ended, but an app has not accepted all deliveries. Its secrets stay for a week, like the deliveries, so
 * that those can be signed again.
 */
export async function retireListener(stateDir: string, id: string): Promise<void> {
  const folder = listenFolder(stateDir);
  await rename(join(folder, `${id}.json`), join(folder, `${id}.over`)).catch(ignoreMissing);
  const names = (await readdir(folder).catch(() => [])).filter((name) => ended.test(name));
  const changed = await Promise.all(names.map(async (name) => [name, await changedAt(join(folder, name))] as const));
  const newest = [...changed].sort(([, one], [, other]) => other - one);
  for (const [at, [name, when]] of newest.entries()) {
    // File times come from the system clock.
    if (at >= maxEnded || Date.now() - when > keptFor) await rm(join(folder, name), { force: true });
  }
}

/** Records retired within the last week, newest first. */
export const readEndedListeners = (stateDir: string): Promise<ListenerState[]> => readStates(stateDir, ended);

const overFile = (stateDir: string): string => join(listenFolder(stateDir), 'secrets.over');

/** Notes the hash of a secret whose endpoint was deleted. */
export async function retireSecret(stateDir: string, secret: string): Promise<void> {
  const known = await readOver(stateDir);
  await makeFolder(listenFolder(stateDir), 0o700);
  await writeFileAtomic(overFile(stateDir), `${[...known, fingerprint(secret)].slice(-maxEnded).join('\n')}\n`);
}

/** Whether it is the secret of an endpoint that a listener deleted. */
export const isRetiredSecret = async (stateDir: string, secret: string): Promise<boolean> =>
  (await readOver(stateDir)).includes(fingerprint(secret));

const readOver = async (stateDir: string): Promise<readonly string[]> =>
  (await readFile(overFile(stateDir), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

/** The mark of this machine in endpoint URLs: eight letters and digits, created once. */
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

/** Twelve digits of a hash: enough to distinguish keys, too few to guess one. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Letters and digits that every proxy keeps unchanged: no dot, percent sign or slash. */
export const randomToken = (length: number): string => tokenOf(randomBytes(length));

/** Makes tokens of one length, many of them from one call for random bytes. */
export function randomTokens(length: number): () => string {
  let bytes = Buffer.alloc(0);
  return () => {
    if (bytes.length < length) bytes = randomBytes(length * 128);
    const token = tokenOf(bytes.subarray(0, length));
    bytes = bytes.subarray(length);
    return token;
  };
}

function tokenOf(bytes: Buffer): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  let token = '';
  for (const byte of bytes) token += letters[byte % letters.length];
  return token;
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
