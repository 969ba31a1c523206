import { setMaxListeners } from 'node:events';
import type { BulkRow } from './bulk-row.js';
import { type Comparison, compareRows, type PlacedRow } from './compare.js';
import { withCorrected } from './corrected-rows.js';
import { confirmRun } from './confirm-run.js';
import { decideChanged, type Decision, replacedLines, voidedFor } from './decide-changed.js';
import { replacingOf } from './void-replaced.js';
import { isKeySurelyKept, type LeftAt } from './key-age.js';
import { type JournalEnds, readJournalEnds } from './journal-ends.js';
import { createLedger, type Ledger, openLedger, readLedger } from './ledger.js';
import { type LedgerEntries, openAttempt } from './ledger-entries.js';
import type { EndLine, LedgerLine } from './ledger-line.js';
import { Pacer } from './pacer.js';
import type { RunSettings } from './result-line.js';
import { openResults, readResults } from './results-file.js';
import { type HeldBy, lockRun } from './run-lock.js';
import { madeBefore, type Stop } from './row-outcome.js';
import { type BulkTools, type RowTask, runRows } from './run-rows.js';
import { sentBodies } from './sent-body.js';
import { type OtherParts, partOf } from './part-comparison.js';
import { readLines, SeenRows } from './seen-rows.js';
import { type Shard, writeShard } from './shard.js';
import type { RateBudget } from '../client/rate-budget.js';
import type { Context } from '../cli/context.js';
import { pluralize } from '../cli/counted.js';
import { CommandFailure } from '../cli/failure.js';
import {
  type ChangeFlags,
  type Compared,
  comparedJson,
  isNewRun,
  requireSameIdentities,
  requireSameParts,
  requireUnansweredRows,
  sayComparison,
  tellComparison,
} from './report-changes.js';
import { findBulkRun, type FoundRun, type KnownRows, readKnownRows } from './find-run.js';
import { isResentAsNewRun } from './confirm-sent-before.js';
import { BulkTally } from './tally.js';
import { isDone, openTasks, rowTasks } from './tasks.js';
import { bulkPreview } from './preview.js';
import { endOfRun, lostInRun, openReporter } from './view.js';

/** A bulk run: its rows, settings and results file. */
export interface BulkJob {
  /** All rows; only those of the shard are sent. */
  readonly rows: readonly BulkRow[];
  readonly settings: RunSettings;
  readonly expiresAt: string | null;
  /** The results file as named on the command line. */
  readonly file: string;
  readonly found: FoundRun;
  readonly shard: Shard | undefined;
  /** The last known rate limit of the key. */
  readonly rate: RateBudget | undefined;
  /** Milliseconds by which the service's clock is ahead of this machine's; null where it is not known. */
  readonly serviceAhead: number | null;
  /** Also resend rows with an unknown outcome whose key may have expired. */
  readonly old: boolean;
  /** Milliseconds. */
  readonly retryFor: number;
  readonly flags: ChangeFlags;
  /** Whether the rows can be sent as a new run; the keys of a plan are fixed. */
  readonly renewable: boolean;
}

/** Concurrent requests, shared by all machines of a sharded run. */
const maxLanes = 16;

/**
 * Executes a bulk run: compares the rows with those sent before, asks for confirmation, resolves rows with an unknown
 * outcome, sends the others within the rate limit, and records every result. Returns `new_run`, with nothing sent, if
 * the user confirms that the file is another list. Throws CommandFailure: 13 when a row was not created, 6 and 130.
 */
export async function runBulk(context: Context, job: BulkJob): Promise<'done' | 'new_run'> {
  const { found, file } = job;
  const lock = await lockRun(found.path, found.name);
  if ('heldBy' in lock) throw inUse(found, lock.heldBy);
  try {
    // A file that is not a results file is refused before anything is sent.
    const parts = await readResults(context.files.resolve(file), file);
    const listed = new Set(parts.flatMap(({ created }) => [...created.values()].map((row) => row.envelope_id)));
    return await runLocked(context, { ...(await asItIsNow(context, job)), listed }, lock.lost);
  } finally {
    await lock.release();
  }
}

/**
 * Prints the requests for `--dry-run` without prompts, requests or records. Throws CommandFailure (6) where the command
 * would stop before it sends anything.
 */
