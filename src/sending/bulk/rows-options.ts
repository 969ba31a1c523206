import { Option } from 'commander';
import type { Shard } from './bulk-row.js';
import type { EsignCommand } from '../../cli/flags/command.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { fileEndings, completesWith } from '../../cli/flags/completion-hint.js';
import { collect } from '../../cli/flags/option.js';

/** The flags of bulk runs. The code behind them is loaded on demand. */
export interface RowsFlags {
  readonly rows?: string;
  readonly mapping?: string;
  readonly run?: string;
  readonly idColumn?: string;
  readonly allowDuplicates?: boolean;
  readonly onlyValid?: boolean;
  readonly shard?: Shard;
  readonly results?: string;
  readonly old?: boolean;
  readonly resend?: 'changed';
  readonly replace?: 'changed';
  readonly skip?: readonly Skipped[];
}

/** How rows are sent as a new run: `envelope run` has no --run, but the plan has one. */
export const asNewRun = (isPlan: boolean, rows = 'all rows'): string =>
  `To send ${rows} as a new run, ` +
  (isPlan ? 'plan them with `esign envelope plan --run NAME`.' : 'add --run NAME, such as the date.');

/** The values of `--skip`. */
type Skipped = 'changed' | 'gone';

/** Adds the flags that say which rows there are, and which run they belong to. */
export function addRowsOptions(command: EsignCommand, rows: Option, heading?: string): EsignCommand {
  const run = 'name of the run; the same rows in a run of another name are sent again (default: the file or CI job)';
  const idColumn = 'column that identifies a row, so that a corrected row is recognized (default: its recipients)';
  const duplicates = 'create an envelope for each of several identical rows';
  const options = [
    completesWith(rows, { files: fileEndings.rows }),
    completesWith(
      new Option(
        '--mapping <file>',
        'YAML or JSON that maps other column names, with lines such as `Tenant.email: E-mail`',
      ),
      { files: fileEndings.yaml },
    ),
    new Option('--run <name>', run).argParser(runName),
    new Option('--id-column <name>', idColumn),
    new Option('--allow-duplicates', duplicates),
  ];
  return addUnder(command, options, heading);
}

/** Adds the flags that say how rows are sent. */
export function addRunOptions(command: EsignCommand, heading?: string): EsignCommand {
  const results = 'file for the result of each row (default: beside the rows)';
  const shard = 'send the k-th of n parts of the rows: for machines that share one key';
  const resend = '`changed`: send rows again that were sent with other content';
  const replace = '`changed`: void the envelopes of rows that changed, such as a corrected address, and send new ones';
  const skip = '`changed`: keep the envelopes of changed rows; `gone`: continue although most sent rows were removed';
  const old = 'also resend rows with an unknown outcome whose idempotency key may have expired';
  const options = [
    completesWith(new Option('--results <file>', results), { files: ['ndjson'] }),
    new Option('--shard <k/n>', shard).argParser(shardOf),
    new Option('--resend <which>', resend).choices(['changed']),
    new Option('--replace <which>', replace).choices(['changed']).conflicts('resend'),
    new Option('--skip <which>', skip).argParser(collect(readSkipped)),
    new Option('--old', old),
  ];
  return addUnder(command, options, heading);
}

function addUnder(command: EsignCommand, options: readonly Option[], heading: string | undefined): EsignCommand {
  for (const option of options) command.addOption(heading === undefined ? option : option.helpGroup(heading));
  return command;
}

function readSkipped(text: string): Skipped {
  if (text === 'changed' || text === 'gone') return text;
  throw new UsageFailure(`Invalid --skip value "${text}". Choose from: changed, gone.`, { code: 'invalid_value' });
}

const maxNameLength = 200;

function runName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= maxNameLength && !/\p{Cc}/u.test(name)) return name;
  throw new UsageFailure(`Invalid --run value. Use a name of 1 to ${maxNameLength} characters.`, {
    code: 'invalid_value',
  });
}

function shardOf(text: string): Shard {
  const shard = readShard(text);
  if (shard !== null) return shard;
  throw new UsageFailure(`Invalid --shard value "${text}". Use a part such as 2/8.`, { code: 'invalid_value' });
}

/** Refuses flags that cannot be combined with --rows. */
export function refuseOtherSources(given: Readonly<Record<string, unknown>>): void {
  const names = {
    input: '--input',
    interactive: '--interactive',
    save: '--save',
    plain: '--plain',
    people: '--people',
  };
  const keys = { idempotencyKey: '--idempotency-key', requireNew: '--require-new' };
  for (const [name, flag] of Object.entries({ ...names, ...keys })) {
    if (given[name] === undefined) continue;
    throw new UsageFailure(`--rows and ${flag} cannot be combined.`, {
      hint: name in keys ? 'Each row has its own key, derived from its content.' : 'Use one of the two.',
    });
  }
}

/** Refuses to keep changed rows as they are and replace them at once. */
export function refuseKeptAndReplaced({ replace, skip = [] }: Pick<RowsFlags, 'replace' | 'skip'>): void {
  if (replace === undefined || !skip.includes('changed')) return;
  throw new UsageFailure('--replace changed and --skip changed cannot be combined.', { hint: 'Use one of the two.' });
}

/** Refuses flags that need --rows. */
export function requireRows(given: Readonly<Record<string, unknown>>): void {
  const flags = {
    idColumn: 'id-column',
    allowDuplicates: 'allow-duplicates',
    onlyValid: 'only-valid',
  };
  const same = ['mapping', 'run', 'shard', 'results', 'old', 'resend', 'replace', 'skip'];
  for (const [name, flag] of [...Object.entries(flags), ...same.map((each) => [each, each] as const)]) {
    if (given[name] !== undefined) {
      throw new UsageFailure(`--${flag} needs --rows.`, { hint: 'Example: --rows people.csv' });
    }
  }
}

const maxShards = 1000;

/** Reads `2/8`; null when it is not a shard. */
export function readShard(text: string): Shard | null {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? [];
  if (index === undefined || of === undefined) return null;
  const shard = { index: Number(index), of: Number(of) };
  return shard.index <= shard.of && shard.of <= maxShards ? shard : null;
}
