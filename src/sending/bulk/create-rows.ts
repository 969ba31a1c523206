import { basename } from 'node:path';
import { refuseDuplicates } from './duplicates.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { findBulkRun, type FoundRun, requireSameSettings } from './find-run.js';
import { refuseProblems, requireAllRows, tellProblems, tellWarnings, validRows } from './problems.js';
import { type CheckedRows, checkedRows, keyedRows, type RowsOptions } from './read-rows.js';
import { runBulk, previewRun } from './run-bulk.js';
import { answersOf, noteAnswers } from '../envelope/note-answers.js';
import { refuseSelection } from './view.js';
import type { Finding } from '../envelope/check-values.js';
import { usualRetryMs } from '../../client/retry.js';
import { refuseKeptAndReplaced, type RowsFlags } from './rows-options.js';

/** The flags of `envelope create --rows`. */
export interface CreateRowsOptions
  extends RowsOptions, Pick<RowsFlags, 'onlyValid' | 'results' | 'old' | 'resend' | 'replace' | 'skip'> {
  readonly dryRun?: boolean;
}

/** `esign envelope create --rows`: one envelope per row of a file, resumable and within the rate limit of the key. */
export async function runCreateRows(context: Context, options: CreateRowsOptions): Promise<void> {
  refuseClashes(options);
  if (options.dryRun !== true) refuseSelection(context);
  // If the user confirms that the file is a new list, it is read again for a new run.
  if ((await createRows(context, options, false)) === 'new_run') await createRows(context, options, true);
}

async function createRows(context: Context, options: CreateRowsOptions, renewed: boolean): Promise<'done' | 'new_run'> {
  const { rows: source, shard, old = false } = options;
  const file = await resultsBeside(context, source, options);
  let found: FoundRun | undefined;
  const read = await checkedRows(context, options, async (templateId) => {
    found = await findBulkRun(context, {
      name: options.run,
      source,
      templateId,
      shard,
      results: file,
      renewed,
      isPlan: false,
    });
    return { run: found.run, expiresAt: await deadlineOf(context, options, found.begun?.expiresAt ?? null) };
  });
  if (found === undefined) throw new Error('the run was not looked up');
  // The deadline of a run that was begun matters only for the rows that are left.
  const isDeadline = ({ path }: Finding): boolean => found?.begun != null && path === 'expires_at';
  const checked = { ...read, problems: read.problems.filter((problem) => !isDeadline(problem)) };
  tellWarnings(context, source, checked);
  const good = options.onlyValid === true ? validRows(checked) : null;
  if (good === null) refuseProblems(context, options, checked, options.onlyValid !== true);
  else tellProblems(context, source, checked);
  const sound = { ...checked, rows: good ?? checked.rows };
  refuseDuplicates(sound.rows, options);
  const { refuseFirstRun, refuseForm } = await import('../envelope/first-send.js');
  if (options.dryRun === true) await refuseForm(context, checked.template, options);
  else if (checked.settings.send) await refuseFirstRun(context, checked.template, options);
  await noteAnswers(context, checked.template, answersOf(sound.rows));
  const rows = await keyedRows(context, sound);
  const { settings, rate, serviceAhead } = checked;
  requireSameSettings(found, settings);
  const job = {
    rows,
    settings,
    expiresAt: deadlineIn(sound),
    file,
    found,
    shard,
    rate,
    serviceAhead,
    old,
    retryFor: context.flags().retryFor ?? usualRetryMs,
    flags: options,
  };
  if (options.dryRun === true) await previewRun(context, job);
  else if ((await runBulk(context, job)) === 'new_run') return 'new_run';
  requireAllRows(source, checked, rows.length);
  return 'done';
}

/** A resumed run keeps its first deadline: another one would be another request. */
async function deadlineOf(context: Context, options: RowsOptions, begun: string | null): Promise<string | null> {
  if (options.expiresIn === undefined) return null;
  return begun ?? new Date((await serviceTime(context)) + options.expiresIn).toISOString();
}

const deadlineIn = ({ rows }: Pick<CheckedRows, 'rows'>): string | null => {
  const deadline = rows[0]?.body['expires_at'];
  return typeof deadline === 'string' ? deadline : null;
};

/** The results file; by default beside the rows or the plan. Throws UsageFailure. */
export async function resultsBeside(
  { files }: Context,
  source: string,
  { results, shard }: Pick<CreateRowsOptions, 'results' | 'shard'>,
): Promise<string> {
  const part = shard === undefined ? '' : `.${shard.index}-of-${shard.of}`;
  const beside = source === '-' ? null : `${source}${part}.results.ndjson`;
  if (results !== undefined) {
    const file = await files.place(results, beside === null ? `rows${part}.results.ndjson` : basename(beside));
    if (file !== '-') return file;
    throw new UsageFailure('--results cannot be stdout.', { hint: 'Example: --results results.ndjson' });
  }
  if (beside !== null) return beside;
  throw new UsageFailure('Missing --results. It is required for rows from stdin.', {
    code: 'missing_option',
    hint: 'Example: --results results.ndjson',
  });
}

/** All machines of a sharded run share one deadline; --expires-in would give each its own. */
function refuseClashes({ shard, expiresIn, ...flags }: CreateRowsOptions): void {
  refuseKeptAndReplaced(flags);
  if (shard === undefined || expiresIn === undefined) return;
  throw new UsageFailure('--expires-in and --shard cannot be combined: each machine would compute its own deadline.', {
    hint: 'Use --expires-at instead.',
  });
}