export async function previewRun(context: Context, job: BulkJob): Promise<void> {
  const course = await compared(context, job);
  const comparison = comparisonOf(job, course);
  const isJson = context.output.form === 'json' || context.output.form === 'piped';
  if (comparison !== null && !isJson) sayComparison(context, comparison);
  requireSameIdentities(job.found.name, course.otherwise);
  await asksForNewRun(context, { ...job, renewable: false }, course);
  const decision = await decide(context, job, course, false);
  const tasks = tasksOf(course, decision);
  const inFile = tasks.toSorted((one, other) => one.number - other.number);
  const { rows } = decision;
  if (rows.length > 0) context.output.note(['These envelopes are replaced:', ...replacedLines(rows)].join('\n'));
  const voids = new Map(rows.map((row) => [row.placed.row.number, voidedFor(row)] as const));
  await bulkPreview(context, { tasks: inFile, voids, compared: comparison && comparedJson(comparison) });
}

/** Another process may have started the run since the lookup. */
async function asItIsNow(context: Context, job: BulkJob): Promise<BulkJob> {
  const { found, shard, file, settings, expiresAt } = job;
  if (found.existing.length > 0) return job;
  const { key } = found;
  const again = await findBulkRun(context, {
    name: key.name ?? undefined,
    source: key.file ?? '-',
    templateId: settings.template_id,
    shard,
    results: file,
    asNewRun: false,
  });
  if (again.path !== found.path || again.existing.length === found.existing.length) return job;
  const isSame = again.begun?.expires_at === expiresAt && again.run.join('\n') === found.run.join('\n');
  if (isSame) return { ...job, found: again };
  throw new CommandFailure(
    6,
    'run_begun_meanwhile',
    `Another process started the run "${found.name}" meanwhile. Nothing was sent.`,
    {
      hint: 'Run the same command again.',
      details: { run: found.name },
    },
  );
}

function inUse({ name }: FoundRun, { pid, host }: HeldBy): CommandFailure {
  const who = pid === null ? 'Another process' : `Process ${pid}${host === null ? '' : ` of ${host}`}`;
  // A process on another machine is only visible through its lock.
  const killed = host === null && pid !== null ? '' : ' If it was killed, its lock expires after a minute.';
  return new CommandFailure(6, 'run_in_use', `${who} is working on the run "${name}". Nothing was sent.`, {
    hint: `Wait until it has finished.${killed}`,
    details: { run: name, pid, host },
  });
}

interface LockedJob extends BulkJob {
  /** The envelopes that the results file lists. */
  readonly listed: ReadonlySet<string | null>;
}

interface RunState {
  readonly known: KnownRows;
  /** All rows beside all that is known here. */
  readonly comparison: Comparison;
  /** The rows of this machine. */
  readonly part: Comparison;
  readonly own: readonly PlacedRow[];
  /** Those of other parts; null for a run without parts. */
  readonly others: OtherParts | null;
  /** Rows that were identified by something else when they were read before. */
  readonly otherwise: readonly BulkRow[];
  readonly journal: JournalEnds;
  /** What the record of requests knows the end of, for the ledger to take over. */
  readonly ends: readonly Omit<EndLine, 'type'>[];
}

async function runLocked(context: Context, job: LockedJob, lost: AbortSignal): Promise<'done' | 'new_run'> {
  const course = await compared(context, job);
  const comparison = comparisonOf(job, course);
  if (comparison !== null) await tellComparison(context, comparison);
  requireSameIdentities(job.found.name, course.otherwise);
  if (await asksForNewRun(context, job, course)) return 'new_run';
  const decision = await decide(context, job, course, true);
  const tasks = tasksOf(course, decision);
  if (tasks.length > 0) await confirmRun(context, tasks, decision);
  const ledger = await beginLedger(context, job, course);
  try {
    await send(context, { ...job, course, decision, ledger, lost });
  } finally {
    await ledger.close();
  }
  return 'done';
}

/** The comparison to print; null for a new run. */
function comparisonOf({ found }: BulkJob, { part, others, known }: RunState): Compared | null {
  return known.entries.size === 0 && known.seen === null ? null : { run: found.name, comparison: part, others };
}

/** Whether the user confirms a new run. Throws CommandFailure (6) if no prompt is possible. */
async function asksForNewRun(context: Context, job: BulkJob, course: RunState): Promise<boolean> {
  const comparison = comparisonOf(job, course);
  if (comparison !== null) return await isNewRun(context, comparison, job);
  const { settings, found, renewable } = job;
  const rows = course.own.map(({ row }) => row);
  return await isResentAsNewRun(context, { settings, run: found.run, rows, renewable });
}

