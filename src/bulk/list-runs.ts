import { join } from 'node:path';
import { FileFailure } from '../cli/failure.js';
import { readLedger } from './ledger.js';
import { LedgerEntries, openAttempt } from './ledger-entries.js';
import type { RunLine } from './ledger-line.js';
import { ledgersIn } from './runs-folder.js';

/** A run and how far it came, over all of its parts that were sent from here. */
export interface KnownRun {
  readonly run: RunLine;
  /** When it was started last (ISO 8601 UTC). */
  readonly startedAt: string;
  /** The rows of its file, by the latest start. */
  readonly rows: number;
  readonly created: number;
  readonly refused: number;
  /** Rows of which nobody knows how they ended. */
  readonly unknown: number;
  /** The envelopes that it created, oldest first. */
  readonly envelopes: readonly { readonly id: string; readonly at: string }[];
}

/** The runs whose ledgers are in a folder, the latest first, and what is wrong with those that cannot be read. */
export async function listRuns(
  folder: string,
): Promise<{ readonly runs: readonly KnownRun[]; readonly damaged: readonly FileFailure[] }> {
  const parts = new Map<string, string[]>();
  for (const entry of await ledgersIn(folder)) {
    const [run = ''] = entry.split('.');
    parts.set(run, [...(parts.get(run) ?? []), join(folder, entry)]);
  }
  const runs: KnownRun[] = [];
  const damaged: FileFailure[] = [];
  for (const paths of parts.values()) {
    try {
      runs.push(await readRun(paths));
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      damaged.push(error);
    }
  }
  return { runs: runs.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt)), damaged };
}

async function readRun(paths: readonly string[]): Promise<KnownRun> {
  const entries = new LedgerEntries();
  const read = [];
  for (const path of paths) read.push(await readLedger(path, entries));
  const latest = read.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))[0];
  if (latest === undefined) throw new RangeError('a run without a ledger');
  const all = [...entries.all];
  const open = all.filter((entry) => openAttempt(entry) !== null);
  return {
    run: latest.run,
    startedAt: latest.startedAt,
    rows: read.reduce((sum, { rows }) => sum + rows, 0),
    created: all.filter((entry) => entry.made.length > 0 && openAttempt(entry) === null).length,
    refused: all.filter((entry) => entry.made.length === 0 && entry.attempt?.state === 'refused').length,
    unknown: open.length,
    envelopes: all
      .flatMap(({ made }) => made.flatMap(({ envelope, at }) => (envelope === null ? [] : [{ id: envelope, at }])))
      .toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}
