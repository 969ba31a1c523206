import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { createHash } from 'node:crypto';
import { type ImportedRow, importResults, isOfRun } from './import-results.js';
import { type BulkRow, type Shard, writeShard } from './bulk-row.js';
import type { RowIdentity } from '../../contract/recorded-write.js';
import { differences, readResults, type ResultsPart } from './results-file.js';
import { SentRows } from './sent-rows.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { sendingsOf } from '../../store/run-rows.js';
import { findRun, partsOf, type Run, type RunPart, type RunSettings, seenOf, type SeenRow } from '../../store/runs.js';
import type { State } from '../../store/state.js';
import { runOf, serviceOf } from './read-rows.js';
import { asNewRun } from './rows-options.js';
import { pluralize } from '../../cli/context/counted.js';
import { canonicalJson } from '../../contract/canonical-json.js';

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
  readonly renewed: boolean;
  /** Whether `source` is a plan, whose keys are fixed. */
  readonly isPlan: boolean;
}

/** A run that may already have started. */
export interface FoundRun {
  readonly key: RunKey;
  readonly generation: number;
  readonly shard: Shard | undefined;
  readonly name: string;
  readonly isPlan: boolean;
  /** The run as recorded on this machine; null for one that was not started here. */
  readonly here: Run | null;
  /** The settings that the run started with; null for a new run. */
  readonly begun: Pick<Run, 'settings' | 'expiresAt'> | null;
  /** The run's parts in the results file; another machine may have started or continued it. */
  readonly results: readonly ResultsPart[];
  /** Distinguishes its rows from rows of other runs with the same content. */
  readonly run: readonly string[];
}

/** Finds the run for a command line. Throws JournalFailure. */
export async function findBulkRun(context: Context, wanted: RunWanted): Promise<FoundRun> {
  const { name, source, templateId, shard, renewed, isPlan } = wanted;
  const ci = runOf(context, name);
  const file = source === '-' ? null : context.files.resolve(source);
  const state = await context.state();
  const service = await serviceOf(context);
  const keyOf = (path: string | null): RunKey => ({ ...service, name: name ?? null, file: path, templateId, run: ci });
  let key = keyOf(file);
  let here = findRun(state, runKey(key));
  if (here === null && file !== null) {
    // A file that is reached by a symbolic link is the same one.
    key = keyOf(await realpath(file).catch(() => file));
    here = findRun(state, runKey(key));
  }
  const generation = here?.generation ?? 1;
  if (renewed) return newRun(context, { key, shard, isPlan, generation: generation + 1 });
  const results = await resultsOf(context, wanted, { ...key, run: here?.settings.run ?? ci });
  const elsewhere = results.at(-1)?.run;
  const begun = elsewhere === undefined ? null : { settings: elsewhere.settings, expiresAt: elsewhere.expires_at };
  return {
    key,
    generation,
    shard,
    name: here?.name ?? shownName(key, generation),
    isPlan,
    here,
    begun: here ?? begun,
    results,
    run: here?.settings.run ?? ci,
  };
}

function newRun(
  context: Context,
  { key, generation, ...rest }: Pick<FoundRun, 'key' | 'shard' | 'isPlan' | 'generation'>,
): FoundRun {
  const name = shownName(key, generation);
  const run = ['run', name, new Date(context.clock.now()).toISOString()];
  return { ...rest, key, generation, name, here: null, begun: null, results: [], run };
}

/** The parts of the results file that belong to this run; it may have been started on another machine. */
async function resultsOf(context: Context, { results }: RunWanted, key: RunKey): Promise<readonly ResultsPart[]> {
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
  readonly sent: SentRows;
  /** The rows of the whole file that earlier starts of its parts have read here; null for a run without parts. */
  readonly seen: readonly SeenRow[] | null;
  /** Rows that the record has to take over from a results file. */
  readonly imported: readonly ImportedRow[];
}

/**
 * Reads the rows of a run, of all its parts that were sent from here, and the additional ones of its results file. Throws
 * JournalFailure, CommandFailure (6).
 */
