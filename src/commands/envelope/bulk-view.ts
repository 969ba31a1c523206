import type { Pacer } from '../../bulk/pacer.js';
import type { RowResult } from '../../bulk/result-line.js';
import type { Stop } from '../../bulk/row-outcome.js';
import type { Context } from '../../cli/context.js';
import { counted } from '../../cli/counted.js';
import { exitCodes } from '../../cli/exit-code.js';
import { explain } from '../../cli/explain.js';
import { Ended, UsageFailure } from '../../cli/failure.js';
import { isErrorCode } from '../../contract/error-codes.js';
import { OutputLost } from '../../terminal/output-lost.js';
import { visibleLine } from '../../terminal/text.js';
import type { BulkTally } from './bulk-tally.js';

/** Says how a bulk run goes on: events for programs, a line of progress and the failed rows for a person. */
export interface Teller {
  ready(facts: { readonly shard: string | null }): Promise<void>;
  row(result: RowResult): Promise<void>;
  waits(milliseconds: number): void;
  close(): void;
}

/** A bulk run tells of its rows as they end, each as a line of its own: nothing is left to choose from. */
export function refuseSelection(context: Context): void {
  const { json, jq } = context.flags();
  const flag = jq === undefined ? (Array.isArray(json) ? '--json with fields' : null) : '--jq';
  if (flag === null) return;
  throw new UsageFailure(`${flag} does not go with a bulk run, which writes a line of JSON for each row.`, {
    hint: 'Use --json alone, and filter its lines: esign … --json | jq .envelope_id',
  });
}

interface Told {
  readonly tally: BulkTally;
  readonly pacer: Pacer;
  /** The results file. */
  readonly file: string;
}

/** Milliseconds between two lines of progress: on a terminal one is drawn over the other, in a log they add up. */
const everyTerminal = 500;
const everyLog = 15_000;

export function openTeller(context: Context, { tally, pacer, file }: Told): Teller {
  const { output, clock } = context;
  const streams = output.form === 'json' || output.form === 'rows';
  const speed = new Speed();
  const every = output.toTerminal ? everyTerminal : everyLog;
  let progress: ReturnType<typeof output.progress> | undefined;
  let shownAt = clock.now();
  const show = (): void => {
    const now = clock.now();
    if (progress === undefined || now - shownAt < every) return;
    shownAt = now;
    progress.update(progressLine(tally, pacer.timeFor(tally.left, speed.each, now)));
  };
  return {
    ready: async ({ shard }) => {
      const { total, earlier } = tally;
      if (streams) {
        await output.event(
          { type: 'ready', rows: total, to_do: total - earlier, done: earlier, shard, results: file },
          '',
        );
      } else if (earlier > 0) {
        const skipped = earlier === 1 ? 'was created before; it is skipped' : 'were created before; they are skipped';
        output.note(`${earlier} of ${counted(total, 'row')} ${skipped}.`);
      }
      if (output.form === 'human' && tally.left > 0) progress = output.progress(progressLine(tally, null));
    },
    row: async (result) => {
      speed.ended(clock.now());
      if (streams) await output.event({ type: 'row', ...result }, '');
      else if (result.envelope_id !== null && output.form === 'ids')
        await output.text('id', visibleLine(result.envelope_id));
      // A person finds them in the table at the end.
      if (result.status !== 'created' && output.form === 'ids') output.warn(failureLine(result));
      show();
    },
    waits: (milliseconds) => {
      speed.waits(milliseconds);
      show();
    },
    close: () => progress?.stop(),
  };
}

/** How long one row takes when none has to wait for the minute: the mean of the latest. */
class Speed {
  /** Milliseconds. */
  each = 0;
  #last: number | undefined;
  #waited = false;

  waits(milliseconds: number): void {
    this.#waited ||= milliseconds > 2_000;
  }

  ended(now: number): void {
    // The first ones come together, after the time that one takes.
    const took = this.#last === undefined || this.#waited ? undefined : now - this.#last;
    if (took !== undefined) this.each += (took - this.each) * 0.05;
    this.#last = now;
    this.#waited = false;
  }
}

const failureLine = ({ line, status, code, message }: RowResult): string =>
  `Line ${line}: ${status === 'unknown' ? 'nobody knows whether it was created' : 'not created'}: ${message ?? ''} (${code ?? ''})`;

function progressLine({ total, left, failed, unknown }: BulkTally, milliseconds: number | null): string {
  const parts = [
    `${total - left} of ${counted(total, 'row')}`,
    ...(failed + unknown === 0 ? [] : [`${failed + unknown} not created`]),
    ...(milliseconds === null || left === 0 ? [] : [`about ${inWords(milliseconds)} left`]),
  ];
  return parts.join(' · ');
}

