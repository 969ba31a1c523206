import type { Pacer } from './pacer.js';
import { asNewRun } from './rows-options.js';
import type { BulkLine, RowResult, RunFacts } from './bulk-line.js';
import type { Stop } from './row-outcome.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { exitCodes } from '../../cli/failure/exit-code.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure, explainedBefore, FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import { isErrorCode } from '../../contract/error-codes.js';
import { JournalFailure } from '../../store/failure.js';
import { OutputLost } from '../../core/terminal/failure.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import type { BulkTally } from './tally.js';

/** Reports a bulk run: events for programs, progress and failed rows for people. */
export interface RunReporter {
  ready(facts: { readonly shard: string | null }): Promise<void>;
  row(result: RowResult): Promise<void>;
  waits(milliseconds: number): void;
  /** The connection broke, with the reason; null: it works again. */
  connection(lost: string | null): void;
  close(): void;
}

/** Refuses --jq and fields: a bulk run writes one JSON line per row. */
export function refuseSelection(context: Context): void {
  const { json, jq } = context.flags();
  const flag = jq === undefined ? (Array.isArray(json) ? '--json with fields' : null) : '--jq';
  if (flag === null) return;
  throw new UsageFailure(`${flag} cannot be used with a bulk run, which writes one JSON line per row.`, {
    hint: 'Use --json alone and filter the lines: esign … --json | jq .envelope_id',
  });
}

interface ReporterOptions {
  readonly tally: BulkTally;
  readonly pacer: Pacer;
  /** The results file. */
  readonly file: string;
  /** Milliseconds for which a broken connection is retried. */
  readonly retryFor: number;
}

/** Milliseconds between two progress updates; in a log each is a new line. */
const everyTerminal = 500;
const everyLog = 15_000;

export function openReporter(context: Context, { tally, pacer, file, retryFor }: ReporterOptions): RunReporter {
  const { output, clock } = context;
  const streams = output.form === 'json' || output.form === 'piped';
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
        const skipped = earlier === 1 ? 'was already created and is skipped' : 'were already created and are skipped';
        output.note(`${earlier} of ${pluralize(total, 'row')} ${skipped}.`);
      }
      if (output.form === 'human' && tally.left > 0) progress = output.progress(progressLine(tally, null));
    },
    row: async (result) => {
      speed.ended(clock.now());
      if (streams) await output.event({ type: 'row', ...result }, '');
      else if (result.envelope_id !== null && output.form === 'ids')
        await output.text('id', visibleLine(result.envelope_id));
      // In human output they are listed at the end.
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
          : `Connection lost: ${sentence(lost)} Retrying for up to ${inWords(retryFor)}, with the same keys.`;
      if (!streams) return output.note(text);
      // A lost output is reported with the next row.
      const event: BulkLine = { type: 'connection', state: isLost ? 'lost' : 'restored', message: text };
      void output.event(event, '').catch(() => undefined);
    },
    close: () => progress?.stop(),
  };
}

const sentence = (clause: string): string => (/[.!?]$/.test(clause) ? clause : `${clause}.`);

/** Moving average of the time per row, without waits for the rate limit. */
class Speed {
  /** Milliseconds. */
  each = 0;
  #last: number | undefined;
  #waited = false;

  waits(milliseconds: number): void {
    this.#waited ||= milliseconds > 2_000;
  }

  ended(now: number): void {
    // The first rows finish together, so they say nothing about the time per row.
    const took = this.#last === undefined || this.#waited ? undefined : now - this.#last;
    if (took !== undefined) this.each += (took - this.each) * 0.05;
    this.#last = now;
    this.#waited = false;
  }
}

const failureLine = ({ line, status, code, message }: RowResult): string =>
  `Line ${line}: ${status === 'unknown' ? 'outcome unknown' : 'not created'}: ${message ?? ''} (${code ?? ''})`;

function progressLine({ total, left, failed, unknown }: BulkTally, milliseconds: number | null): string {
  const parts = [
    `${total - left} of ${pluralize(total, 'row')}`,
    ...(failed + unknown === 0 ? [] : [`${failed + unknown} not created`]),
    ...(milliseconds === null || left === 0 ? [] : [`about ${inWords(milliseconds)} left`]),
  ];
  return parts.join(' · ');
}

/** `8 s`, `1 min 20 s`, `2 h 5 min`, rounded up. */
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
  readonly isPlan: boolean;
}

function factsOf({ tally, file }: Pick<End, 'tally' | 'file'>): RunFacts {
  const { total, earlier, created, replayed, failed, unknown, skipped, left, replaced } = tally;
  return { rows: total, created, replayed, earlier, failed, unknown, skipped, left, replaced, results: file };
}

/** Prints the result of a run. Throws CommandFailure: 130 if interrupted, another if a row was not created. */
export async function endOfRun(context: Context, { tally, file, stop, isPlan }: End): Promise<void> {
  const { signal } = context;
  const { failed, unknown, left, existing } = tally;
  const facts = factsOf({ tally, file });
  try {
    await summary(context, { tally, file, facts });
  } catch (failure) {
    throw lostInRun(failure, { tally, file });
  }
  if (existing > 0) context.output.warn(alreadyThere(existing, isPlan));
  if (signal.aborted) {
    throw new CommandFailure(130, 'interrupted', `Interrupted. ${sumOf(tally)}`, { hint: again, details: facts });
  }
  if (failed + unknown + left > 0) throw partFailed({ tally, stop, isPlan }, facts);
}

