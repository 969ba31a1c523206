import type { Pacer } from './pacer.js';
import type { RowResult } from './result-line.js';
import type { Stop } from './row-outcome.js';
import type { Context } from '../cli/context.js';
import { pluralize } from '../cli/counted.js';
import { exitCodes } from '../cli/exit-code.js';
import { explain } from '../cli/explain.js';
import { CommandFailure, FileFailure, UsageFailure } from '../cli/failure.js';
import { isErrorCode } from '../contract/error-codes.js';
import { JournalFailure } from '../journal/append.js';
import { OutputLost } from '../terminal/output-lost.js';
import { visibleLine } from '../terminal/text.js';
import type { BulkTally } from './tally.js';

/** Says how a bulk run goes on: events for programs, a line of progress and the failed rows for a person. */
export interface Teller {
  ready(facts: { readonly shard: string | null }): Promise<void>;
  row(result: RowResult): Promise<void>;
  waits(milliseconds: number): void;
  /** The connection broke, with the reason; null: it is there again. */
  connection(lost: string | null): void;
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
  /** Milliseconds for which a broken connection is tried again. */
  readonly retryFor: number;
}

/** Milliseconds between two lines of progress: on a terminal one is drawn over the other, in a log they add up. */
const everyTerminal = 500;
const everyLog = 15_000;

export function openTeller(context: Context, { tally, pacer, file, retryFor }: Told): Teller {
  const { output, clock } = context;
  const streams = output.form === 'json' || output.form === 'rows';
  const speed = new Speed();
  const every = output.toTerminal ? everyTerminal : everyLog;
  let progress: ReturnType<typeof output.progress> | undefined;
  let shownAt = clock.now();
  let isLost = false;
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
        output.note(`${earlier} of ${pluralize(total, 'row')} ${skipped}.`);
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
    connection: (lost) => {
      if ((lost !== null) === isLost) return;
      isLost = lost !== null;
      const text =
        lost === null
          ? 'The connection works again.'
          : `The connection is lost: ${sentence(lost)} Trying again for up to ${inWords(retryFor)}, with the same keys.`;
      if (!streams) return output.note(text);
      // Where the output is lost, the next row tells so.
      const event = { type: 'connection', state: isLost ? 'lost' : 'restored', message: text };
      void output.event(event, '').catch(() => undefined);
    },
    close: () => progress?.stop(),
  };
}

const sentence = (clause: string): string => (/[.!?]$/.test(clause) ? clause : `${clause}.`);

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
  `Line ${line}: ${status === 'unknown' ? 'unknown whether it was created' : 'not created'}: ${message ?? ''} (${code ?? ''})`;

