import { type Comparison, isAnotherList, maySign, type OtherParts, type PlacedRow } from './compare.js';
import { type LeftAt, openAttempt, type SentRow } from './sent-rows.js';
import type { ComparedFacts } from './bulk-line.js';
import { type BulkRow, isInShard } from './bulk-row.js';
import type { FoundRun } from './find-run.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { Cancelled, CommandFailure } from '../../cli/failure/failure.js';
import { asNewRun, type RowsFlags } from './rows-options.js';

/** The flags about rows that changed since they were sent. */
export type ChangeFlags = Pick<RowsFlags, 'resend' | 'replace' | 'skip' | 'old'>;

/** The comparison of a file with its run. */
export interface Compared {
  readonly run: string;
  readonly isPlan: boolean;
  /** The rows of this machine. */
  readonly comparison: Comparison;
  /** Those of other parts; null for a run without parts. */
  readonly others: OtherParts | null;
}

export const maxLines = 100;

const linesOf = (rows: readonly PlacedRow[]): readonly number[] => rows.slice(0, maxLines).map(({ row }) => row.line);
const goneLines = (rows: readonly SentRow[]): readonly number[] => rows.slice(0, maxLines).map(({ line }) => line);

/** The comparison as JSON. */
export function comparedJson({ run, comparison, others }: Compared): ComparedFacts {
  const { same, changed, fresh, gone } = comparison;
  const lines = { changed: linesOf(changed), new: linesOf(fresh), gone: goneLines(gone) };
  const counts = { same: same.length, changed: changed.length, new: fresh.length, gone: gone.length };
  const elsewhere = others && {
    known: others.kept,
    new: others.fresh.length,
    gone: others.gone,
    lines: { new: linesOf(others.fresh) },
  };
  return { run, ...counts, lines, ...(elsewhere === null ? {} : { other_parts: elsewhere }) };
}

/** Prints the comparison: an event for programs, a sentence for people. */
export async function tellComparison(context: Context, compared: Compared): Promise<void> {
  const { output } = context;
  if (output.form !== 'json' && output.form !== 'piped') return sayComparison(context, compared);
  await output.event({ type: 'compared', ...comparedJson(compared) }, '');
}

/** Prints the comparison as a sentence. */
export function sayComparison({ output }: Pick<Context, 'output'>, { run, comparison, others }: Compared): void {
  const { same, changed, fresh, gone } = comparison;
  // Also those that were refused, or stopped before they left.
  const unsent = [...same, ...fresh]
    .filter(({ entry }) => entry === undefined || !maySign(entry))
    .toSorted((one, other) => one.row.line - other.row.line);
  const parts = [
    `${same.length + fresh.length - unsent.length} unchanged`,
    `${changed.length} changed${listed(linesOf(changed), changed.length)}`,
    `${unsent.length} not sent yet${listed(linesOf(unsent), unsent.length)}`,
    `${gone.length} removed${listed(goneLines(gone), gone.length, 'was line', 'were lines')}`,
  ];
  const elsewhere =
    others === null
      ? ''
      : ` In the other parts: ${others.kept} known, ` +
        `${others.fresh.length} not sent yet${listed(linesOf(others.fresh), others.fresh.length)}, ${others.gone} removed.`;
  const text = `Compared with the run "${run}": ${parts.join(', ')}.${elsewhere}`;
  // With new and removed rows, a person may be in both lists: warn, also under -q.
  if (freshIn(comparison, others) > 0 && gone.length + (others?.gone ?? 0) > 0) output.warn(text);
  else output.note(text);
}

const freshIn = ({ fresh }: Comparison, others: OtherParts | null): number =>
  fresh.length + (others?.fresh.length ?? 0);

const maxListed = 8;

