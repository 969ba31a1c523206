import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { sendingsOf } from '../../store/run-rows.js';
import type { Decision } from './decide-changed.js';
import type { FoundRun } from './find-run.js';
import { Pacer } from './pacer.js';
import { openResults, type ResultsWriter } from './results-file.js';
import { madeBefore, type Stop } from './row-outcome.js';
import type { BulkJob, RunState } from './run-bulk.js';
import { type BulkTools, runRows } from './run-rows.js';
import { SentRows } from './sent-rows.js';
import { writeShard } from './bulk-row.js';
import { BulkTally } from './tally.js';
import { isDone, openTasks, rowTasks } from './tasks.js';
import { endOfRun, lostInRun, openReporter } from './view.js';
import { replacingOf } from './void-replaced.js';
import type { PlacedRow } from './compare.js';

/** Concurrent requests, shared by all machines of a sharded run. */
const maxLanes = 16;

export interface Sending extends BulkJob {
  /** The envelopes that the results file lists. */
  readonly listed: ReadonlySet<string | null>;
  readonly course: RunState;
  readonly decision: Decision;
  readonly run: number;
  /** Aborted when another process has taken over the run. */
  readonly lost: AbortSignal;
}

/**
 * Settles the rows with an unknown outcome, sends the others, and records and reports every result. Throws
 * CommandFailure: 13 when a row was not created, 6 when another process took over, and 130.
 */
export async function sendRun(context: Context, job: Sending): Promise<void> {
  const { shard, file, found, lost, course } = job;
  const { own } = course;
  // Those that another command has settled since the last start count as created by this one.
  const recovered = new Set(own.filter((each) => isDone(each) && isUntold(each)).map(({ slot }) => slot));
  const tally = new BulkTally(own.length, own.filter(isDone).length - recovered.size);
  const pacer = new Pacer({ shards: shard?.of ?? 1 });
  if (job.rate !== undefined) pacer.learn(job.rate, context.clock.now());
  const reporter = openReporter(context, { tally, pacer, file, retryFor: job.retryFor });
  let stop: Stop = null;
  try {
    await context.files.makeFolder(file);
    const results = await openResults(context.files.resolve(file), file);
    try {
      stop = await sendRows(context, job, { results, reporter, tally, pacer, recovered });
    } finally {
      await results.close();
    }
  } catch (failure) {
    throw lostInRun(failure, { tally, file });
  } finally {
    reporter.close();
  }
  if (lost.aborted) throw takenOver(found, tally);
  await endOfRun(context, { tally, file, stop, isPlan: found.isPlan });
}

const isUntold = ({ entry }: PlacedRow): boolean => entry?.made.at(-1)?.isUntold === true;

interface Course {
  readonly results: ResultsWriter;
  readonly reporter: ReturnType<typeof openReporter>;
  readonly tally: BulkTally;
  readonly pacer: Pacer;
  /** Slots of rows that have their envelope already but were never reported. */
  readonly recovered: ReadonlySet<string>;
}

async function sendRows(context: Context, job: Sending, to: Course): Promise<Stop> {
  const { settings, shard, found, run, course, decision } = job;
  const { own, comparison, known } = course;
  const { results, reporter, tally, pacer, recovered } = to;
  const state = await context.state();
  // Each request that is under way listens for Ctrl-C; Node takes more than ten for a leak.
  const signal = AbortSignal.any([context.signal, job.lost]);
  setMaxListeners(8 * maxLanes, context.signal, signal);
  const at = new Date(context.clock.now()).toISOString();
  await results.add({ type: 'run', at, name: found.name, settings, expires_at: job.expiresAt });
  await reporter.ready({ shard: shard === undefined ? null : writeShard(shard) });
  const fresh = new Set(comparison.fresh.map(({ slot }) => slot));
  const report: BulkTools['report'] = async (result, slot, wasThere = false) => {
    tally.add(result);
    if (wasThere && fresh.has(slot)) tally.existing += 1;
    await reporter.row(result);
  };
  // An earlier request for a row that was corrected since is not what the row is counted by.
  const changed = new Set(comparison.changed.map(({ slot }) => slot));
  const reportEarlier: BulkTools['report'] = async (result, slot, wasThere) => {
    if (!changed.has(slot) || result.status === 'unknown') await report(result, slot, wasThere);
  };
  // The results file may be lost, or the program was killed before it could write the line.
  for (const { row, slot, envelope } of madeRows(own)) {
    if (job.listed.has(envelope) && !recovered.has(slot)) continue;
    const { identity, content } = row;
    const result = madeBefore(row, envelope);
    await results.add({ type: 'row', at, identity, content, slot, ...result });
    if (recovered.has(slot)) await reportEarlier(result, slot);
  }
  const tools: BulkTools = {
    client: await context.api(),
    clock: context.clock,
    signal,
    pacer,
    run,
    results,
    replacing: await replacingOf(await context.journal(), settings.host, decision),
    serviceAhead: job.serviceAhead,
    old: job.old,
    retryFor: job.retryFor,
    report,
    waits: reporter.waits,
    connection: reporter.connection,
  };
  const lanes = shard === undefined ? maxLanes : Math.max(2, Math.ceil(maxLanes / shard.of));
  const open = openTasks(own);
  const stop = await runRows({ ...tools, report: reportEarlier }, open, lanes);
  // What was open is settled by now, or is left.
  const sent = open.length === 0 ? known.sent : new SentRows(sendingsOf(state, run));
  const { tasks, skipped } = rowTasks(own, sent, decision);
  tally.skipped = skipped;
  return stop === null && !signal.aborted ? await runRows(tools, tasks, lanes) : stop;
}

/** Rows that have their envelope, with its id. */
function madeRows(own: readonly PlacedRow[]) {
  return own.filter(isDone).flatMap(({ row, slot, entry }) => {
    const envelope = entry?.made.at(-1)?.envelope ?? null;
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
