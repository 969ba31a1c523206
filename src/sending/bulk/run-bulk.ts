import type { BulkRow, Shard } from './bulk-row.js';
import {
  compareRows,
  compareSeen,
  type Comparison,
  type OtherParts,
  partOf,
  type PlacedRow,
  seenRows,
} from './compare.js';
import { withCorrected } from './corrected-rows.js';
import { confirmRun, isResentAsNewRun } from './confirm-run.js';
import { decideChanged, type Decision, replacedLines, voidedFor } from './decide-changed.js';
import { isKeySurelyKept, type LeftAt } from './sent-rows.js';
import { readResults } from './results-file.js';
import { findBulkRun, type FoundRun, type KnownRows, readKnownRows, runKey } from './find-run.js';
import type { RowTask } from './run-rows.js';
import type { RateBudget } from '../../client/rate-budget.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { messageOf } from '../../domain/rules/problem.js';
import { deadlineProblem } from '../../domain/rules/request.js';
import { type HeldBy, lockRun } from '../../store/run-locks.js';
import { sentBodies } from '../../store/run-rows.js';
import { type Run, type RunPart, type RunSettings, startRun } from '../../store/runs.js';
import {
  type ChangeFlags,
  type Compared,
  comparedJson,
  isNewRun,
  listed,
  maxLines,
  requireSameIdentities,
  requireSameParts,
  requireUnansweredRows,
  sayComparison,
  tellComparison,
} from './report-changes.js';
import { isDone, openTasks, rowTasks } from './tasks.js';
import { bulkPreview } from './preview.js';
import { notBegun } from './view.js';
import { sendRun, type Sending } from './send-run.js';

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
  /** Why no more rows can be sent; what was sent stays. */
  readonly outdated?: CommandFailure | null;
}

/**
 * Executes a bulk run: compares the rows with those sent before, asks for confirmation, resolves rows with an unknown
 * outcome, sends the others within the rate limit, and records every result. Returns `new_run`, with nothing sent, if
 * the user confirms that the file is another list. Throws CommandFailure: 13 when a row was not created, 6 and 130.
 */
