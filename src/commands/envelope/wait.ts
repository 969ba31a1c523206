import type { ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { statusChange, statusChangesBetween } from '../../sending/envelope/status-changes.js';
import { ranOut } from '../../sending/envelope/follow-end.js';
import { follow } from '../../sending/envelope/follow.js';
import { type Goal, goalNames, goalOffers, goalWords, checkGoal, readGoal } from '../../sending/envelope/wait-goal.js';
import { type KnownStatus, openMemory, sealingFailedAt } from '../../sending/envelope/known-status.js';
import { nextStepsFor } from '../../sending/envelope/next-steps.js';
import { blockedBy } from '../../sending/envelope/status-words.js';
import { maxWaitOption } from '../../cli/flags/duration.js';

interface EnvelopeWaitOptions {
  readonly id: string;
  readonly until: Goal;
  readonly pastSealingFailure?: boolean;
  readonly maxWait?: number;
}

/** `esign envelope wait ID --until …`: ends when an envelope has come so far, or cannot any more. */
export function envelopeWaitCommand(context: Context): EsignCommand {
  return new EsignCommand('wait')
    .summary('Wait for a status of an envelope')
    .description(
      'Wait until an envelope is sent, completed, sealed, voided, declined or expired, or until a role has ' +
        'signed (signed:Tenant). It polls often after a change and near a deadline, and rarely otherwise. Exit 10: ' +
        'the envelope ended in another state. Exit 11: it completed, but sealing failed; this is known only if ' +
        '`esign listen` received the event on this machine. Exit 12: --max-wait expired.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .addOption(new Option('--until <state>', goalNames.join(', ')).argParser(readGoal).makeOptionMandatory())
    .addOption(maxWaitOption('wait at most this long (default: no limit)'))
    .option('--past-sealing-failure', 'keep waiting after sealing failed; support can retry it')
    .offers('--until', { words: goalOffers })
    .example(
      'esign envelope wait 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --until sealed --max-wait 1h',
      'Wait for up to an hour.',
    )
    .example(
      'esign envelope wait 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --until signed:Tenant --json',
      'Print each change as a line of JSON.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .streams(waitLine)
    .exits(serviceExitCodes, 10, 11, 12, 129, 143)
    .action((id: string, options: Omit<EnvelopeWaitOptions, 'id'>) => runEnvelopeWait(context, { ...options, id }));
}

const waitLine = (s: ShapeBlocks) => {
  const look = { ...s.envelope.entries, until: s.text, sealed: s.nullable(s.flag) };
  return s.either(
    s.object({ type: s.literal('ready'), ...look }),
    s.object({ type: s.literal('changed'), ...statusChange(s) }),
    s.object({ type: s.literal('reached'), ...look }),
  );
};

/** The type comes first, and counts whatever the service says. */
function lookLine(type: 'ready' | 'reached', until: string, { envelope, sealed }: KnownStatus): object {
  const own = { type, until, sealed };
  return { ...own, ...envelope, ...own };
}

async function runEnvelopeWait(context: Context, options: EnvelopeWaitOptions): Promise<void> {
  const { output } = context;
  const { id, until } = options;
  const awaited = goalWords(until);
  const memory = await openMemory(context);
  const client = await context.api();
  const streams = output.form === 'json' || output.form === 'piped';
  const progress = output.form === 'human' ? output.progress(`Waiting until it is ${awaited}`) : undefined;
  let last: KnownStatus | undefined;
  const see = async (look: KnownStatus, before: KnownStatus | undefined): Promise<boolean> => {
    last = look;
    if (streams && before === undefined) {
      await output.event(lookLine('ready', awaited, look), '');
    }
    for (const change of before === undefined ? [] : statusChangesBetween(before, look)) {
      if (streams) await output.event({ type: 'changed', ...change }, '');
      progress?.update(`${change.words} Waiting until it is ${awaited}`);
    }
    return await judge(context, options, look, memory.host);
  };
  try {
    await follow({
      context,
      client,
      memory,
      ids: [id],
      see,
      limit: options.maxWait,
      serviceNow: () => serviceTime(context),
      timedOut: ranOut(`the envelope is not ${awaited}`, () => standing(last)),
    });
  } finally {
    progress?.stop();
  }
  if (last === undefined) return;
  const { envelope, sealed } = last;
  if (streams) return output.event(lookLine('reached', awaited, last), '');
  await output.result(envelope, {
    human: `“${envelope.title}” is ${awaited}.`,
    next: nextStepsFor(context, envelope, sealed),
  });
}

/** Throws CommandFailure: 10 when it ended otherwise, 11 when sealing gave up, 3 when sealing cannot be seen with this key. */
async function judge(
  context: Context,
  options: EnvelopeWaitOptions,
  look: KnownStatus,
  host: string,
): Promise<boolean> {
  const { id, until, pastSealingFailure } = options;
  const { envelope, sealed } = look;
  const judged = checkGoal(until, envelope, sealed);
  if (judged === 'reached') return true;
  if (judged === 'missed') {
    const words = `The envelope is ${envelope.status} and will not be ${goalWords(until)}.`;
    throw new CommandFailure(10, 'other_end', words, {
      hint: `See why with \`esign envelope show ${id}\`.`,
      details: { envelope_id: id, status: envelope.status },
    });
  }
  if (until.kind !== 'sealed' || envelope.status !== 'completed') return false;
  if (sealed === null) {
    throw new CommandFailure(
      3,
      'documents_not_readable',
      'The envelope is completed, but this key cannot read whether it is sealed.',
      {
        hint: 'Use a key with the scope documents:read, and a live key for a live envelope.',
        details: { envelope_id: id, status: envelope.status },
      },
    );
  }
  if (pastSealingFailure === true) return false;
  const failedAt = await sealingFailedAt(context, id, host);
  if (failedAt === null) return false;
  throw new CommandFailure(
    11,
    'sealing_failed',
    'The envelope is completed, but sealing failed and will not be retried.',
    {
      hint: 'Ask support to retry it, then wait with --past-sealing-failure.',
      details: { envelope_id: id, status: envelope.status, sealing_failed_at: failedAt },
    },
  );
}

function standing(look: KnownStatus | undefined): { words: string; details: Readonly<Record<string, unknown>> } {
  if (look === undefined) return { words: 'The service has not responded.', details: {} };
  const { envelope, sealed } = look;
  const words = blockedBy(envelope, { sealed, failedAt: null });
  return { words, details: { envelope_id: envelope.id, status: envelope.status, sealed } };
}
