import { Option } from 'commander';
import { readShard, type Shard } from '../../bulk/shard.js';
import type { EsignCommand } from '../../cli/command.js';
import { UsageFailure } from '../../cli/failure.js';
import { fileEndings, offering } from '../../cli/offer.js';

/** The flags of runs that make an envelope of each row; what they do is loaded when it is asked for. */
export interface RowsFlags {
  readonly rows?: string;
  readonly mapping?: string;
  readonly run?: string;
  readonly batches?: boolean;
  readonly shard?: Shard;
  readonly results?: string;
  readonly old?: boolean;
}

/** Adds the flags that say which rows there are, and which run they belong to. */
export function addRowsOptions(command: EsignCommand, rows: Option, heading?: string): EsignCommand {
  const run = 'tells this run from others with the same rows, which are sent anew; the CI job otherwise';
  const options = [
    offering(rows, { files: fileEndings.rows }),
    offering(
      new Option(
        '--mapping <file>',
        'what the columns are when they have other names: YAML or JSON with lines such as `Tenant.email: E-mail`',
      ),
      { files: fileEndings.yaml },
    ),
    new Option('--run <name>', run),
  ];
  return addUnder(command, options, heading);
}

/** Adds the flags that say how rows are sent. */
export function addRunOptions(command: EsignCommand, heading?: string): EsignCommand {
  const results = 'where each row’s end is written down, to resume from; beside the rows otherwise';
  const shard = 'send the k-th of n parts of the rows: for machines that share one key';
  const batches = 'send the rows in batches of twenty';
  const old = 'send again also what went unanswered so long ago that it might be made twice';
  const options = [
    offering(new Option('--results <file>', results), { files: ['ndjson'] }),
    new Option('--shard <k/n>', shard).argParser(shardOf),
    new Option('--batches', batches),
    new Option('--old', old),
  ];
  return addUnder(command, options, heading);
}

function addUnder(command: EsignCommand, options: readonly Option[], heading: string | undefined): EsignCommand {
  for (const option of options) command.addOption(heading === undefined ? option : option.helpGroup(heading));
  return command;
}

function shardOf(text: string): Shard {
  const shard = readShard(text);
  if (shard !== null) return shard;
  throw new UsageFailure(`--shard takes a part such as 2/8, and \`${text}\` is none.`, { code: 'invalid_value' });
}

/** The machines of a sharded run have rows of every batch. Throws UsageFailure. */
export function refuseShardedBatches({ batches, shard }: Pick<RowsFlags, 'batches' | 'shard'>): void {
  if (batches !== true || shard === undefined) return;
  throw new UsageFailure('--batches and --shard do not go together: a batch has one key for all of its rows.', {
    code: 'conflicting_options',
    hint: 'Send batches from one machine, or leave out --batches.',
  });
}

/** What the rows say for all of them may not be said in another way as well. */
export function refuseOtherSources(given: Readonly<Record<string, unknown>>): void {
  const names = { fromFile: '--from-file', interactive: '--interactive', save: '--save', plain: '--plain' };
  const keys = { idempotencyKey: '--idempotency-key', requireNew: '--require-new' };
  for (const [name, flag] of Object.entries({ ...names, ...keys })) {
    if (given[name] === undefined) continue;
    throw new UsageFailure(`--rows and ${flag} do not go together.`, {
      hint: name in keys ? 'Every row has a key of its own, derived from what it says.' : 'Give one of the two.',
    });
  }
}

/** Flags that say something only of rows. */
export function requireRows(given: Readonly<Record<string, unknown>>): void {
  for (const name of ['mapping', 'run', 'batches', 'shard', 'results', 'old']) {
    if (given[name] !== undefined) {
      throw new UsageFailure(`--${name} goes with --rows.`, { hint: 'Name the file of the rows with --rows.' });
    }
  }
}