export async function runBulk(context: Context, job: BulkJob): Promise<'done' | 'new_run'> {
  try {
    const { found, file } = job;
    const { key, generation, shard } = found;
    const locked = { key: runKey(key), generation, part: partHere(shard) };
    const lock = await lockRun(await context.state(), locked, context.clock);
    if ('heldBy' in lock) throw inUse(found, lock.heldBy);
    try {
      // A file that is not a results file is refused before anything is sent.
      const parts = await readResults(context.files.resolve(file), file);
      const listed = new Set(parts.flatMap(({ created }) => [...created.values()].map((row) => row.envelope_id)));
      return await runLocked(context, { ...(await asItIsNow(context, job)), listed }, lock.lost);
    } finally {
      lock.release();
    }
  } catch (failure) {
    throw notBegun(failure);
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
  requireSameIdentities(job.found, course.otherwise);
  await asksForNewRun(context, job, course, false);
  const decision = await decide(context, job, course, false);
  await requireDeadline(context, job, rowTasks(course.own, course.known.sent, decision).tasks);
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
  if (found.here !== null) return job;
  const { key } = found;
  const again = await findBulkRun(context, {
    name: key.name ?? undefined,
    source: key.file ?? '-',
    templateId: settings.template_id,
    shard,
    results: file,
    renewed: false,
    isPlan: found.isPlan,
  });
  if (again.generation !== found.generation || again.here === null) return job;
  const isSame = again.begun?.expiresAt === expiresAt && again.run.join('\n') === found.run.join('\n');
  if (isSame) return { ...job, found: again };
  throw begunMeanwhile(found);
}

const begunMeanwhile = ({ name }: FoundRun): CommandFailure =>
  new CommandFailure(
    6,
    'run_begun_meanwhile',
    `Another process started the run "${name}" meanwhile. Nothing was sent.`,
    {
      hint: 'Run the same command again.',
      details: { run: name },
    },
  );

function inUse({ name }: FoundRun, { pid, host }: HeldBy): CommandFailure {
  const who = `Process ${pid}${host === null ? '' : ` of ${host}`}`;
  // A process on another machine is only visible through its lock.
  const killed = host === null ? '' : ' If it was killed, its lock expires after a minute.';
  return new CommandFailure(6, 'run_in_use', `${who} is working on the run "${name}". Nothing was sent.`, {
    hint: `Wait until it has finished.${killed}`,
    details: { run: name, pid, host },
  });
}

type LockedJob = BulkJob & Pick<Sending, 'listed'>;

/** What a run knows before it sends. */
export interface RunState {
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
}

async function runLocked(context: Context, job: LockedJob, lost: AbortSignal): Promise<'done' | 'new_run'> {
  const course = await compared(context, job);
  const comparison = comparisonOf(job, course);
  if (comparison !== null) await tellComparison(context, comparison);
  requireSameIdentities(job.found, course.otherwise);
  if (await asksForNewRun(context, job, course, !job.found.isPlan)) return 'new_run';
  const decision = await decide(context, job, course, true);
  await requireDeadline(context, job, rowTasks(course.own, course.known.sent, decision).tasks);
  const tasks = tasksOf(course, decision);
  if (tasks.length > 0) await confirmRun(context, tasks, decision);
  const run = await begin(context, job, course);
  await sendRun(context, { ...job, course, decision, run: run.id, lost });
  return 'done';
}

/** The comparison to print; null for a new run. */
function comparisonOf({ found }: BulkJob, { part, others, known }: RunState): Compared | null {
  if (known.sent.size === 0 && known.seen === null) return null;
  return { run: found.name, isPlan: found.isPlan, comparison: part, others };
}

/** Whether the user confirms a new run. Throws CommandFailure (6) if no prompt is possible. */
async function asksForNewRun(context: Context, job: BulkJob, course: RunState, mayAsk: boolean): Promise<boolean> {
  const comparison = comparisonOf(job, course);
  if (comparison !== null) return await isNewRun(context, comparison, { flags: job.flags, mayAsk });
  const rows = course.own.map(({ row }) => row);
  return await isResentAsNewRun(context, { settings: job.settings, found: job.found, rows, mayAsk });
}

/** What happens to changed rows. Throws CommandFailure (6) if a flag has to decide, or a row would be lost. */
async function decide(
  context: Context,
  job: BulkJob,
  { part, comparison }: RunState,
  mayAsk: boolean,
): Promise<Decision> {
  const { flags, serviceAhead, found } = job;
  const { name: run, isPlan } = found;
  requireSameParts(found, comparison);
  const isKept = (left: LeftAt): boolean => isKeySurelyKept(left, context.clock.now(), serviceAhead);
  requireUnansweredRows({ run, comparison }, flags, isKept);
  return await decideChanged(context, { run, isPlan, comparison: part }, { flags, mayAsk });
}

/** What is to be sent, as far as it is known before unknown outcomes are settled. */
const tasksOf = ({ own, known }: RunState, decision: Decision): readonly RowTask[] => [
  ...openTasks(own),
  ...rowTasks(own, known.sent, decision).tasks,
];

/** A row cannot be sent once the deadline of its run is near; what was sent stays. Throws CommandFailure (5). */
async function requireDeadline(
  context: Context,
  { expiresAt, found }: BulkJob,
  left: readonly RowTask[],
): Promise<void> {
  const problem = expiresAt === null ? null : deadlineProblem(expiresAt, await serviceTime(context));
  if (problem === null || left.length === 0) return;
  const lines = left
    .map(({ line }) => line)
    .toSorted((one, other) => one - other)
    .slice(0, maxLines);
  throw new CommandFailure(5, problem.code, `The deadline of the run is not possible any more: ${messageOf(problem)}`, {
    hint:
      found.begun === null
        ? 'Nothing was sent. Plan again with another deadline.'
        : `Not sent yet: ${pluralize(left.length, 'row')}${listed(lines, left.length)}. Put them in a file of their own, ` +
          'and send it with another deadline.',
    details: { run: found.name, lines },
  });
}

/** Throws CommandFailure (6), and `outdated` where rows are left. */
async function compared(context: Context, { found, rows, file, shard, outdated = null }: BulkJob): Promise<RunState> {
  const state = await context.state();
  const known = readKnownRows(state, found, rows, file);
  const comparison = withCorrected(compareRows(rows, known.sent), (keys) =>
    found.here === null ? new Map() : sentBodies(state, found.here.id, keys),
  );
  const seen = shard === undefined || known.seen === null ? null : compareSeen(known.seen, rows);
  const { own: part, others } = partOf(comparison, shard, seen);
  if (outdated !== null && !part.placed.every(isDone)) throw outdated;
  return { known, comparison, part, own: part.placed, others, otherwise: seen?.otherwise ?? [] };
}

/** Records the start of the run, with what is known of it from elsewhere. Throws CommandFailure (6). */
async function begin(
  context: Context,
  { found, settings, expiresAt, rows, shard }: BulkJob,
  course: RunState,
): Promise<Run> {
  const { name, key, generation, here } = found;
  const { settings: begun, expiresAt: deadline } = here ?? { settings, expiresAt };
  const run = startRun(await context.state(), {
    run: { key: runKey(key), generation, name, file: key.file, settings: begun, expiresAt: deadline },
    part: partHere(shard),
    rows: course.own.length,
    seen: shard === undefined ? [] : seenRows(rows),
    imported: course.known.imported,
    at: context.clock.now(),
  });
  if (run === null) throw begunMeanwhile(found);
  return run;
}

const partHere = (shard: Shard | undefined): RunPart => shard ?? { index: 0, of: 0 };