export function readKnownRows(state: State, found: FoundRun, rows: readonly BulkRow[], file: string): KnownRows {
  const { here, results } = found;
  const sent = new SentRows(here === null ? [] : sendingsOf(state, here.id));
  if (here !== null) requireParts(found, partsOf(state, here.id));
  const all = here === null ? [] : seenOf(state, here.id);
  const seen = all.length === 0 ? null : all;
  const isBegun = sent.size > 0;
  const { rows: told, open } = importResults(results, rows, sent);
  // Beside a record, only what keeps a row of the file from being sent again.
  const wanted = new Set(rows.flatMap(({ identity: { id, who } }) => [id, who]));
  const isWanted = ({ id, who }: RowIdentity): boolean => wanted.has(id) || wanted.has(who);
  const imported = isBegun ? told.filter(({ identity }) => isWanted(identity)) : told;
  for (const each of imported) sent.take({ ...each, run: here?.id ?? 0 });
  if (!isBegun && open.length > 0) throw cannotImport(found, file, open.length);
  return { sent, seen, imported };
}

function cannotImport({ isPlan }: FoundRun, file: string, open: number): CommandFailure {
  const message = `${file} lists ${pluralize(open, 'row')} without a response that the rows no longer contain.`;
  return new CommandFailure(6, 'results_unmatched', `${message} Nothing was sent.`, {
    hint:
      'Restore the rows as they were sent and run the command once to import the results. Then change the rows. ' +
      asNewRun(isPlan),
    details: { results: file, open },
  });
}

/** Settings cannot change within a run. Throws CommandFailure (6). */
export function requireSameSettings({ begun, name, isPlan }: FoundRun, settings: RunSettings): void {
  const differs = begun === null ? [] : differences(settings, begun.settings);
  if (differs.length === 0) return;
  throw new CommandFailure(
    6,
    'run_settings_differ',
    `The run "${name}" was started with different settings: ${differs.join(', ')}.`,
    {
      hint: `Repeat the command with the same settings. ${asNewRun(isPlan)}`,
      details: { run: name, differs },
    },
  );
}

/**
 * A run must be continued with the same number of parts, unless the records of all parts are on this machine: otherwise
 * rows that another machine has sent would move to this one. Throws CommandFailure (6).
 */
function requireParts(
  { name, shard, isPlan }: Pick<FoundRun, 'name' | 'shard' | 'isPlan'>,
  parts: readonly RunPart[],
): void {
  const begun = new Map<number, Set<number>>();
  for (const { index, of } of parts) {
    if (of > 0) begun.set(of, (begun.get(of) ?? new Set()).add(index));
  }
  const foreign = [...begun].find(([of, here]) => of !== shard?.of && here.size < of);
  if (foreign !== undefined) {
    const [of] = foreign;
    throw new CommandFailure(
      6,
      'run_in_other_parts',
      `The run "${name}" was started in ${pluralize(of, 'part')}, and not all of their records are on this machine. ` +
        'Nothing was sent.',
      {
        hint: `Continue it with --shard 1/${of} to ${of}/${of}. ${asNewRun(isPlan)}`,
        details: { run: name, parts: of, shard: shard === undefined ? null : writeShard(shard) },
      },
    );
  }
}

/** What tells a run from others: its service, kind of key, and its name or, without one, its file and template. */
interface RunKey extends Pick<RunSettings, 'host' | 'mode'> {
  /** Given with `--run`; null without. */
  readonly name: string | null;
  /** The full path of the rows or the plan; null for stdin. */
  readonly file: string | null;
  readonly templateId: string;
  /** What a CI system says of the run. */
  readonly run: readonly string[];
}

/** The key of a run in the record. */
export function runKey({ host, mode, name, file, templateId, run }: RunKey): string {
  const parts = name === null ? ['file', file, templateId, run] : ['name', name];
  return canonicalJson([host, mode, ...parts]);
}
