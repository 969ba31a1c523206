import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { createHash } from 'node:crypto';
import { importResults, isOfRun } from './import-results.js';
import { readLedger } from './ledger.js';
import { LedgerEntries } from './ledger-entries.js';
import type { EndLine, RunLine, SentLine } from './ledger-line.js';
import type { BulkRow } from './bulk-row.js';
import type { RowIdentity } from './row-identity.js';
import { differences, type RunSettings } from './result-line.js';
import { readResults, type ResultsPart } from './results-file.js';
import { findRun, nextRun, partOfLedger, type RunFiles, type RunKey, runsFolder } from './runs-folder.js';
import { seenBy } from './part-comparison.js';
import type { SeenRows } from './seen-rows.js';
import type { Shard } from './shard.js';
import type { Context } from '../cli/context.js';
import { CommandFailure } from '../cli/failure.js';
import { type PartHere, requireParts } from './parts.js';
import { runOf, serviceOf } from './read-rows.js';

/** The run as requested on the command line. */
export interface RunWanted {
  /** `--run`. */
  readonly name: string | undefined;
  /** The rows or the plan, as named on the command line. */
  readonly source: string;
  readonly templateId: string;
  readonly shard: Shard | undefined;
  /** The results file as named on the command line. */
  readonly results: string;
  /** The same file was sent before and is sent again as a new run. */
  readonly asNewRun: boolean;
}

/** A run that may already have started. */
export interface FoundRun {
  readonly key: RunKey;
  readonly shard: Shard | undefined;
  readonly name: string;
  /** The ledger of the requested part; it may not exist yet. */
  readonly path: string;
  readonly existing: readonly string[];
  /** The settings that the run started with; null for a new run. */
  readonly begun: Pick<RunLine, 'settings' | 'expires_at'> | null;
  /** The run's parts in the results file; another machine may have started or continued it. */
  readonly results: readonly ResultsPart[];
  /** Distinguishes its rows from rows of other runs with the same content. */
  readonly run: readonly string[];
}

/** Finds the run for a command line. Throws FileFailure for an unreadable ledger. */
export async function findBulkRun(context: Context, wanted: RunWanted): Promise<FoundRun> {
  const { name, source, templateId, shard, asNewRun } = wanted;
  const ci = runOf(context, name);
  const file = source === '-' ? null : context.files.resolve(source);
  const folder = runsFolder(context.settings().stateDir.value);
  const service = await serviceOf(context);
  const keyOf = (path: string | null): RunKey => ({ ...service, name: name ?? null, file: path, templateId, run: ci });
  let key = keyOf(file);
  let files = await findRun(folder, key, shard);
  if (files.existing.length === 0 && file !== null) {
    // Resolve symbolic links; earlier versions identified a run by the path as typed.
    key = keyOf(await realpath(file).catch(() => file));
    files = await findRun(folder, key, shard);
  }
  if (asNewRun) return newRun(context, { key, shard, folder, files });
  const begun = files.existing[0] === undefined ? null : (await readLedger(files.existing[0])).run;
  const results = await partsOf(context, wanted, { ...key, run: begun?.settings.run ?? ci });
  return {
    key,
    shard,
    name: begun?.name ?? shownName(key, files.generation),
    path: files.path,
    existing: files.existing,
    begun: begun ?? results.at(-1)?.run ?? null,
    results,
    run: begun?.settings.run ?? ci,
  };
}

function newRun(
  context: Context,
  {
    key,
    shard,
    folder,
    files,
  }: Pick<FoundRun, 'key' | 'shard'> & { readonly folder: string; readonly files: RunFiles },
): FoundRun {
  const name = shownName(key, files.generation + 1);
  return {
    key,
    shard,
    name,
    path: nextRun(folder, key, shard, files.generation),
    existing: [],
    begun: null,
    results: [],
    run: ['run', name, new Date(context.clock.now()).toISOString()],
  };
}

