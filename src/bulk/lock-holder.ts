import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isObject, parseJson } from '../platform/json.js';
import { lifeOf, ownPid, processMark, processPlace } from '../platform/process-identity.js';

/** The process that a lock names. */
export interface Holder {
  readonly pid: number;
  /** When it began; null where the system does not tell. */
  readonly began: string | null;
  /** Where its number means that process: another machine or container has others of the same numbers. */
  readonly place: string;
  /** For people. */
  readonly host: string;
}

/** Milliseconds after which a lock that nobody renews is free, where its process cannot be looked at. */
export const maxSilenceMs = 60_000;

/** This process, as a lock of its own names it. */
export async function thisProcess(): Promise<Holder> {
  return { pid: ownPid, began: await processMark(ownPid), place: await processPlace(), host: hostname() };
}

export const writeHolder = ({ pid, began, place, host }: Holder): string =>
  `${JSON.stringify({ pid, began, place, host })}\n`;

/** What a lock says; `holder` is null for one that names nobody, `text` for one that is gone again. */
export interface ReadLock {
  readonly text: string | null;
  readonly holder: Holder | null;
}

const limit = 4096;

/** Reads a lock; never throws. */
export async function readLock(path: string): Promise<ReadLock> {
  const text = await readShort(path);
  return { text, holder: text === null ? null : holderIn(text) };
}

/** What is no file is as good as gone: opening a pipe that nobody writes to must not hang. */
async function readShort(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(limit), 0, limit, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

function holderIn(text: string): Holder | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { pid, began, place, host } = value;
  if (!Number.isSafeInteger(pid) || typeof place !== 'string' || typeof host !== 'string') return null;
  const named = /^[\w.-]{1,253}$/.test(host) ? host : 'another machine';
  return { pid: Number(pid), began: typeof began === 'string' ? began : null, place, host: named };
}

/**
 * Whether a lock is still held. A process of this place is looked at; of any other only its lock tells, which it renews
 * as long as it lives. `fresh` was written just now beside the lock: the times of both are of one clock, that of the
 * machine which keeps the files.
 */
export async function isHeld(lock: string, holder: Holder | null, own: Holder, fresh: string): Promise<boolean> {
  if (holder !== null && holder.place === own.place) {
    const life = await lifeOf(holder.pid, holder.began);
    if (life !== 'untold') return life === 'alive';
  }
  const [then, now] = await Promise.all([lock, fresh].map((path) => stat(path).catch(() => null)));
  // Gone meanwhile.
  if (then === undefined || then === null) return false;
  return now === undefined || now === null || now.mtimeMs - then.mtimeMs < maxSilenceMs;
}