function progressLine({ total, left, failed, unknown }: BulkTally, milliseconds: number | null): string {
  const parts = [
    `${total - left} of ${pluralize(total, 'row')}`,
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
  const { total, earlier, created, replayed, failed, unknown, skipped, left } = tally;
  return { rows: total, created, replayed, earlier, failed, unknown, skipped, left, results: file };
}

/** Tells how a run ended. Throws Ended: 130 when it was interrupted, another when a row was not created. */
export async function endOfRun(context: Context, { tally, file, stop }: End): Promise<void> {
  const { signal } = context;
  const { failed, unknown, left, existing } = tally;
  const facts = factsOf({ tally, file });
  try {
    await summary(context, { tally, file, facts });
  } catch (failure) {
    throw lostInRun(failure, { tally, file });
  }
  if (existing > 0) context.output.warn(alreadyThere(existing));
  if (signal.aborted) {
    throw new CommandFailure(130, 'interrupted', `Interrupted. ${sumOf(tally)}`, { hint: again, details: facts });
  }
  if (failed + unknown + left > 0) throw partFailed(tally, facts, stop);
}

async function summary(
  { output }: Context,
  { tally, file, facts }: Pick<End, 'tally' | 'file'> & { readonly facts: Facts },
): Promise<void> {
  if (output.form === 'json' || output.form === 'rows') return await output.event({ type: 'done', ...facts }, '');
  if (output.form !== 'human') return;
  const lines = failureLines(tally, file);
  await output.result(facts, {
    human: (colour, clean) =>
      [...lines.map((text) => colour.bad(clean(text))), clean(sumOf(tally)), clean(`Results: ${file}`)].join('\n'),
  });
}

/** What a failure is in a run that had begun: whatever broke, what the run has created so far is told with it. */
export function lostInRun(failure: unknown, { tally, file }: Pick<End, 'tally' | 'file'>): unknown {
  if (failure instanceof CommandFailure) return failure;
  const { message, code, exitCode, hint } = explain(inPlainWords(failure));
  const hints = [...(hint === null ? [] : [hint]), `Results: ${file}`, again];
  return new CommandFailure(exitCode, code, `${message} ${sumOf(tally)}`, {
    hint: hints.join('\n'),
    details: factsOf({ tally, file }),
  });
}

/** A failure that knows nothing of the run would say that nothing was sent, or that the write was carried out. */
function inPlainWords(failure: unknown): unknown {
  if (failure instanceof OutputLost) return new OutputLost(failure.system, false);
  if (!(failure instanceof JournalFailure)) return failure;
  const what = failure.code === 'journal_unreadable' ? 'read' : 'written';
  return new FileFailure('output', failure.path, `The record of requests cannot be ${what} (${failure.systemCode}).`, {
    code: failure.code,
    hint: 'Check the free space and the permissions of the state folder.',
  });
}

/** `3 of 5 envelopes created, 1 failed, 1 not tried.` */
function sumOf(tally: BulkTally): string {
  const { total, earlier, created } = tally;
  return `${created + earlier} of ${pluralize(total, 'envelope')} created${detail(tally)}.`;
}

const again = 'Run the same command again: what is created is skipped, and nothing is sent twice.';

/** The same rows within a day, from another file or machine: the service answers with what is there. */
const alreadyThere = (count: number): string =>
  `${pluralize(count, 'envelope')} had been created by another run with the same rows, and nobody was sent a new one. ` +
  'To send the rows once more, name this run with --run NAME.';

/** When nothing was created and every row ended alike, the run ends as one of them would have by itself. */
function partFailed(tally: BulkTally, facts: Readonly<Record<string, unknown>>, stop: Stop): CommandFailure {
  const { worst, alike, unknown } = tally;
  const details = {
    ...facts,
    worst: worst === null ? null : { row: worst.row, code: worst.code, exit_code: worst.exit_code },
  };
  const own = alike && unknown === 0 ? exitCodes.find(({ code }) => code === worst?.exit_code)?.code : undefined;
  const exit = own ?? 13;
  if (stop === null) {
    const code = (exit === 13 ? null : worst?.code) ?? 'part_failed';
    return new CommandFailure(exit, code, sumOf(tally), { hint: hintOf(tally), details });
  }
  const look = isErrorCode(stop.code) ? `Look into it with \`esign error ${stop.code}\`.` : stop.hint;
  const hint = look === null ? again : `${look}\n${again}`;
  const message = `The run stopped, since every row would end the same way: ${sentence(stop.message)} ${sumOf(tally)}`;
  return new CommandFailure(exit, stop.code, message, { hint, details });
}

function hintOf({ forgotten, elsewhere, failed }: BulkTally): string {
  if (forgotten > 0) {
    return (
      'Check in the service whether their envelopes exist. Remove the rows of those that do from the file, and run the ' +
      'same command again with --old, which creates the others.'
    );
  }
  if (elsewhere > 0) {
    return 'Check in the service whether their envelopes exist. To send all rows as a new run, add --run NAME.';
  }
  return failed === 0 ? again : `Correct the rows that failed. ${again}`;
}

const detail = ({ earlier, replayed, failed, unknown, skipped, left }: BulkTally): string =>
  [
    [earlier, 'by an earlier start'],
    [replayed, 'by an earlier attempt'],
    [failed, 'failed'],
    [unknown, 'unknown'],
    [skipped, 'skipped with other content'],
    [left, 'not tried'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `, ${String(count)} ${String(words)}`)
    .join('');

/** In the order of the file; each whole, since half a reason helps nobody. */
function failureLines({ kept, failed, unknown }: BulkTally, file: string): readonly string[] {
  const more = failed + unknown - kept.length;
  return [
    ...kept.toSorted((one, other) => one.row - other.row).map(failureLine),
    ...(more === 0 ? [] : [`… and ${more} more, listed in ${file}.`]),
  ];
}