/** What happens to changed rows. Throws CommandFailure (6) if a flag has to decide, or a row would be lost. */
async function decide(
  context: Context,
  job: BulkJob,
  { part, comparison }: RunState,
  mayAsk: boolean,
): Promise<Decision> {
  const { flags, serviceAhead, shard } = job;
  const run = job.found.name;
  requireSameParts(run, comparison, shard);
  const isKept = (left: LeftAt): boolean => isKeySurelyKept(left, context.clock.now(), serviceAhead);
  requireUnansweredRows({ run, comparison }, flags, isKept);
  return await decideChanged(context, { run, comparison: part }, { flags, mayAsk });
}

/** What is to be sent, as far as it is known before unknown outcomes are settled. */
const tasksOf = ({ own, known }: RunState, decision: Decision): readonly RowTask[] => [
  ...openTasks(own),
  ...rowTasks(own, known.entries, decision).tasks,
];

async function compared(context: Context, { found, rows, file, shard, settings }: BulkJob): Promise<RunState> {
  const known = await readKnownRows(found, rows, file);
  const keys = openKeys(known.entries);
  const journal = await readJournalEnds(await context.journal(), settings.host, new Set(keys.keys()));
  const at = new Date(context.clock.now()).toISOString();
  const ends = [...keys].flatMap(([key, slot]): Omit<EndLine, 'type'>[] => {
    const envelope = journal.createdUnder(key);
    if (envelope !== undefined) return [{ at, slot, key, status: 'created', envelope, code: null }];
    return journal.isOver(key) ? [{ at, slot, key, status: 'refused', envelope: null, code: 'settled_by_hand' }] : [];
  });
  for (const end of ends) known.entries.ended({ type: 'end', ...end });
  const comparison = await withCorrected(compareRows(rows, known.entries), (sent) => sentBodies(found.existing, sent));
  const seen = shard === undefined || known.seen === null ? null : known.seen.compare(rows);
  const { own: part, others } = partOf(comparison, shard, seen);
  return { known, comparison, part, own: part.placed, others, otherwise: seen?.otherwise ?? [], journal, ends };
}

const openKeys = (entries: LedgerEntries): ReadonlyMap<string, string> =>
  new Map(
    [...entries.all].flatMap((entry) => {
      const attempt = openAttempt(entry);
      return attempt === null ? [] : [[attempt.key, entry.slot] as const];
    }),
  );

/** Begins the ledger of a new run, or opens that of an earlier start; takes over what is known from elsewhere. */
async function beginLedger(context: Context, job: BulkJob, { known, ends, own, journal }: RunState): Promise<Ledger> {
  const { found, settings, expiresAt, rows, shard } = job;
  const at = new Date(context.clock.now()).toISOString();
  if (!found.existing.includes(found.path)) {
    const { name, key } = found;
    const run = { at, name, file: key.file, settings, expires_at: expiresAt };
    // In one piece: a row that is missing from a ledger would be sent again.
    const lines = shard === undefined ? [] : readLines(rows, at);
    await createLedger(found.path, run, [...lines, ...known.imported.flatMap(importedLines)]);
  }
  const read = await readLedger(found.path);
  // The rows of other parts of the run count as well; this one's file is added to.
  const ledger = await openLedger(read, known.entries);
  const isThere = new Set([...read.entries.all].map(({ slot }) => slot));
  for (const { sent, ended } of known.imported) {
    if (isThere.has(sent.slot)) continue;
    await ledger.sent(sent);
    if (ended !== null) await ledger.ended(ended);
  }
  for (const end of ends) {
    // An earlier request under the key may have been left open beside the one that tells the end.
    const status = end.status === 'created' ? ('created' as const) : ('failed' as const);
    await journal.settle(end.key, { status, envelope_id: end.envelope, code: end.code });
    if (ledger.owns(end.slot)) await ledger.ended(end);
  }
  if (shard !== undefined) await ledger.read(readLines((read.seen ?? new SeenRows()).compare(rows).fresh, at));
  await ledger.start(at, own.length);
  return ledger;
}

const importedLines = ({ sent, ended }: KnownRows['imported'][number]): readonly LedgerLine[] => [
  { type: 'sent', ...sent },
  ...(ended === null ? [] : [{ type: 'end' as const, ...ended }]),
];

