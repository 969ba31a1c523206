import type { Clock } from '../../core/platform/clock.js';
import type { Client } from '../../client/client.js';
import { TransportFailure } from '../../client/failure.js';
import { asCreation, type BulkRow } from './bulk-row.js';
import { isKeySurelyKept, type LeftAt } from './sent-rows.js';
import type { Pacer } from './pacer.js';
import type { ResultsWriter } from './results-file.js';
import type { RowResult } from './bulk-line.js';
import type { RunRow } from '../../contract/recorded-write.js';
import { type Replacing, voidReplaced } from './void-replaced.js';
import { created, mayBeForgotten, type Outcome, outcomeOf, type Stop } from './row-outcome.js';

/** One request of a run: a row, or an earlier request for it with an unknown outcome. */
export interface RowTask extends Omit<RunRow, 'run'> {
  readonly key: string;
  readonly body: BulkRow['body'];
  /** When it was first sent, if its outcome is unknown; null if it was never sent with its key. */
  readonly openSince: LeftAt | null;
  /** The envelopes that are voided before it is sent; null for one whose ID is not known. */
  readonly replaces: readonly (string | null)[];
}

/** The dependencies of a bulk run. */
export interface BulkTools {
  readonly client: Pick<Client, 'call'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly pacer: Pacer;
  /** Its number in the record. */
  readonly run: number;
  readonly results: Pick<ResultsWriter, 'add'>;
  readonly replacing: Replacing;
  /** Milliseconds by which the service's clock is ahead of this machine's; null where it is not known. */
  readonly serviceAhead: number | null;
  /** Also resend rows with an unknown outcome whose key may have expired. */
  readonly old: boolean;
  /** Milliseconds for which a broken connection is retried. */
  readonly retryFor: number;
  /** Called for each result after it was recorded. */
  report(result: RowResult, slot: string, wasThere?: boolean): Promise<void>;
  /** Called while the run waits, at least every second. */
  waits(milliseconds: number): void;
  /** Called when the connection breaks, with the reason, and when it works again (null). */
  connection(lost: string | null): void;
}

const slice = 1_000;

/**
 * Creates an envelope for each row with its own key, at most `lanes` at a time and as fast as the pacer allows. Stops
 * when a refusal concerns all rows or the signal is aborted, after the running requests. Throws write errors.
 */
export async function runRows(tools: BulkTools, tasks: readonly RowTask[], lanes: number): Promise<Stop> {
  const { clock, pacer } = tools;
  const underWay = new Set<Promise<void>>();
  const ends: { stop: Stop; broke: readonly unknown[] } = { stop: null, broke: [] };
  const over = (): boolean => ends.stop !== null || ends.broke.length > 0 || tools.signal.aborted;
  const send = async (task: RowTask): Promise<void> => {
    try {
      const stop = isForgotten(tools, task) ? await reportForgotten(tools, task) : await sendRow(tools, task, over);
      ends.stop = stop ?? ends.stop;
    } catch (error) {
      ends.broke = [...ends.broke, error];
    }
  };
  for (const [index, task] of tasks.entries()) {
    while (underWay.size >= lanes) await Promise.race(underWay);
    await waitBeforeRow(tools, () => (over() ? 0 : pacer.wait(tasks.length - index, clock.now())));
    if (over()) break;
    const work = send(task).finally(() => underWay.delete(work));
    underWay.add(work);
  }
  await Promise.all(underWay);
  if (ends.broke.length > 0) throw ends.broke[0];
  return ends.stop;
}

