import { setMaxListeners } from 'node:events';
import type { BulkRow } from '../../bulk/bulk-row.js';
import { type EarlierWrites, openEarlierWrites } from '../../bulk/earlier-writes.js';
import { Pacer } from '../../bulk/pacer.js';
import { differences, type RowResult, type RunSettings } from '../../bulk/result-line.js';
import { isOpen, openResults, readResults, type Results } from '../../bulk/results-file.js';
import { type HeldBy, lockResults } from '../../bulk/results-lock.js';
import type { Stop } from '../../bulk/row-outcome.js';
import { runBatches } from '../../bulk/run-batches.js';
import { type BulkTools, runRows } from '../../bulk/run-rows.js';
import { rowsOf, type Shard, writeShard } from '../../bulk/shard.js';
import type { RateBudget } from '../../client/pacing.js';
import { confirmAct, noteLive } from '../../cli/confirm.js';
import type { Context } from '../../cli/context.js';
import { counted } from '../../cli/counted.js';
import { Ended } from '../../cli/failure.js';
import { BulkTally } from './bulk-tally.js';
import { requireOpenRows, requireSameWay } from './bulk-before.js';
import { endOfRun, lostInRun, openTeller } from './bulk-view.js';

/** Everything that a bulk run sends, and where it writes down what came of it. */
export interface BulkJob {
  /** All rows; those of the shard are sent. */
  readonly rows: readonly BulkRow[];
  readonly settings: RunSettings;
  readonly expiresAt: string | null;
  /** The results file as named on the command line, and what it says so far. */
  readonly file: string;
  readonly results: Results;
  readonly shard: Shard | undefined;
  /** What the service said last of the key's minute. */
  readonly rate: RateBudget | undefined;
  /** Whether what went unanswered is sent again although the service may have forgotten its key. */
  readonly old: boolean;
}

/** Requests that are under way at the same time; the machines of a sharded run have them together. */
const mostLanes = 16;

/** The results of an earlier start of the same run. Throws Ended (6) when they are another run's. */
export async function earlierResults(context: Context, file: string): Promise<Results> {
  return await readResults(context.files.resolve(file), file);
}

/** What has to be the same in a results file: what is done in one run is not done in another. Throws Ended (6). */
export function requireSameRun({ begun }: Results, settings: RunSettings, file: string): void {
  const other = begun === null ? [] : differences(settings, begun.settings);
  if (other.length === 0) return;
  throw new Ended(
    6,
    'results_of_another_run',
    `${file} holds the results of another run: ${other.join(', ')} differs.`,
    {
      hint: 'Run it as it was begun, or name another file with --results.',
      details: { results: file, differs: other },
    },
  );
}

/**
 * Carries out a bulk run: skips what its results file has as created, asks where it must, sends the rest at the pace of
 * the key's minute, and writes every result down. Throws Ended (13) when a row was not created, and 130.
 */
export async function carryOut(context: Context, job: BulkJob): Promise<void> {
  const lock = await lockResults(context.files.resolve(job.file), job.file);
  if ('heldBy' in lock) throw inUse(job.file, lock.heldBy);
  try {
    // Another process may have written to it since it was read.
    const results = await earlierResults(context, job.file);
    requireSameBeginning(job, results);
    await carryOutLocked(context, { ...job, results }, lock.lost);
  } finally {
    await lock.release();
  }
}

function inUse(file: string, { pid, host }: HeldBy): Ended {
  const who = pid === null ? 'Another process' : `Process ${pid}${host === null ? '' : ` of ${host}`}`;
  // Nothing can be seen of a process elsewhere, but that it renews its lock.
  const killed = host === null && pid !== null ? '' : ' One that was killed is taken for ended after a minute.';
  return new Ended(6, 'results_in_use', `${who} is at work on ${file}; nothing was sent.`, {
    hint: `Wait for it to end.${killed}`,
    details: { results: file, pid, host },
  });
}

/** The rows were read for the deadline that the run was begun with. */
function requireSameBeginning({ results, file, settings }: BulkJob, now: Results): void {
  requireSameRun(now, settings, file);
  if (results.begun?.expires_at === now.begun?.expires_at) return;
  throw new Ended(6, 'results_changed', `${file} was changed by another process meanwhile; nothing was sent.`, {
    hint: 'Run the same command again.',
    details: { results: file },
  });
}

