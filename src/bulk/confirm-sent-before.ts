import type { BulkRow } from './bulk-row.js';
import type { RunSettings } from './result-line.js';
import { runsFolder } from './runs-folder.js';
import { findSentBefore } from './sent-before.js';
import type { Context } from '../cli/context.js';
import { pluralize } from '../cli/counted.js';
import { Cancelled, CommandFailure } from '../cli/failure.js';

interface NewRun {
  readonly settings: RunSettings;
  /** What tells the run from others with the same rows. */
  readonly run: readonly string[];
  /** The rows of this machine. */
  readonly rows: readonly BulkRow[];
  /** Whether the rows can be sent as a new run when a person says so. */
  readonly renewable: boolean;
}

/**
 * A file may be a copy of one that was sent: its run is another one, and after a day the service has forgotten the keys.
 * A run with a name of its own, from `--run` or the CI system, is meant as it is. Whether the person wants a new run;
 * throws Ended (6) where nobody can be asked.
 */
export async function isSentAnew(context: Context, { settings, run, rows, renewable }: NewRun): Promise<boolean> {
  if (run.length > 0) return false;
  const before = await findSentBefore(runsFolder(context.settings().stateDir.value), settings, rows);
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
      'To send all rows as a new run, add --run NAME; a plan takes it from `esign envelope plan --run NAME`.\n' +
      'To continue the earlier run, repeat its command; `esign envelope runs` lists its file.',
    details: { run: name, file, sent: count, rows: rows.length },
  });
}
