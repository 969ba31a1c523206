import type { Client } from '../client/client.js';
import type { Clock } from '../cli/context.js';
import { bodyOfRow, type BulkRow } from './bulk-row.js';
import { isKeyKept } from '../journal/key-life.js';
import type { EarlierWrites } from './earlier-writes.js';
import type { Pacer } from './pacer.js';
import type { ResultsWriter } from './results-file.js';
import type { RowResult } from './result-line.js';
import { created, madeBefore, mayBeForgotten, type Outcome, outcomeOf, type Stop } from './row-outcome.js';

/** What a bulk run works with. */
export interface BulkTools {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly pacer: Pacer;
  readonly results: ResultsWriter;
  readonly earlier: EarlierWrites;
  /** When the first request under the key left that went unanswered (ISO 8601), as far as this machine knows. */
  openSince(key: string): string | undefined;
  /** Whether the results file tells of it. */
  isLeft(key: string): boolean;
  /** Whether what went unanswered is sent again although the service may have forgotten its key. */
  readonly old: boolean;
  /** Told of every row that ended, after it was written down. */
  told(result: RowResult): Promise<void>;
  /** Called while the run waits, at least every second. */
  waits(milliseconds: number): void;
}

const slice = 1_000;

/**
 * Creates an envelope for each row, each under its own key, so many side by side as `lanes` says and as fast as the
 * pacer lets them. Ends early when a refusal concerns every row, or when the signal is aborted. What is under way is
 * waited for in any case. Throws what writing the results throws.
 */
export async function runRows(tools: BulkTools, rows: readonly BulkRow[], lanes: number): Promise<Stop> {
  const { clock, pacer } = tools;
  const underWay = new Set<Promise<void>>();
  const ends: { stop: Stop; broke: readonly unknown[] } = { stop: null, broke: [] };
  const send = async (row: BulkRow): Promise<void> => {
    try {
      ends.stop =
        (await (isForgotten(tools, row.key) ? leave(tools, row.key, [row]) : sendRow(tools, row))) ?? ends.stop;
    } catch (error) {
      ends.broke = [...ends.broke, error];
    }
  };
  const over = (): boolean => ends.stop !== null || ends.broke.length > 0 || tools.signal.aborted;
  for (const [index, row] of rows.entries()) {
    while (underWay.size >= lanes) await Promise.race(underWay);
    await rest(tools, () => (over() ? 0 : pacer.wait(rows.length - index, clock.now())));
    if (over()) break;
    const work = send(row).finally(() => underWay.delete(work));
    underWay.add(work);
  }
  await Promise.all(underWay);
  if (ends.broke.length > 0) throw ends.broke[0];
  return ends.stop;
}

/** Waits as long as `milliseconds` asks for, in slices: an answer that comes meanwhile may change it. */
export async function rest(tools: BulkTools, milliseconds: () => number): Promise<void> {
  for (let left = milliseconds(); left > 0; left = milliseconds()) {
    tools.waits(left);
    try {
      await tools.clock.sleep(Math.min(Math.ceil(left), slice), tools.signal);
    } catch (error) {
      if (tools.signal.aborted) return;
      throw error;
    }
  }
}

async function sendRow(tools: BulkTools, row: BulkRow): Promise<Stop> {
  tools.pacer.left(1, tools.clock.now());
  const outcome = await requestRow(tools, row);
  tools.pacer.answered(1, outcome.rate, tools.clock.now());
  await keep(tools, row.key, outcome.results);
  return outcome.stops;
}

/** Whether a request under the key went unanswered so long ago that it might be carried out a second time. */
export function isForgotten(tools: BulkTools, key: string): boolean {
  const since = tools.openSince(key);
  return since !== undefined && !tools.old && !isKeyKept(since, tools.clock.now());
}

/** Sends nothing, and says why; a row of its own may have an end in the journal meanwhile. */
export async function leave(tools: BulkTools, key: string, rows: readonly BulkRow[]): Promise<null> {
  const since = tools.openSince(key) ?? '';
  const made = rows.length === 1 ? tools.earlier.madeUnder(key) : undefined;
  const told = (row: BulkRow) => (made === undefined ? mayBeForgotten(row, since) : madeBefore(row, made));
  await keep(tools, key, rows.map(told));
  return null;
}

async function requestRow({ client, ...tools }: BulkTools, row: BulkRow): Promise<Outcome> {
  const { key } = row;
  const since = tools.openSince(key);
  // On the disk before it leaves: the time from which its key counts, and that it must not be taken out of the file.
  if (!tools.isLeft(key)) {
    await tools.results.add({ type: 'left', at: since ?? new Date(tools.clock.now()).toISOString(), key });
  }
  try {
    const done = await client.call('createEnvelope', { body: bodyOfRow(row), idempotencyKey: key });
    return { results: [created(row, done.body, done)], rate: done.rate, stops: null };
  } catch (failure) {
    return outcomeOf(failure, [row], since !== undefined);
  }
}

/**
 * Writes results down, settles what an earlier run left open under the key, and tells of them: of each, also when the
 * output is lost with the first, since they are counted by it. Throws what the first that failed threw.
 */
export async function keep(tools: BulkTools, key: string, results: readonly RowResult[]): Promise<void> {
  const at = new Date(tools.clock.now()).toISOString();
  await tools.results.add(...results.map((result) => ({ type: 'row' as const, at, ...result })));
  await tools.earlier.settle(key, results);
  const broke: unknown[] = [];
  for (const result of results) await tools.told(result).catch((error: unknown) => broke.push(error));
  if (broke.length > 0) throw broke[0];
}
