import type { BulkRow } from './bulk-row.js';
import { findSentBefore } from './sent-before.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { Cancelled, CommandFailure } from '../../cli/failure/failure.js';
import type { RunSettings } from '../../store/runs.js';

interface NewRun {
  readonly settings: RunSettings;
  /** Distinguishes the run from others with the same rows. */
  readonly run: readonly string[];
  /** The rows of this machine. */
  readonly rows: readonly BulkRow[];
  /** Whether the rows can be sent as a new run after confirmation. */
  readonly renewable: boolean;
}

/**
 * Detects a copy of a file that was already sent, which would be sent again as another run. Runs named by `--run` or by
 * the CI system are not checked. Returns whether the user wants a new run; throws CommandFailure (6) without a prompt.
 */
export async function isResentAsNewRun(context: Context, { settings, run, rows, renewable }: NewRun): Promise<boolean> {
  if (run.length > 0) return false;
  const before = await findSentBefore(await context.state(), settings, rows);
  if (before === null) return false;
  const { count } = before;
  const { name, file } = before.run;
  const were = count === 1 ? 'was' : 'were';
  const message = `${count} of ${pluralize(rows.length, 'row')} ${were} already sent in the run "${name}".`;
  if (renewable && context.prompt.available) {
    context.output.note(message);
    if (await context.prompt.confirm('Send all rows as a new run?', false)) return true;
    throw new Cancelled();
  }
  throw new CommandFailure(6, 'rows_sent_before', `${message} Nothing was sent.`, {
    hint:
      'To send all rows as a new run, add --run NAME (for a plan: `esign envelope plan --run NAME`).\n' +
      'To continue the earlier run, repeat its command. List runs with `esign envelope runs`.',
    details: { run: name, file, sent: count, rows: rows.length },
  });
}
