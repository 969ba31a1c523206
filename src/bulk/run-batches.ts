import { automaticKey } from '../cli/automatic-key.js';
import type { BodyOf } from '../contract/operations.js';
import type { CallResult } from '../client/call.js';
import type { BatchAnswer } from '../contract/resources/envelope.js';
import type { BulkRow } from './bulk-row.js';
import type { RowResult } from './result-line.js';
import { isOpen, type LeftBatch } from './results-file.js';
import { commonStop, created, notAnswered, type Outcome, outcomeOf, refusedInBatch } from './row-outcome.js';
import { type BulkTools, keep, rest, type Stop } from './run-rows.js';

/** Rows of one batch: so few that its answer comes soon, and that little is open when it is lost. */
const mostRows = 100;

/** Batches of an earlier run that have no results, joined with their rows. */
export type OpenBatch = { readonly key: string; readonly rows: readonly BulkRow[] };

/** The batches whose rows have no result yet. `null` when a row of one is no longer in the file. */
export function openBatches(batches: readonly LeftBatch[], rows: readonly BulkRow[]): readonly OpenBatch[] | null {
  const byKey = new Map(rows.map((row) => [row.key, row] as const));
  const open = batches
    .filter(isOpen)
    .map(({ key, row_keys: keys }) => ({ key, rows: keys.map((each) => byKey.get(each)) }));
  const whole = open.map(({ key, rows: found }) => ({ key, rows: found.filter((row) => row !== undefined) }));
  return whole.every(({ rows: found }, index) => found.length === open[index]?.rows.length) ? whole : null;
}

/**
 * Creates envelopes in batches, one after the other, each as large as the key's minute has room for: a batch that is
 * larger is refused and burns the minute (A2). What left in an earlier run goes first, as it was. Ends early as runRows
 * does.
 */
export async function runBatches(
  tools: BulkTools,
  open: readonly OpenBatch[],
  rows: readonly BulkRow[],
): Promise<Stop> {
  const { clock, pacer, signal } = tools;
  for (const batch of open) {
    // A window that never has the room is tried all the same: only the service tells.
    const latest = clock.now() + 2 * 60_000;
    await rest(tools, () => (signal.aborted || clock.now() >= latest ? 0 : untilLeft(tools, batch.rows.length)));
    if (signal.aborted) return null;
    const stop = await sendBatch(tools, batch);
    if (stop !== null) return stop;
  }
  const begun = new Set(open.flatMap((batch) => batch.rows.map(({ key }) => key)));
  let left = rows.filter(({ key }) => !begun.has(key));
  while (left.length > 0) {
    await rest(tools, () => (signal.aborted ? 0 : untilRoom(tools, 1)));
    if (signal.aborted) return null;
    const size = Math.min(mostRows, pacer.room(clock.now()) ?? mostRows);
    const batch = await begin(tools, left.slice(0, Math.max(1, size)));
    left = left.slice(batch.rows.length);
    const stop = await sendBatch(tools, batch);
    if (stop !== null) return stop;
  }
  return null;
}

function untilRoom({ pacer, clock }: BulkTools, rows: number): number {
  const now = clock.now();
  return (pacer.room(now) ?? rows) >= rows ? 0 : pacer.resetsAt(now) - now;
}

/** The same for a batch that cannot be made smaller any more: whoever else has a share of the minute has to wait. */
function untilLeft({ pacer, clock }: BulkTools, rows: number): number {
  const now = clock.now();
  return (pacer.remaining(now) ?? rows) >= rows ? 0 : pacer.resetsAt(now) - now;
}

/** On the disk before it leaves. */
async function begin(tools: BulkTools, rows: readonly BulkRow[]): Promise<OpenBatch> {
  const { meant } = await tools.client.preview('createEnvelopeBatch', { body: bodyOf(rows) });
  // Rows that say the same may come in two batches that say the same.
  const keys = rows.map((row) => row.key);
  const spent = tools.spent(keys);
  const again = spent === 0 ? [] : [`again ${spent}`];
  const key = automaticKey('createEnvelopeBatch', meant, ['bulk', ...keys, ...again]);
  const at = new Date(tools.clock.now()).toISOString();
  await tools.results.add({ type: 'batch', at, key, row_keys: rows.map((row) => row.key) });
  return { key, rows };
}

/** What all rows say alike stands around them. */
function bodyOf(rows: readonly BulkRow[]): BodyOf<'createEnvelopeBatch'> {
  const own = (name: string): boolean => ['title', 'recipients', 'values'].includes(name);
  const part = (row: BulkRow, wanted: boolean): object =>
    Object.fromEntries(Object.entries(row.body).filter(([name]) => own(name) === wanted));
  const [first] = rows;
  // The client checks the body against its row.
  return {
    ...(first === undefined ? {} : part(first, false)),
    rows: rows.map((row) => part(row, true)),
  } as unknown as BodyOf<'createEnvelopeBatch'>;
}

async function sendBatch(tools: BulkTools, { key, rows }: OpenBatch): Promise<Stop> {
  const { client, clock, pacer } = tools;
  pacer.left(rows.length, clock.now());
  let outcome: Outcome;
  try {
    const done = await client.call('createEnvelopeBatch', { body: bodyOf(rows), idempotencyKey: key });
    const results = resultsOf(rows, done).map((result) => ({ ...result, batch: key }));
    outcome = { results, rate: done.rate, stops: commonStop(results) };
  } catch (failure) {
    outcome = outcomeOf(failure, rows, tools.wasOpen(key));
  }
  pacer.answered(rows.length, outcome.rate, clock.now());
  await keep(tools, key, outcome.results);
  return outcome.stops;
}

/** Each answer has to name its row, every row once (A2): what tells of nobody knows whom tells of none. */
function resultsOf(rows: readonly BulkRow[], done: CallResult<BatchAnswer>): readonly RowResult[] {
  const answers = new Map(done.body.rows.map((each) => [each.index, each] as const));
  const whole = done.body.rows.length === rows.length && rows.every((_row, index) => answers.has(index));
  return rows.map((row, index) => {
    const answer = whole ? answers.get(index) : undefined;
    if (answer?.envelope !== undefined) return created(row, answer.envelope, done);
    return answer?.error === undefined ? notAnswered(row) : refusedInBatch(row, answer.error);
  });
}
