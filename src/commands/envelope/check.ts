import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { readIdsFile } from '../../cli/files/ids-file.js';
import { bare, metrics } from '../../cli/files/prometheus.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { attentionFor, attentions, type Thresholds } from '../../sending/envelope/attention.js';
import { openMemory, sealingFailedAt } from '../../sending/envelope/known-status.js';
import type { ListedEnvelope } from '../../sending/envelope/list-reader.js';
import { readKnown } from '../../sending/envelope/read-known.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { firstOf } from './which-envelopes.js';

interface EnvelopeCheckOptions extends Thresholds {
  readonly ids?: string;
  readonly format: 'text' | 'prometheus';
  readonly output?: string;
}

const checkShape = (s: ShapeBlocks) =>
  s.object({
    ok: s.flag,
    checked: s.count,
    unread: s.count,
    not_found: s.list(s.text),
    data: s.list(
      s.object({
        id: s.text,
        title: s.text,
        status: s.nullable(s.text),
        attention: s.oneOf(...attentions),
        why: s.text,
      }),
    ),
  });
type Checked = Shaped<typeof checkShape>;

/** Envelopes between two progress updates. */
const progressEvery = 100;
const prefix = 'esign_envelope_';
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** `esign envelope check`: for cron jobs, because the service reminds nobody and reports a failed sealing once. */
export function envelopeCheckCommand(context: Context): EsignCommand {
  const threshold = (flag: string, about: string, usual: number, words: string): Option =>
    new Option(`${flag} <duration>`, `${about} (default: ${words})`)
      .default(usual, words)
      .argParser((text) => parseDuration(text, flag, true));
  return new EsignCommand('check')
    .summary('Fail if an envelope needs attention')
    .description(
      'Check the envelopes that this machine knows and exit with 9 if one needs somebody: its sealing failed or does ' +
        'not end, an invitation is not reported as delivered, its deadline is near, or the same people are asked for ' +
        'long. Use it in cron jobs and monitoring. What can still change is read again, within the rate limit of the ' +
        'key; where one minute is not enough, it waits for the next. That sealing failed is known only if `esign ' +
        'listen` received the event on this machine.',
    )
    .option('--ids <file>', 'check the envelopes with these IDs instead, separated by white space; `-` is stdin')
    .addOption(threshold('--unsealed-after', 'time from completion to sealing', 10 * minute, '10m'))
    .addOption(threshold('--undelivered-after', 'time until the invitation is delivered', hour, '1h'))
    .addOption(threshold('--expires-within', 'time before the deadline', day, '1d'))
    .addOption(threshold('--waiting-longer-than', 'time for the same people to act', 3 * day, '3d'))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'prometheus']).default('text'))
    .option('-o, --output <file>', 'file or folder/ for the Prometheus text, written atomically')
    .example('esign envelope check', 'Exit with 0 if no envelope needs attention, otherwise with 9.')
    .example('esign envelope check --waiting-longer-than 7d --json --jq ".data[] | .why"', 'Allow people a week.')
    .example(
      'esign envelope check --format prometheus -o esign-envelopes.prom',
      'Write a file for the textfile collector of node_exporter.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .prints(checkShape)
    .prints((s) => s.either(s.object({ prometheus: s.text }), checkShape(s)), '--format')
    .plain('--format', ({ format }) => format === 'prometheus')
    .exits(serviceExitCodes, 9)
    .action((options: EnvelopeCheckOptions) => runEnvelopeCheck(context, options));
}

async function runEnvelopeCheck(context: Context, options: EnvelopeCheckOptions): Promise<void> {
  if (options.output !== undefined && options.format !== 'prometheus') {
    throw new UsageFailure('--output requires --format prometheus.', {
      hint: 'Add --format prometheus, or remove --output.',
    });
  }
  // Before a reading that can take minutes.
  const file = await context.files.place(options.output ?? '-', 'esign-envelopes.prom');
  if (file !== '-') await context.files.check(file, earlierMetrics);
  const checked = await check(context, options).catch(async (failure: unknown) => {
    // A scrape must show that the state is unknown, not the last known state.
    if (options.format === 'prometheus' && !context.signal.aborted) await writeMetrics(context, options, null);
    throw failure;
  });
  if (options.format === 'prometheus') await writeMetrics(context, options, checked);
  else await show(context, checked);
  if (checked.ok && checked.not_found.length > 0) context.output.note(notFound(checked.not_found));
  fail(checked, options.ids !== undefined);
}

const notFound = (ids: readonly string[]): string =>
  `The service does not know ${pluralize(ids.length, 'envelope')}: ${firstOf(ids)}.`;

