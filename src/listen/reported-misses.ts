import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../platform/durable-file.js';
import { listenFolder } from './state.js';

const maxMisses = 2_000;
const maxFileBytes = 1024 * 1024;

/** Missed events that an earlier start of the same forwarding reported; see `keyOf`. */
export async function readReportedMisses(stateDir: string, listener: string): Promise<ReadonlySet<string>> {
  const text = await readFile(pathOf(stateDir, listener), 'utf8').catch(() => '');
  return new Set(text.length > maxFileBytes ? [] : text.split('\n').filter((line) => line !== ''));
}

/** The latest ones only. */
export async function writeReportedMisses(stateDir: string, listener: string, keys: readonly string[]): Promise<void> {
  await writeFileAtomic(pathOf(stateDir, listener), `${keys.slice(-maxMisses).join('\n')}\n`);
}

const pathOf = (stateDir: string, listener: string): string => join(listenFolder(stateDir), `told-${listener}.txt`);
