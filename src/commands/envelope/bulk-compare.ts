import { type Comparison, isAnotherList, maySign, type PlacedRow } from '../../bulk/compare.js';
import { type LedgerEntry, openAttempt } from '../../bulk/ledger-entries.js';
import type { LeftAt } from '../../bulk/key-age.js';
import { isInShard, type Shard, writeShard } from '../../bulk/shard.js';
import type { Context } from '../../cli/context.js';
import { counted } from '../../cli/counted.js';
import { Cancelled, Ended } from '../../cli/failure.js';
import type { RowsFlags } from './rows-options.js';

/** What the command line says of rows that are not as they were sent. */
export type ChangeFlags = Pick<RowsFlags, 'resend' | 'skip' | 'old'>;

interface Compared {
  readonly run: string;
  readonly comparison: Comparison;
}

const mostLines = 100;

const linesOf = (rows: readonly PlacedRow[]): readonly number[] => rows.slice(0, mostLines).map(({ row }) => row.line);
const goneLines = (rows: readonly LedgerEntry[]): readonly number[] => rows.slice(0, mostLines).map(({ line }) => line);

/** Says what of a file is as it was sent before: a record for programs, a sentence for people. */
export async function tellComparison(context: Context, { run, comparison }: Compared): Promise<void> {
  const { output } = context;
  const { same, changed, fresh, gone } = comparison;
  if (output.form === 'json' || output.form === 'rows') {
    const lines = { changed: linesOf(changed), new: linesOf(fresh), gone: goneLines(gone) };
    const counts = { same: same.length, changed: changed.length, new: fresh.length, gone: gone.length };
    return await output.event({ type: 'compared', run, ...counts, lines }, '');
  }
  const parts = [
    `${same.length} same`,
    `${changed.length} changed${listed(linesOf(changed), changed.length)}`,
    `${fresh.length} new${listed(linesOf(fresh), fresh.length)}`,
    `${gone.length} gone${listed(goneLines(gone), gone.length, 'was line', 'were lines')}`,
  ];
  const text = `Compared with the run "${run}": ${parts.join(', ')}.`;
  // With both, a person may be in two lists: that must be seen under -q as well.
  if (fresh.length > 0 && gone.length > 0) output.warn(text);
  else output.note(text);
}

const mostListed = 8;

function listed(lines: readonly number[], count: number, one = 'line', many = 'lines'): string {
  if (count === 0) return '';
  const more = count > mostListed ? `, … ${count - mostListed} more` : '';
  return ` (${count === 1 ? one : many} ${lines.slice(0, mostListed).join(', ')}${more})`;
}

/** Whether the file has become another list of people, and is a new run. Throws Ended (6) where nobody can be asked. */
export async function isNewRun(
  context: Context,
  { run, comparison }: Compared,
  { flags, renewable }: { readonly flags: ChangeFlags; readonly renewable: boolean },
): Promise<boolean> {
  if (!isAnotherList(comparison) || flags.skip?.includes('gone') === true) return false;
  const { same, fresh, gone } = comparison;
  const lost = gone.filter(maySign).length;
  const message =
    `Most rows of the run "${run}" are no longer in the file: ${lost} that were sent are gone, and ` +
    `${counted(fresh.length, 'row')} ${fresh.length === 1 ? 'is' : 'are'} new.`;
  if (renewable && context.prompt.available) {
    context.output.note(message);
    const again = same.length === 0 ? '' : `, including ${counted(same.length, 'row')} sent before`;
    if (await context.prompt.confirm(`Send all rows as a new run${again}?`, false)) return true;
    throw new Cancelled();
  }
  throw new Ended(6, 'file_replaced', `${message} Nothing was sent.`, {
    hint:
      'To send all rows of this file as a new run, add --run NAME.\n' +
      `To continue the run "${run}", which skips the rows that were sent before, add --skip gone.`,
    details: { run, same: same.length, new: fresh.length, gone: gone.length },
  });
}

/** Rows that were sent with other content are sent again, or left, only when that is asked for. Throws Ended (6). */
export function requireDecision(
  { run, comparison }: Compared,
  isOwn: (row: PlacedRow) => boolean,
  { resend, skip }: ChangeFlags,
): void {
  const sent = comparison.changed.filter((each) => isOwn(each) && each.entry !== undefined && maySign(each.entry));
  if (sent.length === 0 || resend === 'changed' || skip?.includes('changed') === true) return;
  const were =
    sent.length === 1 ? 'row was already sent with other content' : 'rows were already sent with other content';
  throw new Ended(6, 'rows_changed', `${sent.length} ${were}${listed(linesOf(sent), sent.length)}. Nothing was sent.`, {
    hint:
      'To keep those envelopes and send only the other rows, add --skip changed.\n' +
      'To send those people a second envelope with the new content, add --resend changed.',
    details: {
      run,
      changed: sent.length,
      lines: linesOf(sent),
      envelopes: sent.slice(0, mostLines).map(({ entry }) => entry?.made.at(-1)?.envelope ?? null),
    },
  });
}

/**
 * Rows are dealt out by their place in the file. Where those that this part has sent have moved to another one, the new
 * ones of this part may be what another machine has sent. Throws Ended (6).
 */
export function requireSameParts({ run, comparison }: Compared, shard: Shard): void {
  const isOwn = ({ row }: PlacedRow): boolean => isInShard(row.number, shard);
  const isSent = ({ entry }: PlacedRow): boolean => entry !== undefined && maySign(entry);
  const moved = comparison.placed.filter((each) => isSent(each) && !isOwn(each));
  const fresh = comparison.fresh.filter(isOwn);
  if (moved.length === 0 || fresh.length === 0) return;
  const part = writeShard(shard);
  const were = moved.length === 1 ? 'row that was sent here belongs' : 'rows that were sent here belong';
  const message =
    `The file was put in another order since part ${part} of it was sent: ${moved.length} ${were} to another part by ` +
    `now${listed(linesOf(moved), moved.length)}, and the new rows of this one may have been sent elsewhere.`;
  throw new Ended(6, 'rows_moved', `${message} Nothing was sent.`, {
    hint: 'Put the rows back in their places, with new ones at the end of the file, or in a file of their own.',
    details: { run, shard: part, moved: moved.length, new: fresh.length, lines: linesOf(moved) },
  });
}

/** A row that nobody knows the end of may not disappear: its person may have an envelope. Throws Ended (6). */
export function requireUnansweredRows(
  { run, comparison }: Compared,
  { old }: ChangeFlags,
  isKept: (left: LeftAt) => boolean,
): void {
  const open = comparison.gone.filter((entry) => {
    const attempt = openAttempt(entry);
    // A user who passes --old has checked the service, and removed the rows that exist there.
    return attempt !== null && !(old === true && !isKept(attempt));
  });
  if (open.length === 0) return;
  const were =
    open.length === 1 ? 'row was sent and never answered, and is' : 'rows were sent and never answered, and are';
  throw new Ended(6, 'row_open', `${open.length} ${were} no longer in the file. Nothing was sent.`, {
    hint: 'Restore the rows as they were sent and run the command once, or settle them with `esign request resume`.',
    details: {
      run,
      open: open.slice(0, mostLines).map(({ line, attempt }) => ({
        line,
        idempotency_key: attempt?.key,
        sent_at: attempt?.at,
      })),
    },
  });
}