/** The parts of the results file that belong to this run; its ledger may be on another machine. */
async function partsOf(context: Context, { results }: RunWanted, key: RunKey): Promise<readonly ResultsPart[]> {
  const { host, mode, templateId, run } = key;
  const parts = await readResults(context.files.resolve(results), results);
  const settings = { host, mode, template_id: templateId, run } as RunSettings;
  return parts.filter((part) => isOfRun(part, settings));
}

/** A run without --run is named after its file and a digest of its other properties. */
function shownName({ name, file, templateId, run }: RunKey, generation: number): string {
  if (name !== null) return name;
  const place = createHash('sha256')
    .update(JSON.stringify([file, templateId, run]))
    .digest('hex')
    .slice(0, 6);
  return `${file === null ? 'stdin' : basename(file)}-${place}${generation === 1 ? '' : `-${generation}`}`;
}

/** The recorded state of the rows of a run. */
export interface KnownRows {
  readonly entries: LedgerEntries;
  /** The rows of the whole file that earlier starts of its parts have read here; null for a run without parts. */
  readonly seen: SeenRows | null;
  /** Lines that the ledger has to take over from a results file. */
  readonly imported: readonly { readonly sent: Omit<SentLine, 'type'>; readonly ended: Omit<EndLine, 'type'> | null }[];
}

/** Reads all ledgers of a run and the additional rows of its results file. Throws FileFailure, CommandFailure (6). */
export async function readKnownRows(found: FoundRun, rows: readonly BulkRow[], file: string): Promise<KnownRows> {
  const entries = new LedgerEntries();
  const parts: PartHere[] = [];
  for (const path of found.existing) {
    const { seen } = await readLedger(path, entries);
    parts.push({ part: partOfLedger(path), seen });
  }
  requireParts(found, parts);
  const seen = seenBy(parts.map((each) => each.seen));
  if (found.results.length === 0) return { entries, seen, imported: [] };
  const isBegun = entries.size > 0;
  const { rows: all, unplaced, open } = importResults(found.results, rows, entries);
  // Beside a ledger, only what keeps a row of the file from being sent again.
  const wanted = new Set(rows.flatMap(({ identity: { id, who } }) => [id, who]));
  const isWanted = ({ id, who }: RowIdentity): boolean => wanted.has(id) || wanted.has(who);
  const imported = isBegun ? all.filter(({ sent }) => isWanted(sent.identity)) : all;
  for (const { sent, ended } of imported) {
    entries.sent({ type: 'sent', ...sent });
    if (ended !== null) entries.ended({ type: 'end', ...ended });
  }
  const isNew = imported.length < rows.length;
  if (isBegun) return { entries, seen, imported };
  if (open.length > 0 || (unplaced.length > 0 && isNew)) throw cannotImport(file, unplaced.length, open.length);
  return { entries, seen, imported };
}

function cannotImport(file: string, unplaced: number, open: number): CommandFailure {
  const message =
    open > 0
      ? `${file} was written by an earlier version and lists ${open} rows without a response that are no longer in the file.`
      : `${file} was written by an earlier version, and ${unplaced} of its rows were changed or removed since.`;
  return new CommandFailure(6, 'results_of_earlier_version', `${message} Nothing was sent.`, {
    hint:
      'Restore the rows as they were sent and run the command once to import the results. Then change the rows. ' +
      'To send all rows as a new run, add --run NAME.',
    details: { results: file, unmatched: unplaced, open },
  });
}

/** Settings cannot change within a run. Throws CommandFailure (6). */
export function requireSameSettings({ begun, name }: FoundRun, settings: RunSettings): void {
  const differs = begun === null ? [] : differences(settings, begun.settings);
  if (differs.length === 0) return;
  throw new CommandFailure(
    6,
    'run_settings_differ',
    `The run "${name}" was started with different settings: ${differs.join(', ')}.`,
    {
      hint: 'Repeat the command with the same settings, or start a new run with --run NAME.',
      details: { run: name, differs },
    },
  );
}
