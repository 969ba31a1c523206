import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { FileFailure } from '../cli/failure.js';
import type { BulkRow } from './bulk-row.js';
import { maySign } from './compare.js';
import { readLedger } from './ledger.js';
import { LedgerEntries } from './ledger-entries.js';
import { readLedgerLine, type RunLine } from './ledger-line.js';
import type { RunSettings } from './result-line.js';
import { ledgersIn } from './runs-folder.js';

/** Another run that has sent rows of a file. */
export interface SentBefore {
  readonly run: RunLine;
  /** How many rows of the file have, or may have, an envelope of that run. */
  readonly count: number;
}

/**
 * Finds the run of the same service, kind of key and template that has sent most of these rows, if it has sent more than
 * half of them. A row is the same by its identity, as within one run. Only the ledgers of the template are read whole.
 */
export async function findSentBefore(
  folder: string,
  settings: Pick<RunSettings, 'host' | 'mode' | 'template_id'>,
  rows: readonly BulkRow[],
): Promise<SentBefore | null> {
  const runs = new Map<string, { readonly run: RunLine; readonly paths: string[] }>();
  for (const entry of await ledgersIn(folder)) {
    const path = join(folder, entry);
    const run = await firstLine(path);
    const isSame =
      run?.settings.host === settings.host &&
      run.settings.mode === settings.mode &&
      run.settings.template_id === settings.template_id;
    if (run === null || !isSame) continue;
    const [base = ''] = entry.split('.');
    const known = runs.get(base);
    if (known === undefined) runs.set(base, { run, paths: [path] });
    else known.paths.push(path);
  }
  let most: SentBefore | null = null;
  for (const { run, paths } of runs.values()) {
    const count = await countSent(paths, rows);
    if (count * 2 > rows.length && count > (most?.count ?? 0)) most = { run, count };
  }
  return most;
}

/** The first line of a ledger; null where it cannot be read, which is told when that run goes on. */
async function firstLine(path: string): Promise<RunLine | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxFirstLineLength), 0, maxFirstLineLength, 0);
    const [text = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
    const line = readLedgerLine(text);
    return line?.type === 'run' ? line : null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

const maxFirstLineLength = 64 * 1024;

async function countSent(paths: readonly string[], rows: readonly BulkRow[]): Promise<number> {
  const entries = new LedgerEntries();
  for (const path of paths) {
    await readLedger(path, entries).catch((error: unknown) => {
      if (!(error instanceof FileFailure)) throw error;
    });
  }
  const sent = [...entries.all].filter(maySign).map(({ identity }) => identity);
  const ids = new Set(sent.map(({ by, id }) => `${by} ${id}`));
  const people = new Map<string, Set<string>>();
  for (const { by, who } of sent) people.set(who, (people.get(who) ?? new Set()).add(by));
  // An ID is believed where both have one of the same kind; else the people tell.
  return rows.filter(
    ({ identity: { by, id, who } }) =>
      ids.has(`${by} ${id}`) || [...(people.get(who) ?? [])].some((kind) => kind !== by),
  ).length;
}
