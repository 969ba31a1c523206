import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemCode } from '../platform/durable-file.js';
import { canonicalJson } from '../contract/canonical-json.js';
import type { RunSettings } from './result-line.js';
import type { Shard } from './shard.js';

/** What tells a run from others: its service, kind of key, and its name or, without one, its file and template. */
export interface RunKey extends Pick<RunSettings, 'host' | 'mode'> {
  /** Given with `--run`; null without. */
  readonly name: string | null;
  /** The full path of the rows or the plan; null for stdin. */
  readonly file: string | null;
  readonly templateId: string;
  /** What a CI system says of the run. */
  readonly run: readonly string[];
}

/** The ledgers of one run: that of each part that was sent from here. */
export interface RunFiles {
  /** The ledger of the part that is asked for; it may not be there yet. */
  readonly path: string;
  /** All that are there. */
  readonly existing: readonly string[];
  /** 1, and one more each time that the same file was sent as a new run. */
  readonly generation: number;
}

const nameForm = /^([0-9a-f]{32})(?:-(\d{1,6}))?(?:\.(\d+)-of-(\d+))?\.ndjson$/;

export const runsFolder = (stateDir: string): string => join(stateDir, 'runs');

/** Finds the ledgers of a run, the latest of those that are told by their file alone. */
export async function findRun(folder: string, key: RunKey, shard: Shard | undefined): Promise<RunFiles> {
  const base = baseOf(key);
  const own = (await ledgersIn(folder)).flatMap((entry) => {
    const [, hash, generation = '1'] = nameForm.exec(entry) ?? [];
    return hash === base ? [{ entry, generation: Number(generation) }] : [];
  });
  const generation = Math.max(1, ...own.map((each) => each.generation));
  const existing = own.filter((each) => each.generation === generation).map(({ entry }) => join(folder, entry));
  return { path: pathOf(folder, base, generation, shard), existing: existing.toSorted(), generation };
}

/** The part of a run that a ledger tells of; null for one that tells of all rows. */
export function partOfLedger(path: string): Shard | null {
  const [, , , index, of] = nameForm.exec(basename(path)) ?? [];
  return index === undefined || of === undefined ? null : { index: Number(index), of: Number(of) };
}

/** Where the same file is sent as a new run. */
export const nextRun = (folder: string, key: RunKey, shard: Shard | undefined, generation: number): string =>
  pathOf(folder, baseOf(key), generation + 1, shard);

/** The names of all ledgers. */
export async function ledgersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => nameForm.test(entry)).toSorted();
}

function pathOf(folder: string, base: string, generation: number, shard: Shard | undefined): string {
  const later = generation === 1 ? '' : `-${generation}`;
  return join(folder, `${base}${later}${shard === undefined ? '' : `.${shard.index}-of-${shard.of}`}.ndjson`);
}

function baseOf({ host, mode, name, file, templateId, run }: RunKey): string {
  const parts = name === null ? ['file', file, templateId, run] : ['name', name];
  return createHash('sha256')
    .update(canonicalJson([host, mode, ...parts]))
    .digest('hex')
    .slice(0, 32);
}