interface Sending extends LockedJob {
  readonly course: RunState;
  readonly decision: Decision;
  readonly ledger: Ledger;
  readonly lost: AbortSignal;
}

async function send(context: Context, job: Sending): Promise<void> {
  const { settings, shard, file, found, lost, ledger, course, decision } = job;
  const { own, comparison, journal } = course;
  // Each request that is under way listens for Ctrl-C; Node takes more than ten for a leak.
  const signal = AbortSignal.any([context.signal, lost]);
  setMaxListeners(8 * maxLanes, context.signal, signal);
  // Those whose envelope only the record of requests knew of count as created by this start.
  const ended = new Set(course.ends.flatMap(({ slot, status }) => (status === 'created' ? [slot] : [])));
  const recovered = new Set(own.filter(isDone).flatMap(({ slot }) => (ended.has(slot) ? [slot] : [])));
  const tally = new BulkTally(own.length, own.filter(isDone).length - recovered.size);
  const pacer = new Pacer({ shards: shard?.of ?? 1 });
  const now = context.clock.now();
  if (job.rate !== undefined) pacer.learn(job.rate, now);
  const reporter = openReporter(context, { tally, pacer, file, retryFor: job.retryFor });
  // An earlier request for a row that was corrected since is not what the row is counted by.
  const changed = new Set(comparison.changed.map(({ slot }) => slot));
  const fresh = new Set(comparison.fresh.map(({ slot }) => slot));
  let settling = true;
  let stop: Stop = null;
  try {
    await context.files.makeFolder(file);
    const results = await openResults(context.files.resolve(file), file);
    try {
      await results.add({
        type: 'run',
        at: new Date(now).toISOString(),
        name: found.name,
        settings,
        expires_at: job.expiresAt,
      });
      await reporter.ready({ shard: shard === undefined ? null : writeShard(shard) });
      const tools: BulkTools = {
        client: await context.api(),
        clock: context.clock,
        signal,
        pacer,
        ledger,
        results,
        journal,
        replacing: await replacingOf(await context.journal(), settings.host, decision),
        serviceAhead: job.serviceAhead,
        old: job.old,
        retryFor: job.retryFor,
        report: async (result, slot, wasThere = false) => {
          if (settling && changed.has(slot) && result.status !== 'unknown') return;
          tally.add(result);
          if (wasThere && fresh.has(slot)) tally.existing += 1;
          await reporter.row(result);
        },
        waits: reporter.waits,
        connection: reporter.connection,
      };
      // The results file may be lost, or the program was killed before it could write the line.
      for (const { row, slot, envelope } of madeRows(own, ledger.entries)) {
        if (job.listed.has(envelope) && !recovered.has(slot)) continue;
        const { identity, content } = row;
        const result = madeBefore(row, envelope);
        await results.add({ type: 'row', at: new Date(now).toISOString(), identity, content, slot, ...result });
        if (recovered.has(slot)) await tools.report(result, slot);
      }
      const lanes = shard === undefined ? maxLanes : Math.max(2, Math.ceil(maxLanes / shard.of));
      stop = await runRows(tools, openTasks(own), lanes);
      settling = false;
      const { tasks, skipped } = rowTasks(own, ledger.entries, decision);
      tally.skipped = skipped;
      if (stop === null && !signal.aborted) stop = await runRows(tools, tasks, lanes);
    } finally {
      await results.close();
    }
  } catch (failure) {
    throw lostInRun(failure, { tally, file });
  } finally {
    reporter.close();
  }
  if (lost.aborted) throw takenOver(found, tally);
  await endOfRun(context, { tally, file, stop });
}

/** Rows that have their envelope, with its id. */
function madeRows(own: readonly PlacedRow[], entries: LedgerEntries) {
  return own.filter(isDone).flatMap(({ row, slot }) => {
    const envelope = entries.at(slot)?.made.at(-1)?.envelope ?? null;
    return envelope === null ? [] : [{ row, slot, envelope }];
  });
}

const takenOver = ({ name }: FoundRun, { created, total }: BulkTally): CommandFailure =>
  new CommandFailure(
    6,
    'run_taken_over',
    `Another process took over the run "${name}" because this one did not respond for too long. ` +
      `${created} of ${pluralize(total, 'envelope')} created here.`,
    {
      hint: 'Wait until it has finished, then run the same command again. Nothing is sent twice.',
      details: { run: name },
    },
  );
