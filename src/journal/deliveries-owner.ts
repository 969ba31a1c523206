import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/durable-file.js';
import type { Whereabouts } from '../platform/process-identity.js';
import { rememberedFor } from './deliveries-index.js';
import { lock, ownMark, whereIsMarked } from './process-lock.js';

/** The folders with the state of each forwarding's deliveries, separate from the segments. */
export const knownFolder = (folder: string): string => join(folder, 'known');

/** The folder of one process for a forwarding. */
export interface Claim {
  /** The forwarding, with a number if several processes do the same one. */
  readonly name: string;
  readonly path: string;
  /** Folders of other processes, current or past, with the same forwarding. */
  readonly others: readonly string[];
  release(): Promise<void>;
}

const maxBatch = 1_000;
const ownerFile = 'owner';

/**
 * Takes the first folder of a forwarding without a running process, because two writers of the same tables would lose
 * entries. Throws system errors.
 */
export async function claimFolder(folder: string, listener: string): Promise<Claim> {
  const known = knownFolder(folder);
  const mark = await ownMark();
  for (let number = 1; number <= maxBatch; number += 1) {
    const name = number === 1 ? listener : `${listener}.${number}`;
    const path = join(known, name);
    await makeFolder(path, 0o700);
    if (!(await lock(join(path, ownerFile), mark))) continue;
    const others = (await foldersOf(folder, listener)).filter((each) => each !== path);
    return { name, path, others, release: () => rm(join(path, ownerFile), { force: true }) };
  }
  throw Object.assign(new Error('too many listeners of one forwarding'), { code: 'EMFILE' });
}

/** Where the process of a folder runs. */
export const ownerOf = async (path: string): Promise<Whereabouts> =>
  whereIsMarked(await readFile(join(path, ownerFile), 'utf8').catch(() => ''));

/** Every folder of a forwarding, or of all of them. */
export async function foldersOf(folder: string, listener?: string): Promise<readonly string[]> {
  const names = await readdir(knownFolder(folder)).catch(() => []);
  return names
    .filter((name) => listener === undefined || listenerIn(name) === listener)
    .map((name) => join(knownFolder(folder), name));
}

/** Deletes folders without changes for as long as an event is remembered. */
export async function dropOldFolders(folder: string, own: string): Promise<void> {
  for (const path of await foldersOf(folder)) {
    if (path === own) continue;
    const names = await readdir(path).catch(() => []);
    const changed = await Promise.all(
      names.map(async (name) => (await stat(join(path, name)).catch(() => undefined))?.mtimeMs ?? 0),
    );
    // File times come from the system clock.
    if (changed.length > 0 && Date.now() - Math.max(...changed) > rememberedFor) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** The forwarding at the start of a folder name. */
export const listenerIn = (name: string): string => name.split('.')[0] ?? name;