export function listed(lines: readonly number[], count: number, one = 'line', many = 'lines'): string {
  if (count === 0) return '';
  const more = count > maxListed ? `, … ${count - maxListed} more` : '';
  return ` (${count === 1 ? one : many} ${lines.slice(0, maxListed).join(', ')}${more})`;
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');

/** Whether the file is another list and starts a new run. Throws CommandFailure (6) if no prompt is possible. */
export async function isNewRun(
  context: Context,
  { run, isPlan, comparison, others }: Compared,
  { flags, mayAsk }: { readonly flags: ChangeFlags; readonly mayAsk: boolean },
): Promise<boolean> {
  if (!isAnotherList(comparison, others ?? undefined) || flags.skip?.includes('gone') === true) return false;
  const { same, gone } = comparison;
  const fresh = freshIn(comparison, others);
  const lost = gone.filter(maySign).length + (others?.gone ?? 0);
  // This machine does not know which rows of other parts were sent.
  const which =
    others === null
      ? `${lost} sent before were removed`
      : `${pluralize(lost, 'row')} ${lost === 1 ? 'was' : 'were'} removed`;
  const message =
    `Most rows of the run "${run}" are no longer in the file: ${which}, and ` +
    `${pluralize(fresh, 'row')} ${isOrAre(fresh)} new.${same.length === 0 ? ' This looks like a new list.' : ''}`;
  if (mayAsk && context.prompt.available) {
    context.output.note(message);
    const again = same.length === 0 ? '' : `, including ${pluralize(same.length, 'row')} sent before`;
    if (await context.prompt.confirm(`Send all rows as a new run${again}?`, false)) return true;
    throw new Cancelled();
  }
  throw new CommandFailure(6, 'file_replaced', `${message} Nothing was sent.`, {
    hint:
      `${asNewRun(isPlan)}\n` +
      `To continue the run "${run}", which skips the rows that were sent before, add --skip gone.`,
    details: { run, same: same.length, new: fresh, gone: gone.length + (others?.gone ?? 0) },
  });
}

/**
 * The identity of a row decides which machine sends it. If it is now derived from another column, a row that another
 * machine has sent could move to this one. Throws CommandFailure (6).
 */
export function requireSameIdentities({ name: run, isPlan }: FoundRun, rows: readonly BulkRow[]): void {
  if (rows.length === 0) return;
  const lines = rows.slice(0, maxLines).map(({ line }) => line);
  const were = rows.length === 1 ? 'row is identified' : 'rows are identified';
  const message = `${rows.length} ${were} by another column than before${listed(lines, rows.length)}`;
  const consequence = 'so another machine may have sent them';
  throw new CommandFailure(6, 'rows_identified_otherwise', `${message}, ${consequence}. Nothing was sent.`, {
    hint: 'Repeat the command with the same --id-column and the same `external_ref` columns. ' + asNewRun(isPlan),
    details: { run, rows: rows.length, lines },
  });
}

/**
 * A corrected row without an ID may belong to another part than before: another machine would send it, and the old
 * envelope would stay. Throws CommandFailure (6).
 */
export function requireSameParts({ name: run, isPlan, shard }: FoundRun, { changed }: Comparison): void {
  if (shard === undefined) return;
  const moved = changed.filter(
    ({ row, entry, isCorrected }) =>
      isCorrected === true &&
      entry !== undefined &&
      isInShard(row.identity, shard) !== isInShard(entry.identity, shard),
  );
  if (moved.length === 0) return;
  const rows = moved.length === 1 ? 'row with corrected recipients belongs' : 'rows with corrected recipients belong';
  throw new CommandFailure(
    6,
    'row_in_other_part',
    `${moved.length} ${rows} to another part than before${listed(linesOf(moved), moved.length)}. Nothing was sent.`,
    {
      hint:
        'Restore the rows as they were sent. To send the corrected ones, void their envelopes with `esign envelope void ' +
        `ID --reason REASON\`, and put them in a file of their own. ${asNewRun(isPlan, 'these rows')}`,
      details: {
        run,
        lines: linesOf(moved),
        envelopes: moved.slice(0, maxLines).map(({ entry }) => entry?.made.at(-1)?.envelope ?? null),
      },
    },
  );
}

/** A row with an unknown outcome must stay in the file: its envelope may exist. Throws CommandFailure (6). */
export function requireUnansweredRows(
  { run, comparison }: Pick<Compared, 'run' | 'comparison'>,
  { old }: ChangeFlags,
  isKept: (left: LeftAt) => boolean,
): void {
  const open = comparison.gone.filter((entry) => {
    const attempt = openAttempt(entry);
    // A user who passes --old has checked the service, and removed the rows that exist there.
    return attempt !== null && !(old === true && !isKept(attempt));
  });
  if (open.length === 0) return;
  const were = open.length === 1 ? 'row with an unknown outcome is' : 'rows with an unknown outcome are';
  throw new CommandFailure(6, 'row_open', `${open.length} ${were} no longer in the file. Nothing was sent.`, {
    hint: 'Restore the rows as they were sent and run the command once, or resume them with `esign request resume`.',
    details: {
      run,
      open: open.slice(0, maxLines).map(({ line, attempt }) => ({
        line,
        idempotency_key: attempt?.key,
        sent_at: attempt?.at,
      })),
    },
  });
}
