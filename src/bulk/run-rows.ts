import type { Client } from '../client/client.js';
import type { Clock } from '../cli/context.js';
import { bodyOfRow, type BulkRow } from './bulk-row.js';
import type { EarlierWrites } from './earlier-writes.js';
import type { Pacer } from './pacer.js';
import type { ResultsWriter } from './results-file.js';
import type { RowResult } from './result-line.js';
import { created, type Outcome, outcomeOf } from './row-outcome.js';

/** What a bulk run works with. */
export interface BulkTools {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly pacer: Pacer;
  readonly results: ResultsWriter;
  readonly earlier: EarlierWrites;
  /** Whether an earlier request under the key went unanswered, as far as this machine knows. */
  wasOpen(key: string): boolean;
  /** How many batches of exactly these rows were answered before: each has spent a key. */
  spent(rowKeys: readonly string[]): number;
  /** Told of every row that ended, after it was written down. */
  told(result: RowResult): Promise<void>;
  /** Called while the run waits, at least every second. */
  waits(milliseconds: number): void;
}

/** Why a run ended before its last row; null when it did not. */
export type Stop = { readonly code: string; readonly message: string } | null;

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
      ends.stop = (await sendRow(tools, row)) ?? ends.stop;
    } catch (error) {
      ends.broke = [...ends.broke, error];
    }
  };
  const over = (): boolean => ends.stop !== null || ends.broke.length > 0 || tools.signal.aborted;
  for (const [index, row] of rows.entries()) {
    while (underWay.size >= lanes) await Promise.race(underWay);
    await rest(tools, () => (over() ? 0 : pacer.wait(rows.length - index, clock.now())));
    if (over()) break;
    pacer.left(1, clock.now());
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
  const outcome = await requestRow(tools, row);
  tools.pacer.answered(1, outcome.rate, tools.clock.now());
  await keep(tools, row.key, outcome.results);
  return outcome.stops;
}

async function requestRow({ client, ...tools }: BulkTools, row: BulkRow): Promise<Outcome> {
  try {
    const done = await client.call('createEnvelope', { body: bodyOfRow(row), idempotencyKey: row.key });
    return { results: [created(row, done.body, done)], rate: done.rate, stops: null };
  } catch (failure) {
    return outcomeOf(failure, [row], tools.wasOpen(row.key));
  }
}

/** Writes results down, settles what an earlier run left open under the key, and tells of them. */
export async function keep(tools: BulkTools, key: string, results: readonly RowResult[]): Promise<void> {
  const at = new Date(tools.clock.now()).toISOString();
  await tools.results.add(...results.map((result) => ({ type: 'row' as const, at, ...result })));
  await tools.earlier.settle(key, results);
  for (const result of results) await tools.told(result);
}