/** Waits in slices, since a response may change how long to wait. */
async function waitBeforeRow(tools: BulkTools, milliseconds: () => number): Promise<void> {
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

/** Whether the task has no response and its key may have expired. */
const isForgotten = (tools: BulkTools, { openSince: since }: RowTask): boolean =>
  since !== null && !tools.old && !isKeySurelyKept(since, tools.clock.now(), tools.serviceAhead);

/** Reports a task that is not resent because its key may have expired. */
async function reportForgotten(tools: BulkTools, task: RowTask): Promise<null> {
  const { identity, content, slot } = task;
  const result = mayBeForgotten(task, task.openSince?.at ?? '');
  await tools.results.add({ type: 'row', at: timeOf(tools), identity, content, slot, ...result });
  await tools.report(result, slot);
  return null;
}

async function sendRow(tools: BulkTools, task: RowTask, over: () => boolean): Promise<Stop> {
  const { slot, identity, content } = task;
  // Without an await before it is counted, so that the next row waits for it.
  const { refused, voided } = task.replaces.length === 0 ? nothingVoided : await voidBefore(tools, task, over);
  if (refused !== null) {
    const { result, stops } = refused;
    if (isUntried(tools, result)) return stops;
    await tools.results.add({ type: 'row', at: timeOf(tools), identity, content, slot, ...result });
    await tools.report(result, slot);
    return stops;
  }
  tools.pacer.left(1, tools.clock.now());
  let wasOpen = task.openSince !== null;
  const outcome = await answered(tools, over, async (maxWait) => {
    const tried = await request(tools, task, { wasOpen, voided, maxWait });
    wasOpen ||= tried.outcome.result.status === 'unknown';
    return tried;
  });
  await keep(tools, task, outcome);
  return outcome.stops;
}

const nothingVoided = { refused: null, voided: [] } as const;

/** Voids what a row replaces, so that no old envelope can be signed beside the new one. */
async function voidBefore(
  tools: BulkTools,
  task: RowTask,
  over: () => boolean,
): Promise<{ readonly refused: Outcome | null; readonly voided: readonly string[] }> {
  const voided: string[] = [];
  for (const id of task.replaces) {
    tools.pacer.left(1, tools.clock.now());
    const { refused, isVoided } = await answered(tools, over, async (maxWait) => {
      const each = { id, row: task, replacing: tools.replacing, maxWait };
      const { failure, ...outcome } = await voidReplaced(tools.client, each);
      return { outcome, broke: isBroken(failure) ? failure.message : null };
    });
    if (refused !== null) return { refused, voided };
    if (isVoided && id !== null) voided.push(id);
  }
  return { refused: null, voided };
}

interface Tried<T> {
  readonly outcome: T;
  /** Why the connection broke; null if it did not. */
  readonly broke: string | null;
}

/** Tries until there is a response; a broken connection is retried with the same key. */
async function answered<T extends Pick<Outcome, 'rate'>>(
  tools: BulkTools,
  over: () => boolean,
  attempt: (maxWait: number) => Promise<Tried<T>>,
): Promise<T> {
  const { clock } = tools;
  const until = clock.now() + tools.retryFor;
  const waits = new Backoff(until);
  for (;;) {
    if (waits.count > 0) tools.pacer.left(1, clock.now());
    const { outcome, broke } = await attempt(Math.max(0, until - clock.now()));
    tools.pacer.answered(1, outcome.rate, clock.now());
    if (broke === null) {
      if (waits.count > 0) tools.connection(null);
      return outcome;
    }
    const wait = waits.next(clock.now());
    if (wait === null || over()) return outcome;
    tools.connection(broke);
    const next = clock.now() + wait;
    await waitBeforeRow(tools, () => (over() ? 0 : next - clock.now()));
    if (over()) return outcome;
  }
}

async function request(
  tools: BulkTools,
  task: RowTask,
  {
    wasOpen,
    voided,
    maxWait,
  }: { readonly wasOpen: boolean; readonly voided: readonly string[]; readonly maxWait: number },
): Promise<Tried<Outcome>> {
  try {
    const input = { body: asCreation(task.body), idempotencyKey: task.key };
    // The row is recorded with its request, before it leaves and when its outcome is known.
    const done = await tools.client.call('createEnvelope', input, { maxWait, row: { ...task, run: tools.run } });
    const result = { ...created(task, done.body, done), ...(voided.length === 0 ? {} : { replaces: voided }) };
    const wasThere = result.replayed && !wasOpen && done.unheard !== true;
    return { outcome: { result, rate: done.rate, wasThere, stops: null }, broke: null };
  } catch (failure) {
    return { outcome: outcomeOf(failure, task, wasOpen), broke: isBroken(failure) ? failure.message : null };
  }
}

/** Failures that may pass by themselves, unlike wrong settings. */
const isBroken = (failure: unknown): failure is TransportFailure =>
  failure instanceof TransportFailure &&
  ['unreachable', 'proxy_unreachable', 'reset', 'timeout'].includes(failure.reason);

/** Exponential backoff from 2 to 15 seconds. */
class Backoff {
  readonly #until: number;
  count = 0;

  constructor(until: number) {
    this.#until = until;
  }

  /** Null when the time is over. */
  next(now: number): number | null {
    const wait = Math.min(15_000, 2_000 * 2 ** this.count);
    if (now >= this.#until) return null;
    this.count += 1;
    return Math.min(wait, this.#until - now);
  }
}

/** Adds the result to the results file before it is reported. */
async function keep(tools: BulkTools, task: RowTask, { result, wasThere }: Outcome): Promise<void> {
  if (isUntried(tools, result)) return;
  const { slot, identity, content } = task;
  try {
    await tools.results.add({ type: 'row', at: timeOf(tools), identity, content, slot, ...result });
  } finally {
    // Also when the disk is full, so that the summary counts the row.
    await tools.report(result, slot, wasThere);
  }
}

/** Stopped before it was sent, so it counts as not tried. */
const isUntried = ({ signal }: BulkTools, { status, code }: RowResult): boolean =>
  signal.aborted && status === 'failed' && code === 'interrupted';

const timeOf = (tools: BulkTools): string => new Date(tools.clock.now()).toISOString();