async function carryOutLocked(context: Context, job: BulkJob, lost: AbortSignal): Promise<void> {
  const { results, settings, shard, file } = job;
  const earlier = await earlierWrites(context, job);
  requireOpenRows(job, earlier, context.clock.now());
  await requireSameWay(context, job, earlier);
  // Each request that is under way listens for Ctrl-C; Node takes more than ten for a leak.
  const signal = AbortSignal.any([context.signal, lost]);
  setMaxListeners(8 * mostLanes, context.signal, signal);
  const rows = rowsOf(job.rows, shard);
  const toDo = rows.filter(({ key }) => results.ended.get(key)?.status !== 'created');
  const tally = new BulkTally(rows.length, rows.length - toDo.length);
  if (toDo.length > 0) await ask(context, toDo);
  const writer = await openResults(context.files.resolve(file), file);
  const pacer = new Pacer({ shards: shard?.of ?? 1 });
  const now = context.clock.now();
  if (job.rate !== undefined) pacer.heard(job.rate, now);
  const teller = openTeller(context, { tally, pacer, file });
  let stop: Stop = null;
  try {
    if (results.begun === null) {
      await writer.add({ type: 'run', at: new Date(now).toISOString(), settings, expires_at: job.expiresAt });
    }
    await teller.ready({ shard: shard === undefined ? null : writeShard(shard) });
    const open = openIn(results);
    const tools: BulkTools = {
      client: await context.api(),
      clock: context.clock,
      signal,
      pacer,
      results: writer,
      earlier,
      openSince: (key) => earliest(open.get(key), earlier.openSince(key)),
      isLeft: (key) => open.has(key),
      old: job.old,
      told: async (result: RowResult) => {
        tally.add(result);
        await teller.row(result);
      },
      waits: teller.waits,
    };
    stop = await send(tools, job, toDo);
  } catch (failure) {
    throw lostInRun(failure, { tally, file });
  } finally {
    teller.close();
    await writer.close();
  }
  if (lost.aborted) throw takenOver(file);
  await endOfRun(context, { tally, file, stop });
}

const takenOver = (file: string): Ended =>
  new Ended(6, 'results_taken_over', `Another process is at work on ${file} now: this one stood still too long.`, {
    hint: 'Nothing is sent twice. Wait for the other to end, and run the same command again.',
    details: { results: file },
  });

async function send(tools: BulkTools, { settings, ...job }: BulkJob, toDo: readonly BulkRow[]): Promise<Stop> {
  const { rows, results, shard } = job;
  if (settings.way === 'batches') return await runBatches(tools, { run: settings.run, left: results.left, rows, toDo });
  return await runRows(tools, toDo, shard === undefined ? mostLanes : Math.max(2, Math.ceil(mostLanes / shard.of)));
}

/** What earlier starts left open in the journal; what the results file knows the end of is settled at once. */
async function earlierWrites(context: Context, { results, settings }: BulkJob): Promise<EarlierWrites> {
  const { ended, left } = results;
  const earlier = await openEarlierWrites(await context.journal(), settings.host);
  for (const [key, result] of ended) if (result.status === 'created') await earlier.settle(key, [result]);
  // The same key may have left once more, and be open since.
  const open = openIn(results);
  for (const { key, heard } of left) if (!open.has(key)) await earlier.settle(key, [...heard.values()]);
  return earlier;
}

/** When each request left first whose end the results file does not know, by its key. */
const openIn = ({ left }: Results): ReadonlyMap<string, string> =>
  new Map(
    left
      .filter(isOpen)
      .map(({ key, at }) => [key, at] as const)
      .toReversed(),
  );

const earliest = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && Date.parse(other) < Date.parse(one)) ? other : one;

/** Bulk runs are asked about also when they make drafts: nobody takes back a thousand of them. */
async function ask(context: Context, rows: readonly BulkRow[]): Promise<void> {
  await noteLive(context);
  const people = rows.reduce(
    (sum, { body }) => sum + (Array.isArray(body['recipients']) ? body['recipients'].length : 0),
    0,
  );
  // By what leaves, not by what a file says about it.
  const sends = rows.some(({ body }) => body['send'] === true);
  const envelopes = counted(rows.length, 'envelope');
  const what = sends
    ? `This sends ${envelopes} to ${counted(people, 'person')} for signature`
    : `This creates ${envelopes}`;
  const act = { what, question: sends ? 'Send them?' : 'Create them?' };
  await confirmAct(context, { operation: 'createEnvelopeBatch', body: { send: sends } }, act);
}
