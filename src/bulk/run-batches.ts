import type { CallResult } from '../client/call.js';
import type { BatchAnswer } from '../contract/resources/envelope.js';
import { batchBody, batchKey, blocksOf } from './block.js';
import type { BulkRow } from './bulk-row.js';
import type { RowResult } from './result-line.js';
import { isOpen, type LeftRequest } from './results-file.js';
import { commonStop, created, notAnswered, type Outcome, outcomeOf, refusedInBatch, type Stop } from './row-outcome.js';
import { type BulkTools, isForgotten, keep, leave, rest } from './run-rows.js';

/** A batch with its rows. */
type Batch = { readonly key: string; readonly rows: readonly BulkRow[] };

/** What runBatches sends. */
export interface Batches {
  /** What tells the run apart from others. */
  readonly run: readonly string[];
  /** Those of earlier starts, oldest first. One with a row that is not among `rows` was closed by whoever looked. */
  readonly left: readonly LeftRequest[];
  readonly rows: readonly BulkRow[];
  /** Those of them that are to be created. */
  readonly toDo: readonly BulkRow[];
}

/**
 * Creates envelopes in batches, one after the other: a block of the file's rows each, for which the key's minute has to
 * have room, since a batch that is larger is refused and burns the minute (A2). What left in an earlier start goes
 * first, as it was. Ends early as runRows does, and at a block that was sent with other rows.
 */
export async function runBatches(tools: BulkTools, { run, left, rows, toDo }: Batches): Promise<Stop> {
  const byKey = new Map(rows.map((row) => [row.key, row] as const));
  const open = left.filter((each) => isOpen(each) && each.row_keys.every((key) => byKey.has(key)));
  const unanswered = new Set<number>();
  for (const { key, row_keys: keys, block } of open) {
    const batch = { key, rows: keys.flatMap((each) => byKey.get(each) ?? []) };
    const sent = await send(tools, batch);
    if (sent === 'aborted') return null;
    if (sent.stop !== null) return sent.stop;
    if (!sent.answered && block !== undefined) unanswered.add(block);
  }
  const begun = new Set(open.flatMap(({ row_keys: keys }) => keys));
  for (const [block, inBlock] of blocksOf(toDo.filter(({ key }) => !begun.has(key)))) {
    // Whether its key is spent is not known: another one could make it all twice elsewhere.
    if (unanswered.has(block)) continue;
    const answered = left.filter((each) => each.block === block && (isOpen(each) || wasAnswered(each))).length;
    const key = await batchKey(tools.client, run, { block, answered, rows: inBlock });
    const sent = await send(tools, { key, rows: inBlock }, block);
    if (sent === 'aborted') return null;
    if (sent.stop !== null) return sent.stop;
  }
  return null;
}

/** A batch that was refused whole has spent no key; what its rows were told says which was answered. */
const wasAnswered = ({ key, heard }: LeftRequest): boolean => [...heard.values()].some(({ batch }) => batch === key);

type Sent = 'aborted' | { readonly answered: boolean; readonly stop: Stop };

/** Waits for room, and sends a batch; `block` for one that leaves for the first time. */
async function send(tools: BulkTools, batch: Batch, block?: number): Promise<Sent> {
  const { key, rows } = batch;
  const forgotten = isForgotten(tools, key);
  if (!forgotten) await restForRoom(tools, rows.length);
  if (tools.signal.aborted) return 'aborted';
  const since = tools.openSince(key);
  if (block !== undefined) {
    // On the disk before it leaves.
    const at = since ?? new Date(tools.clock.now()).toISOString();
    await tools.results.add({ type: 'batch', at, key, row_keys: rows.map((row) => row.key), block });
  }
  if (forgotten) return { answered: false, stop: await leave(tools, key, rows) };
  const { outcome, answered } = await request(tools, batch, since !== undefined);
  await keep(tools, key, outcome.results);
  return { answered, stop: outcome.stops ?? otherRows(outcome, rows) };
}

/** Room in the part of the minute that is this run's, then in all of the next one: a batch cannot be made smaller. */
async function restForRoom(tools: BulkTools, rows: number): Promise<void> {
  const { pacer, clock, signal } = tools;
  const begun = clock.now();
  const reset = pacer.resetsAt(begun);
  // A window that never has the room is tried all the same: only the service tells.
  const latest = begun + 2 * 60_000;
  await rest(tools, () => {
    const now = clock.now();
    if (signal.aborted || now >= latest) return 0;
    const room = now < reset ? pacer.room(now) : pacer.remaining(now);
    return (room ?? rows) >= rows ? 0 : pacer.resetsAt(now) - now;
  });
}

async function request(
  tools: BulkTools,
  { key, rows }: Batch,
  wasOpen: boolean,
): Promise<{ readonly outcome: Outcome; readonly answered: boolean }> {
  const { client, clock, pacer } = tools;
  pacer.left(rows.length, clock.now());
  let answered = false;
  let outcome: Outcome;
  try {
    const done = await client.call('createEnvelopeBatch', { body: batchBody(rows), idempotencyKey: key });
    const results = resultsOf(rows, done).map((result) => ({ ...result, batch: key }));
    outcome = { results, rate: done.rate, stops: commonStop(results) };
    answered = true;
  } catch (failure) {
    outcome = outcomeOf(failure, rows, wasOpen);
  }
  pacer.answered(rows.length, outcome.rate, clock.now());
  return { outcome, answered };
}

/** The key of the place holds other rows, so that those of later blocks may be there as well. */
function otherRows({ results }: Outcome, rows: readonly BulkRow[]): Stop {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || results[0]?.code !== 'idempotency_key_reused') return null;
  const which = first === last ? `line ${first.line}` : `lines ${first.line} to ${last.line}`;
  return {
    code: 'idempotency_key_reused',
    message: `The batch of ${which} was sent in this run before, with other rows or in another way.`,
    hint:
      'Go on with the results file of that run, or with its rows as they were. If these are rows of another run, ' +
      'name it with --run.',
  };
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
