import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { env, kill, pid } from 'node:process';
import { isAlive } from './alive.js';
import { type Question, systemOf } from './system/system.js';

/** Numbers of processes are used again: a process is told apart from its successors by when it began. */

/** The process that this program is. */
export const ownPid = pid;

/**
 * Where numbers of processes mean the same ones: this machine since it was last started, and in it this container. It
 * tells programs apart that share a folder and see nothing of each other.
 */
export async function processPlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => machineName());
  const container = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${boot.trim()} ${container}`.trim();
}

/**
 * When a process began, as the system tells it; null when there is no process of that number or the system does not
 * say. One that has ended and only waits for its parent to notice counts as ended: in a container the first process
 * may take its time, or never look.
 */
export async function processMark(id: number): Promise<string | null> {
  const found = await look(id);
  return found === 'ended' || found === 'untold' ? null : found.began;
}

/** The mark with the place that the number counts in, for records in a folder that others may share. */
export async function placedMark(id: number): Promise<string | null> {
  const [place, began] = await Promise.all([namedPlace(), processMark(id)]);
  return began === null || place === null ? began : `${place}/${began}`;
}

/** This process, for a record that others read; see `whereIsMarked`. */
export const ownMark = async (): Promise<string> => `${ownPid} ${(await placedMark(ownPid)) ?? ''}`.trim();

/** Where the process of such a mark runs; `gone` for a text that is not one. */
export function whereIsMarked(mark: string): Promise<Whereabouts> {
  const [, number = '', began = ''] = /^(\d+) ?(.*)$/s.exec(mark) ?? [];
  return whereIs(Number(number), began === '' ? null : began);
}

/** Where a marked process is, as far as can be told from here. */
export type Whereabouts = 'here' | 'elsewhere' | 'gone';

/**
 * Whether the process that was marked still runs. Without a mark, or on a system that does not tell when a process
 * began, any process with its number counts, so that nothing is taken from one that runs. `elsewhere`: it was marked in
 * another container, or on another machine that shares the folder, where the number means another process.
 */
export async function whereIs(id: number, mark: string | null, see: typeof look = look): Promise<Whereabouts> {
  const at = mark?.lastIndexOf('/') ?? -1;
  const place = mark === null || at === -1 ? null : mark.slice(0, at);
  const own = place === null ? null : await namedPlace();
  if (place !== null && own !== null && place !== own) {
    const [boot, , host] = place.split(' ');
    const [ownBoot, , ownHost] = own.split(' ');
    // Nothing outlives the start of its machine.
    return boot !== ownBoot && host === ownHost ? 'gone' : 'elsewhere';
  }
  if (!isAlive(id)) return 'gone';
  if (mark === null) return 'here';
  const found = await see(id);
  if (found === 'untold') return 'here';
  return found !== 'ended' && systemOf().isSameStart(found.began, mark.slice(at + 1)) ? 'here' : 'gone';
}

/** Whether the process that was marked runs on this machine; the mark may lack its place. */
export const isSameProcess = async (id: number, mark: string | null): Promise<boolean> =>
  (await whereIs(id, mark)) === 'here';

/** The place and the name of the host, which tells a restart from another machine; null without namespaces. */
async function namedPlace(): Promise<string | null> {
  const place = await processPlace();
  return place.includes(' ') ? `${place} ${encodeURIComponent(hostname())}` : null;
}

/** Asks a process to end, or ends it. Answers false when it is gone already. */
export function signalProcess(id: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return kill(id, signal);
  } catch {
    return false;
  }
}

async function look(id: number): Promise<'ended' | 'untold' | { readonly began: string }> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    // The name of the program, in parentheses, may hold anything; its state follows. The 22nd number is the start.
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return 'ended';
    const [began] = rest.slice(18);
    return began === undefined ? 'untold' : { began };
  }
  const { processStart, ownStart } = systemOf();
  const began = id === pid && ownStart !== null ? ownStart() : await ask(processStart(id));
  return began === null ? 'untold' : { began };
}

async function machineName(): Promise<string> {
  const { machine } = systemOf();
  return (machine === null ? null : await ask(machine)) ?? hostname();
}

/** What the system answers, in one language and time zone for every user; null when it does not. */
async function ask({ file, args, read }: Question): Promise<string | null> {
  // Loaded where it is needed: Linux never asks.
  const { execFile } = await import('node:child_process');
  return await new Promise((resolve) => {
    const plain = { ...env, LC_ALL: 'C', TZ: 'UTC' };
    execFile(file, args, { timeout: 5000, env: plain, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? read(stdout) : null),
    );
  });
}