function fail({ ok, checked, unread, not_found: missing, data }: Checked, areNamed: boolean): void {
  if (ok) return;
  const ids = new Set(data.map(({ id }) => id));
  const unknown = missing.length === 0 ? '' : ` ${notFound(missing)}`;
  const late = unread === 0 ? '' : ` ${pluralize(unread, 'envelope')} could not be read within the rate limit.`;
  const rest = `${unknown}${late}`;
  if (ids.size === 0 && unknown !== '' && areNamed) {
    throw new CommandFailure(9, 'not_found', rest.trim(), {
      hint: 'Correct the IDs, or use the key that they belong to.',
    });
  }
  if (ids.size === 0) {
    throw new CommandFailure(7, 'rate_limited', rest.trim(), { hint: 'Run the command again in a minute.' });
  }
  const message = `${ids.size} of ${pluralize(checked, 'envelope')} ${ids.size === 1 ? 'needs' : 'need'} attention.${rest}`;
  throw new CommandFailure(9, 'envelopes_need_attention', message, { hint: 'Look at one: esign envelope show ID' });
}

async function check(context: Context, options: EnvelopeCheckOptions): Promise<Checked> {
  const memory = await openMemory(context);
  const now = await serviceTime(context);
  let count = 0;
  let unread = 0;
  const data: Checked['data'][number][] = [];
  const missing: string[] = [];
  const progress = context.output.progress('Reading envelopes');
  try {
    const waiting = (words: string): void => progress.update(words);
    for await (const row of readKnown(context, memory, await idsOf(context, options, memory.host), { waiting })) {
      if (!row.current) unread += 1;
      else if (row.seen?.status === null) missing.push(row.id);
      else count += 1;
      if (row.current) data.push(...(await judge(context, row, options, memory.host, now)));
      if ((count + unread) % progressEvery === 0) progress.update(`Reading envelopes: ${count} checked`);
    }
  } finally {
    progress.stop();
  }
  const rank = (row: Checked['data'][number]): number => attentions.indexOf(row.attention);
  const sorted = data.toSorted((one, other) => rank(one) - rank(other));
  const ok = sorted.length === 0 && unread === 0 && (options.ids === undefined || missing.length === 0);
  return { ok, checked: count, unread, not_found: missing, data: sorted };
}

async function idsOf(context: Context, { ids }: EnvelopeCheckOptions, host: string): Promise<Iterable<string>> {
  if (ids !== undefined) return await readIdsFile(context.files, ids, envelopeId);
  const journal = await context.journal();
  return [...(await journal.envelopes(host))].map(({ id }) => id);
}

async function judge(
  context: Context,
  { id, seen }: ListedEnvelope,
  options: EnvelopeCheckOptions,
  host: string,
  now: number,
): Promise<Checked['data']> {
  if (seen === undefined || seen.status === null) return [];
  const isUnsealed = seen.status === 'completed' && seen.sealed !== true;
  const failedAt = isUnsealed ? await sealingFailedAt(context, id, host) : null;
  return attentionFor(seen, options, { now, failedAt }).map(({ attention, why }) => {
    return { id, title: seen.title, status: seen.status, attention, why };
  });
}

const earlierMetrics = { replaces: /^# HELP esign_envelope_/, existsHint: 'Use another file name.' };

/** Null: the service could not be reached, and only that is reported. */
async function writeMetrics(
  context: Context,
  { output }: EnvelopeCheckOptions,
  checked: Checked | null,
): Promise<void> {
  const count = (attention: string): number => checked?.data.filter((each) => each.attention === attention).length ?? 0;
  const text = metrics(prefix, [
    ['check_success', 'Whether the service returned its envelopes.', bare(checked === null ? 0 : 1)],
    ['check_timestamp_seconds', 'When the envelopes were checked.', bare(Math.floor(context.clock.now() / 1000))],
    ['checked', 'Number of checked envelopes.', checked === null ? [] : bare(checked.checked)],
    ['unread', 'Envelopes that the rate limit left no request for.', checked === null ? [] : bare(checked.unread)],
    ['not_found', 'Envelopes that the service does not know.', checked === null ? [] : bare(checked.not_found.length)],
    [
      'attention',
      'Envelopes that need attention, by reason.',
      checked === null ? [] : attentions.map((reason) => ({ labels: { reason }, value: count(reason) })),
    ],
  ]);
  const file = await context.files.place(output ?? '-', 'esign-envelopes.prom');
  if (file === '-') await context.output.text('prometheus', text);
  else {
    await context.files.write(file, text, earlierMetrics);
  }
}

async function show(context: Context, checked: Checked): Promise<void> {
  await context.output.result(checked, {
    table: {
      columns: ['ENVELOPE', 'TITLE', 'ATTENTION', 'REASON'],
      rows: checked.data.map(({ id, title, attention, why }) => [{ id }, title, attention, { sentence: why }]),
      empty: `Checked ${pluralize(checked.checked, 'envelope')}: ${checked.ok ? 'nothing needs attention.' : 'not all could be read.'}`,
    },
    ids: [...new Set(checked.data.map(({ id }) => id))],
  });
}
