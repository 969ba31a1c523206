import type { Shaped, ShapeBlocks } from '../contract/shape.js';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { pluralize } from '../cli/context/counted.js';
import { parseDuration } from '../cli/flags/duration.js';
import { localExitCodes } from '../cli/failure/exit-code.js';
import { Cancelled, UsageFailure } from '../cli/failure/failure.js';
import { isUuid } from '../contract/schema.js';
import { forget } from '../cli/forget/forget.js';
import { kinds, type Report, totalOf } from '../cli/forget/report.js';
import type { Criterion } from '../cli/forget/subject.js';

interface ForgetOptions {
  readonly envelope?: string;
  readonly person?: string;
  readonly olderThan?: string;
  readonly dryRun?: boolean;
}

/** `esign forget`: deletes local records about an envelope or a person, or from before a time. */
export function forgetCommand(context: Context): EsignCommand {
  return new EsignCommand('forget')
    .description(
      'Remove personal data that esign keeps on this machine: recorded requests, known envelopes, webhook deliveries, ' +
        'rows of bulk runs, last-seen templates, wizard sessions, notes of listeners and emulator snapshots. Nothing ' +
        'changes at the service. Files that you saved yourself and the data of the emulator stay: delete the files, ' +
        'and run `esign emulator reset`. Requests and bulk rows whose outcome is unknown are never removed, since ' +
        'they could be sent twice. Idempotency keys and hashes that prevent a second send stay too, without names, ' +
        'addresses and values.',
    )
    .option('--envelope <id>', 'records about an envelope (full ID)')
    .option('--person <email>', 'records about a recipient, and about the envelopes linked to this address')
    .option('--older-than <duration>', 'all records older than this, for example 90d')
    .option('--dry-run', 'count the records without removing them')
    .example('esign forget --person thandi@example.test --dry-run', 'Count the records about a person.')
    .example(
      'esign forget --envelope 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
      'Remove the records about an envelope after a confirmation.',
    )
    .example('esign forget --older-than 90d --yes', 'Remove old records in a scheduled job.')
    .prints(forgotten)
    .prints(forgotten, '--dry-run')
    .exits(localExitCodes, 130)
    .action((options: ForgetOptions) => runForget(context, options));
}

const forgotten = (s: ShapeBlocks) =>
  s.object({
    dry_run: s.flag,
    total: s.count,
    removed: s.object({
      requests: s.count,
      known_envelopes: s.count,
      envelope_states: s.count,
      deliveries: s.count,
      bulk_rows: s.count,
      templates: s.count,
      wizards: s.count,
      listener_notes: s.count,
      snapshots: s.count,
      leftovers: s.count,
    }),
    kept: s.object({
      open_requests: s.list(s.text),
      recent_keys: s.list(s.text),
      open_rows: s.list(s.text),
      running_listeners: s.list(s.count),
    }),
  });

async function runForget(context: Context, options: ForgetOptions): Promise<void> {
  const now = context.clock.now();
  const { criterion, words } = readCriterion(options, now);
  const state = await context.state();
  const journal = await context.journal();
  const sweep = (apply: boolean): Promise<Report> =>
    forget({ stateDir: context.settings().stateDir.value, state, journal, criterion, now, apply });
  const found = await sweep(false);
  const dryRun = options.dryRun === true;
  if (dryRun || totalOf(found) === 0) return await tell(context, found, words, dryRun);
  await confirm(context, found, words);
  await tell(context, await sweep(true), words, false);
}

function readCriterion(options: ForgetOptions, now: number): { readonly criterion: Criterion; readonly words: string } {
  const { envelope, person, olderThan } = options;
  const given = [envelope, person, olderThan].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw new UsageFailure(
      given.length === 0
        ? 'Specify what to forget: --envelope, --person or --older-than.'
        : 'Use only one of --envelope, --person and --older-than.',
      {
        code: given.length === 0 ? 'missing_option' : 'invalid_value',
        hint: 'Example: esign forget --older-than 90d',
      },
    );
  }
  if (envelope !== undefined) {
    if (isUuid(envelope)) return { criterion: { by: 'envelope', id: envelope }, words: `about envelope ${envelope}` };
    throw new UsageFailure(`Invalid envelope ID "${envelope}".`, {
      code: 'invalid_value',
      hint: 'Use the full UUID. `esign envelope list` shows it.',
    });
  }
  if (person !== undefined) {
    const email = person.trim();
    if (/^[^\s@]+@[^\s@]+$/.test(email)) return { criterion: { by: 'person', email }, words: `about ${email}` };
    throw new UsageFailure(`Invalid email address "${person}".`, {
      code: 'invalid_value',
      hint: 'Example: esign forget --person thandi@example.test',
    });
  }
  const age = parseDuration(olderThan ?? '', '--older-than');
  return { criterion: { by: 'age', before: now - age }, words: `older than ${olderThan}` };
}

async function confirm(context: Context, found: Report, words: string): Promise<void> {
  if (context.flags().yes === true) return;
  const what = `This removes records ${words} from this machine:\n${countsOf(found)}`;
  if (!context.prompt.available) {
    throw new UsageFailure(`${what}\nThis needs a confirmation, but esign cannot ask without a terminal.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to confirm, or --dry-run to only count.',
    });
  }
  context.prompt.say([what, ...keptLines(found)].join('\n'));
  if (!(await context.prompt.confirm('Remove these records?'))) throw new Cancelled();
}

async function tell(context: Context, report: Report, words: string, dryRun: boolean): Promise<void> {
  const total = totalOf(report);
  const { openRequests, keys, openRows, listeners } = report.kept;
  const title =
    total === 0
      ? `Nothing ${words} can be removed from this machine.`
      : `${dryRun ? 'Would remove' : 'Removed'} ${pluralize(total, 'record')} ${words}:`;
  const lines = [title, ...(total === 0 ? [] : [countsOf(report)]), ...keptLines(report)];
  const value: Shaped<typeof forgotten> = {
    dry_run: dryRun,
    total,
    removed: report.removed,
    kept: {
      open_requests: openRequests,
      recent_keys: keys,
      open_rows: openRows,
      running_listeners: listeners,
    },
  };
  await context.output.result(value, { human: lines.join('\n'), ids: [] });
}

const countsOf = ({ removed }: Report): string =>
  kinds
    .filter(([kind]) => removed[kind] > 0)
    .map(([kind, one, many]) => `  ${pluralize(removed[kind], one, many)}`)
    .join('\n');

function keptLines({ kept: { openRequests, keys, openRows, listeners } }: Report): readonly string[] {
  const lines: string[] = [];
  if (openRequests.length > 0) {
    lines.push(
      `Kept ${pluralize(openRequests.length, 'request')} whose outcome is unknown: ${openRequests.join(', ')}.`,
      '  Run `esign request resume` first, then run this command again.',
    );
  }
  if (openRows.length > 0) {
    lines.push(
      `Kept ${pluralize(openRows.length, 'row')} of bulk runs whose outcome is unknown: ${openRows.join('; ')}.`,
      '  Run the same `esign envelope create --rows` again first, then run this command again.',
    );
  }
  if (keys.length > 0) {
    lines.push(
      `Kept ${pluralize(keys.length, 'idempotency key')} to prevent a second send, without names, addresses or values. ` +
        `To remove ${keys.length === 1 ? 'it' : 'them'}, run this command again 24 hours after the last request.`,
    );
  }
  if (listeners.length > 0) {
    lines.push(
      `\`esign listen\` is running (process ${listeners.join(', ')}) and may record the same envelopes again. Stop it, ` +
        'then run this command again.',
    );
  }
  return lines;
}
