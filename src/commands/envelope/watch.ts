import type { ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { isOver } from '../../listen/receive/implied-events.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { statusChange, statusChangesBetween } from '../../sending/envelope/status-changes.js';
import { ranOut } from '../../sending/envelope/follow-end.js';
import { follow } from '../../sending/envelope/follow.js';
import { type KnownStatus, openMemory, sealingFailedAt } from '../../sending/envelope/known-status.js';
import { sinceWords } from '../../sending/envelope/turn-since.js';
import { blockedBy } from '../../sending/envelope/status-words.js';
import { maxWaitOption } from '../../cli/flags/duration.js';

interface EnvelopeWatchOptions {
  readonly ids: readonly string[];
  readonly maxWait?: number;
}

/** `esign envelope watch ID…`: every change of some envelopes, until nothing more can happen to them. */
export function envelopeWatchCommand(context: Context): EsignCommand {
  return new EsignCommand('watch')
    .summary('Follow changes of envelopes')
    .description(
      'Print each change of some envelopes: who was invited, who signed, what was completed and sealed. Ends ' +
        'when no envelope can change any more. Exit 11: sealing of one failed; this is known only if `esign ' +
        'listen` received the event on this machine. Exit 12: --max-wait expired.',
    )
    .argument('<envelope...>', 'envelope IDs', readIds)
    .addOption(maxWaitOption('watch at most this long (default: no limit)'))
    .example('esign envelope watch 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Print a line per change.')
    .example(
      'esign envelope watch 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --json',
      'Print JSON lines, starting with `ready`.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .streams(watchLine)
    .exits(serviceExitCodes, 11, 12, 129, 143)
    .action((ids: readonly string[], options: Omit<EnvelopeWatchOptions, 'ids'>) =>
      runEnvelopeWatch(context, { ...options, ids }),
    );
}

const unknownSealing = { sealed: null, failedAt: null };

const watchLine = (s: ShapeBlocks) => {
  const sealed = s.nullable(s.flag);
  return s.either(
    s.object({
      type: s.literal('ready'),
      at: s.instant,
      envelopes: s.list(s.object({ ...s.envelope.entries, sealed })),
    }),
    s.object({ type: s.literal('changed'), ...statusChange(s), at: s.instant }),
    s.object({
      type: s.literal('sealing_failed'),
      id: s.text,
      failed_at: s.instant,
      words: s.text,
      at: s.instant,
    }),
    s.object({ type: s.literal('ended'), envelopes: s.list(s.object({ id: s.text, status: s.text, sealed })) }),
  );
};

/** Commander passes the values of a variadic argument one by one. */
const readIds = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(Array.isArray(before) ? before : []),
  envelopeId(text),
];

async function runEnvelopeWatch(context: Context, options: EnvelopeWatchOptions): Promise<void> {
  const { output } = context;
  const { ids } = options;
  const memory = await openMemory(context);
  const client = await context.api();
  const looks = new Map<string, KnownStatus>();
  const failed = new Map<string, string>();
  const at = (): string => new Date(context.clock.now()).toISOString();
  const wanted = [...new Set(ids)];
  let started = false;
  const tell = async (event: object, envelope: KnownStatus['envelope'], words: string): Promise<void> => {
    if (output.form === 'ids') return;
    const when = at();
    const line = `${output.instant(when).slice(11, 19)}  “${envelope.title}” ${envelope.id.slice(0, 8)}  ${words}`;
    await output.event({ ...event, at: when }, line);
  };
  const begin = async (): Promise<void> => {
    started = true;
    if (output.form === 'ids') return;
    const envelopes = [...looks.values()].map(({ envelope, sealed }) => ({ ...envelope, sealed }));
    const now = await serviceTime(context);
    const lines = await Promise.all(
      envelopes.map(async (each) => {
        const since = (await memory.read(each.id))?.since ?? null;
        const waits = since === null ? '' : ` ${blockedBy(each, unknownSealing)} (${sinceWords(since, now)})`;
        return `“${each.title}” ${each.id.slice(0, 8)} is ${each.status}.${waits}`;
      }),
    );
    await output.event({ type: 'ready', at: at(), envelopes }, lines.join('\n'));
  };
  const see = async (look: KnownStatus, before: KnownStatus | undefined): Promise<boolean> => {
    const { envelope, sealed } = look;
    looks.set(envelope.id, look);
    if (!started && looks.size === wanted.length) await begin();
    for (const { words, ...change } of before === undefined ? [] : statusChangesBetween(before, look)) {
      await tell({ type: 'changed', ...change, words }, envelope, words);
    }
    if (isOver(envelope, sealed)) return true;
    if (envelope.status !== 'completed') return false;
    // Nothing more can be seen with this key.
    if (sealed === null) return true;
    const failedAt = await sealingFailedAt(context, envelope.id, memory.host);
    if (failedAt === null) return false;
    if (!failed.has(envelope.id)) {
      const words = blockedBy(envelope, { sealed, failedAt });
      await tell({ type: 'sealing_failed', id: envelope.id, failed_at: failedAt, words }, envelope, words);
    }
    failed.set(envelope.id, failedAt);
    return true;
  };
  const remaining = (): { words: string; details: Readonly<Record<string, unknown>> } => {
    const open = [...looks.values()].filter(({ envelope, sealed }) => !isOver(envelope, sealed));
    return {
      words: `${open.length} of ${wanted.length} can still change.`,
      details: { open: open.map(({ envelope }) => envelope.id) },
    };
  };
  await follow({
    context,
    client,
    memory,
    ids: wanted,
    see,
    limit: options.maxWait,
    serviceNow: () => serviceTime(context),
    timedOut: ranOut('not all envelopes are finished', remaining),
  });
  await end(context, [...looks.values()], failed);
}

async function end(
  context: Context,
  looks: readonly KnownStatus[],
  failed: ReadonlyMap<string, string>,
): Promise<void> {
  const envelopes = looks.map(({ envelope, sealed }) => ({ id: envelope.id, status: envelope.status, sealed }));
  if (context.output.form === 'ids')
    await context.output.result({ data: envelopes }, { ids: envelopes.map(({ id }) => id) });
  else await context.output.event({ type: 'ended', envelopes }, 'No envelope can change any more.');
  const first = [...failed.keys()][0];
  if (first === undefined) return;
  throw new CommandFailure(11, 'sealing_failed', `Sealing of ${failed.size} of ${looks.length} failed.`, {
    hint: `Ask support to retry it, then run \`esign envelope wait ${first} --until sealed --past-sealing-failure\`.`,
    details: { sealing_failed: [...failed.keys()] },
  });
}