async function summary(
  { output }: Context,
  { tally, file, facts }: Pick<End, 'tally' | 'file'> & { readonly facts: RunFacts },
): Promise<void> {
  if (output.form === 'json' || output.form === 'piped') return await output.event({ type: 'done', ...facts }, '');
  if (output.form !== 'human') return;
  const lines = failureLines(tally, file);
  await output.result(facts, {
    human: (colour, clean) =>
      [...lines.map((text) => colour.bad(clean(text))), clean(sumOf(tally)), clean(`Results: ${file}`)].join('\n'),
    next: tally.created > 0 ? ['esign envelope desk'] : [],
  });
}

/** Adds what the run has created so far to a failure that ended it. */
export function lostInRun(failure: unknown, { tally, file }: Pick<End, 'tally' | 'file'>): unknown {
  if (failure instanceof CommandFailure) return failure;
  const { message, code, exitCode, hint } = explain(inPlainWords(failure));
  const hints = [...(hint === null ? [] : [hint]), `Results: ${file}`, again];
  return new CommandFailure(exitCode, code, `${message} ${sumOf(tally)}`, {
    hint: hints.join('\n'),
    details: factsOf({ tally, file }),
  });
}

/** Rewords the failure of a run that could not be recorded, so that it did not begin. */
export function notBegun(failure: unknown): unknown {
  const isUnwritable = failure instanceof JournalFailure && failure.code === 'journal_unwritable';
  return isUnwritable ? inPlainWords(failure, ' Nothing was sent.') : failure;
}

/** Rewords failures that assume a single request. */
function inPlainWords(failure: unknown, end = ''): unknown {
  if (failure instanceof OutputLost) return new OutputLost(failure.system, false);
  if (!(failure instanceof JournalFailure)) return failure;
  const what = failure.code === 'journal_unreadable' ? 'read' : 'written';
  return new FileFailure(
    'output',
    failure.path,
    `The record of requests cannot be ${what} (${failure.systemCode}).${end}`,
    {
      code: failure.code,
      hint: 'Check the free space and the permissions of the state folder.',
    },
  );
}

/** `3 of 5 envelopes created, 1 failed, 1 not tried.` Those of earlier starts are told apart: `0 of 2 … now, 2 before.` */
function sumOf(tally: BulkTally): string {
  const { total, earlier, created } = tally;
  return `${created} of ${pluralize(total, 'envelope')} created${earlier > 0 ? ' now' : ''}${detail(tally)}.`;
}

const again = 'Run the same command again: created rows are skipped, and nothing is sent twice.';

/** Within a day, the service replays the response for the same rows from another file or machine. */
const alreadyThere = (count: number, isPlan: boolean): string =>
  `${pluralize(count, 'envelope')} ${count === 1 ? 'was' : 'were'} already created by another run with the same rows ` +
  `and ${count === 1 ? 'was' : 'were'} not sent again. ${asNewRun(isPlan)}`;

/** If nothing was created and all rows failed alike, the run fails with the code of a row. */
function partFailed(
  { tally, stop, isPlan }: Omit<End, 'file'>,
  facts: Readonly<Record<string, unknown>>,
): CommandFailure {
  const { worst, alike, unknown } = tally;
  const details = {
    ...facts,
    worst: worst === null ? null : { row: worst.row, code: worst.code, exit_code: worst.exit_code },
  };
  const own = alike && unknown === 0 ? exitCodes.find(({ code }) => code === worst?.exit_code)?.code : undefined;
  const exit = own ?? 13;
  if (stop === null) {
    const code = (exit === 13 ? null : worst?.code) ?? 'part_failed';
    return new CommandFailure(exit, explainedBefore(code), sumOf(tally), { hint: hintOf(tally, isPlan), details });
  }
  const look = isErrorCode(stop.code) ? `See \`esign explain ${stop.code}\`.` : stop.hint;
  const hint = look === null ? again : `${look}\n${again}`;
  const message = `The run stopped because all rows would fail the same way: ${sentence(stop.message)} ${sumOf(tally)}`;
  return new CommandFailure(exit, explainedBefore(stop.code), message, { hint, details });
}

function hintOf({ forgotten, elsewhere, failed }: BulkTally, isPlan: boolean): string {
  if (forgotten > 0) {
    return (
      'Check in the service whether their envelopes exist. Remove the rows of existing ones from the file and run the ' +
      'same command again with --old to create the others.'
    );
  }
  if (elsewhere > 0) return `Check in the service whether their envelopes exist. ${asNewRun(isPlan)}`;
  return failed === 0 ? again : `Correct the failed rows. ${again}`;
}

const detail = ({ earlier, replayed, failed, unknown, skipped, left, replaced }: BulkTally): string =>
  [
    [earlier, 'before'],
    [replayed, 'by an earlier attempt'],
    [replaced, 'in place of a voided one'],
    [failed, 'failed'],
    [unknown, 'unknown'],
    [skipped, 'skipped with other content'],
    [left, 'not tried'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `, ${String(count)} ${String(words)}`)
    .join('');

/** In the order of the file; never cut, since the end of a message may matter. */
function failureLines({ kept, failed, unknown }: BulkTally, file: string): readonly string[] {
  const more = failed + unknown - kept.length;
  return [
    ...kept.toSorted((one, other) => one.row - other.row).map(failureLine),
    ...(more === 0 ? [] : [`… and ${more} more, listed in ${file}.`]),
  ];
}
