import { rowsOf } from '../../bulk/shard.js';
import type { Context } from '../../cli/context.js';
import { UsageFailure } from '../../cli/failure.js';
import { serviceTime } from '../service-time.js';
import { type JudgedRows, judgedRows, keyedRows, type RowsOptions } from './bulk-rows.js';
import { carryOut, earlierResults, requireSameRun } from './bulk-run.js';
import { refuseSelection } from './bulk-view.js';
import { refuseShardedBatches } from './rows-options.js';
import { bulkPreview } from './bulk-preview.js';
import { refuseProblems, tellWarnings } from './bulk-problems.js';

/** The flags of `envelope create --rows`. */
export interface CreateRowsOptions extends RowsOptions {
  readonly results?: string;
  readonly old?: boolean;
  readonly dryRun?: boolean;
}

/** `esign envelope create --rows`: an envelope for each row of a file, resumable and at the pace of the key's minute. */
export async function runCreateRows(context: Context, options: CreateRowsOptions): Promise<void> {
  refuseClashes(options);
  if (options.dryRun !== true) refuseSelection(context);
  const file = resultsBeside(options.rows, options);
  const results = await earlierResults(context, file);
  const expiresAt = await deadlineOf(context, options, results.begun?.expires_at ?? null);
  const judged = await judgedRows(context, options, expiresAt);
  tellWarnings(context, options.rows, judged);
  refuseProblems(context, options, judged);
  const rows = await keyedRows(context, judged);
  if (options.dryRun === true) return await bulkPreview(context, rowsOf(rows, options.shard), judged.settings);
  requireSameRun(results, judged.settings, file);
  const { settings, rate } = judged;
  const { shard, old = false } = options;
  await carryOut(context, { rows, settings, expiresAt: deadlineIn(judged), file, results, shard, rate, old });
}

/** A run that is resumed keeps the deadline that it began with: another one would be another request. */
async function deadlineOf(context: Context, options: RowsOptions, begun: string | null): Promise<string | null> {
  if (options.expiresIn === undefined) return null;
  return begun ?? new Date((await serviceTime(context)) + options.expiresIn).toISOString();
}

const deadlineIn = ({ rows }: JudgedRows): string | null => {
  const deadline = rows[0]?.body['expires_at'];
  return typeof deadline === 'string' ? deadline : null;
};

/** Where the results go when no file is named: beside the rows or the plan. Throws UsageFailure. */
export function resultsBeside(
  source: string,
  { results, shard }: Pick<CreateRowsOptions, 'results' | 'shard'>,
): string {
  if (results === '-') throw new UsageFailure('--results needs a file.', { hint: 'A run is resumed from it.' });
  if (results !== undefined) return results;
  if (source !== '-') return `${source}${shard === undefined ? '' : `.${shard.index}-of-${shard.of}`}.results.ndjson`;
  throw new UsageFailure('What comes from stdin has no name to put the results beside.', {
    code: 'missing_option',
    hint: 'Name a file with --results.',
  });
}

/** The machines of a sharded run have one deadline; each would count another one. */
function refuseClashes(options: CreateRowsOptions): void {
  const { shard, expiresIn } = options;
  refuseShardedBatches(options);
  if (shard === undefined || expiresIn === undefined) return;
  throw new UsageFailure('--expires-in and --shard do not go together: each machine would count another deadline.', {
    hint: 'Give the deadline with --expires-at.',
  });
}