/** `8 s`, `1 min 20 s`, `2 h 5 min`: rounded up, since a promise that is kept too early annoys nobody. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${Math.max(1, seconds)} s`;
  const tens = Math.ceil(seconds / 10) * 10;
  if (tens < 3600) return `${Math.floor(tens / 60)} min${tens % 60 === 0 ? '' : ` ${tens % 60} s`}`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}

interface End {
  readonly tally: BulkTally;
  readonly file: string;
  readonly stop: Stop;
}

type Facts = Readonly<Record<string, string | number>>;

function factsOf({ tally, file }: Pick<End, 'tally' | 'file'>): Facts {
  const { total, earlier, created, replayed, failed, unknown, left } = tally;
  return { rows: total, created, replayed, earlier, failed, unknown, left, results: file };
}

/** Tells how a run ended. Throws Ended: 130 when it was interrupted, another when a row was not created. */
export async function endOfRun(context: Context, { tally, file, stop }: End): Promise<void> {
  const { signal } = context;
  const { total, earlier, created, failed, unknown, left } = tally;
  const facts = factsOf({ tally, file });
  try {
    await summary(context, { tally, file, facts });
  } catch (failure) {
    throw lostInRun(failure, { tally, file });
  }
  if (signal.aborted) {
    const message = `Interrupted: ${there(created + earlier, total)}.`;
    throw new Ended(130, 'interrupted', message, { hint: again, details: facts });
  }
  if (failed + unknown + left > 0) throw partFailed(tally, facts, stop);
}

async function summary(
  { output }: Context,
  { tally, file, facts }: Pick<End, 'tally' | 'file'> & { readonly facts: Facts },
): Promise<void> {
  if (output.form === 'json' || output.form === 'rows') return await output.event({ type: 'done', ...facts }, '');
  if (output.form !== 'human') return;
  const { total, earlier, created } = tally;
  const lines = failureLines(tally, file);
  await output.result(facts, {
    human: (colour, clean) =>
      [
        ...lines.map((text) => colour.bad(clean(text))),
        clean(`${there(created + earlier, total)}${detail(tally)}.`),
        clean(`Results: ${file}`),
      ].join('\n'),
  });
}

/** What a failure is in a run that had begun: where its output is lost, what it has created is told instead. */
export function lostInRun(failure: unknown, { tally, file }: Pick<End, 'tally' | 'file'>): unknown {
  if (!(failure instanceof OutputLost) || !failure.changed) return failure;
  const { message, code } = explain(new OutputLost(failure.system, false));
  const { total, earlier, created } = tally;
  return new Ended(1, code, `${message} ${there(created + earlier, total)}.`, {
    hint: `Each is written down in ${file}. ${again}`,
    details: factsOf({ tally, file }),
  });
}

const there = (count: number, total: number): string =>
  `${count} of ${counted(total, 'envelope')} ${count === 1 ? 'is' : 'are'} there`;

const again = 'Run the same command again: what is created is skipped, and nothing is sent twice.';

/** When nothing was created and every row ended alike, the run ends as one of them would have by itself. */
function partFailed(tally: BulkTally, facts: Readonly<Record<string, unknown>>, stop: Stop): Ended {
  const { total, earlier, created, worst, alike } = tally;
  const gone = total - earlier - created;
  const missing = `${gone} of ${counted(total, 'envelope')} ${gone === 1 ? 'is' : 'are'} missing`;
  const details = {
    ...facts,
    worst: worst === null ? null : { row: worst.row, code: worst.code, exit_code: worst.exit_code },
  };
  const exit = (alike ? exitCodes.find(({ code }) => code === worst?.exit_code)?.code : undefined) ?? 13;
  if (stop === null) {
    const others = created + earlier === 0 ? '' : '; the others are there';
    const code = (exit === 13 ? null : worst?.code) ?? 'part_failed';
    return new Ended(exit, code, `${missing}${others}.`, { hint: hintOf(tally), details });
  }
  const look = isErrorCode(stop.code) ? `Look into it with \`esign error ${stop.code}\`. ` : '';
  const why =
    stop.hint === undefined ? `The run was ended, since every row would fare the same: ${stop.message}` : stop.message;
  return new Ended(exit, stop.code, `${why} ${missing}.`, { hint: stop.hint ?? `${look}${again}`, details });
}

const hintOf = ({ forgotten }: BulkTally): string =>
  forgotten === 0
    ? `Correct those rows. ${again}`
    : 'Look in the service whether they are there. Take the rows of those that are out of the file, and run the same ' +
      'command again with --old, which makes the others.';

const detail = ({ earlier, replayed, failed, unknown, left }: BulkTally): string =>
  [
    [earlier, 'from an earlier start'],
    [replayed, 'made by an earlier attempt'],
    [failed, 'failed'],
    [unknown, 'unknown'],
    [left, 'not tried'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `, ${String(count)} ${String(words)}`)
    .join('');

/** In the order of the file; each whole, since a reason that is cut is none. */
function failureLines({ kept, failed, unknown }: BulkTally, file: string): readonly string[] {
  const more = failed + unknown - kept.length;
  return [
    ...kept.toSorted((one, other) => one.row - other.row).map(failureLine),
    ...(more === 0 ? [] : [`… and ${more} more, which ${file} tells of.`]),
  ];
}
