import type { ShapeBlocks } from '../../contract/shape.js';
import { signatureHeaderOf } from '../../cli/context/contract.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { deliveryBody, type NotRecorded, recordAttempt } from '../../store/deliveries.js';
import { type Delivery, isUndelivered, type Tried } from '../../store/delivery.js';
import { claimDeliveries } from '../../store/delivery-processes.js';
import { JournalFailure } from '../../store/failure.js';
import type { State } from '../../store/state.js';
import type { Attempter, AttemptOutcome } from '../../listen/forward/attempt.js';
import { nextAttemptBody } from '../../domain/webhook/next-attempt.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import {
  addDeliverOptions,
  type DeliverOptions,
  openAttempter,
  readReceiver,
} from '../../receiving/endpoint/deliver-options.js';
import { chooseReplayed, configuredHost } from '../../receiving/deliveries/choose-replayed.js';
import { deliveryId, outcomeFacts, outcomeJson, outcomeWords, wasTaken } from '../../receiving/deliveries/record.js';
import {
  nothingWords,
  planReplay,
  skippedWords,
  skipReasons,
  type Skipped,
} from '../../receiving/deliveries/replay-plan.js';
import {
  addEventSecret,
  type EventSecretOptions,
  type EventSecrets,
  eventSecrets,
} from '../../receiving/deliveries/secrets.js';
import { gone } from './show.js';

interface EventReplayOptions extends EventSecretOptions, DeliverOptions {
  readonly ids: readonly string[];
  readonly undelivered?: boolean;
  readonly cutOff?: boolean;
  readonly to?: URL;
  readonly asRetry?: boolean;
}

/** What can be sent: its receiver, secrets and body are known. */
interface Prepared {
  readonly delivery: Delivery;
  readonly url: URL;
  readonly secrets: EventSecrets;
}

interface Replayed {
  readonly delivery: Delivery;
  readonly to: string;
  readonly outcome: AttemptOutcome;
}

/** `esign event replay`: sends received deliveries again, signed with the current time. */
export function eventReplayCommand(context: Context): EsignCommand {
  const command = new EsignCommand('replay')
    .summary('Deliver received events again')
    .description(
      'Deliver received events again. The bytes stay the same, and the signature is renewed with the current time so ' +
        'that the app accepts them. Deliveries are sent in the order they arrived, and count as delivered once the app ' +
        'accepts them. With --undelivered, one whose last attempt was cut off is reported and not sent, because the app ' +
        'may have received it; --cut-off sends it too. It has the same event ID, by which an app must recognise it.',
    )
    .argument('[delivery...]', 'delivery IDs, delivery ID prefixes, or event IDs')
    .addOption(
      new Option('--undelivered', 'replay every delivery of this service that its app is not known to have accepted'),
    )
    .option('--cut-off', 'with --undelivered: also replay those whose last attempt was cut off')
    .addOption(
      new Option('--to <url>', 'receiver URL or local port (default: the original forwarding target)').argParser(
        readReceiver,
      ),
    )
    .addOption(new Option('--as-retry', 'increase retry_count, like the service does for each attempt'));
  addEventSecret(command);
  return addDeliverOptions(command)
    .example('esign event replay 1f2e3d4c', 'Replay one delivery to the same app.')
    .example('esign event replay --undelivered', 'Replay everything that the app has not accepted.')
    .example(
      'esign event replay 1f2e3d4c --to http://127.0.0.1:4000/hooks --secret-file hook.secret --as-retry',
      'Replay to another app as the next attempt.',
    )
    .prints(replays)
    .exits([0, 1, 2, 4, 6, 8, 13, 130])
    .action((ids: readonly string[], options: Omit<EventReplayOptions, 'ids'>) =>
      runEventReplay(context, { ...options, ids: ids.map(deliveryId) }),
    );
}

const replays = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({ id: s.text, event: s.nullable(s.text), event_id: s.nullable(s.text), to: s.text, ...outcomeFacts(s) }),
    ),
    skipped: s.list(s.object({ id: s.text, reason: s.oneOf(...skipReasons) })),
  });

async function runEventReplay(context: Context, options: EventReplayOptions): Promise<void> {
  const state = await context.state();
  const host = await configuredHost(context);
  const deliveries = await chooseReplayed(context, state, { ...options, host });
  // Before the first is sent, since a failure on the way leaves the user with half of them sent.
  const prepared: Prepared[] = [];
  const removed: Skipped[] = [];
  for (const delivery of deliveries) {
    const isRemoved = options.undelivered === true && deliveryBody(state, delivery) === undefined;
    if (isRemoved) removed.push({ id: delivery.id, reason: 'removed' });
    else prepared.push(await prepare(context, options, state, delivery));
  }
  const attempter = await openAttempter(context, options);
  const claims = await claimDeliveries(
    state,
    prepared.map(({ delivery: { id }, url }) => ({ id, target: url.href })),
    context.clock.now(),
  ).catch(async (error: unknown) => {
    await attempter.close();
    throw notRecorded('Nothing was sent', error);
  });
  const record: Recording = (id, tried, cutOff) => {
    const before = state.write((sql) => recordAttempt(sql, id, tried, claims.process, cutOff));
    return typeof before === 'string' ? before : undefined;
  };
  const replayed: Replayed[] = [];
  let ready: readonly Prepared[] = [];
  let skipped: readonly Skipped[] = [];
  try {
    const stateDir = context.settings().stateDir.value;
    const plan = await planReplay({ state, stateDir, ...options, host }, prepared, claims.taken);
    ready = plan.ready;
    skipped = [...plan.skipped, ...removed];
    if (plan.retriedByListener) {
      context.output.warn('A running listener is still retrying these deliveries, so the app may receive them twice.');
    }
    for (const each of ready) {
      const begun = startAttempt(context, record, each);
      // One that the user named and that was removed fails where its body is read.
      const isRemoved = begun === 'removed' && options.undelivered !== true;
      if (typeof begun === 'string' && !isRemoved) {
        skipped = [...skipped, { id: each.delivery.id, reason: begun }];
        ready = ready.filter((other) => other !== each);
        continue;
      }
      const done = await replay(context, options, state, attempter, each);
      replayed.push(done);
      recordResult(context, record, typeof begun === 'string' ? undefined : begun, done);
    }
  } catch (failure) {
    if (replayed.length > 0) await showOutcomes(context, replayed, skipped);
    throw context.signal.aborted
      ? interrupted(
          ready.map(({ delivery }) => delivery),
          replayed.length,
        )
      : failure;
  } finally {
    claims.release();
    await attempter.close();
  }
  await showOutcomes(context, replayed, skipped);
  failUnlessAllTaken(replayed, skipped);
  if (options.undelivered !== true) failOfBusy(replayed, skipped);
}

/** The one under way may have arrived, and the others were not sent. */
function interrupted(deliveries: readonly Delivery[], done: number): CommandFailure {
  const [unknown, ...unsent] = deliveries.slice(done).map(({ id }) => id);
  const message = `Interrupted after ${done} of ${pluralize(deliveries.length, 'delivery', 'deliveries')}.`;
  const hint =
    unknown === undefined
      ? undefined
      : `The app may have received ${unknown}. To send it again anyway: esign event replay ${unknown}`;
  return new CommandFailure(130, 'interrupted', message, { hint, details: { unknown, not_sent: unsent } });
}

async function prepare(
  context: Context,
  options: EventReplayOptions,
  state: State,
  delivery: Delivery,
): Promise<Prepared> {
  const url = options.to ?? ownTarget(delivery);
  const { endpoint, synthetic } = delivery;
  const secrets = await eventSecrets(context, options, { endpoint, synthetic, target: url.href });
  bodyOf(state, delivery, options);
  return { delivery, url, secrets };
}

function bodyOf(state: State, delivery: Delivery, { asRetry }: EventReplayOptions): Buffer {
  const kept = deliveryBody(state, delivery);
  if (kept === undefined) throw gone(delivery);
  return asRetry === true ? nextAttempt(delivery.id, kept) : kept;
}

async function replay(
  context: Context,
  options: EventReplayOptions,
  state: State,
  attempter: Attempter,
  { delivery, url, secrets }: Prepared,
): Promise<Replayed> {
  const body = bodyOf(state, delivery, options);
  const signature = writeSignature(secrets, body, Math.floor(context.clock.now() / 1000));
  const name = await signatureHeaderOf(context.settings());
  const headers = [[name, signature] as const, ...(options.header ?? [])];
  const outcome = await attempter.make({ url, body, headers }, context.signal);
  return { delivery, to: url.href, outcome };
}

function nextAttempt(id: string, body: Buffer): Buffer {
  const next = nextAttemptBody(body);
  if (next !== undefined) return next;
  throw new UsageFailure(`The body of ${id} has no retry_count to increase.`, {
    code: 'invalid_value',
    hint: 'Remove --as-retry.',
  });
}

function ownTarget({ id, forward }: Delivery): URL {
  if (forward.is !== 'none') return new URL(forward.target);
  throw new UsageFailure(`Delivery ${id} was not forwarded to an app, so its receiver is unknown.`, {
    code: 'missing_option',
    hint: 'Specify the receiver: --to http://127.0.0.1:3000/hooks',
  });
}

/**
 * Records that an attempt begins, when its result will be recorded: the facts of it, or why another process prevents it.
 * Throws CommandFailure.
 */
function startAttempt(
  context: Context,
  record: Recording,
  { delivery, url }: Prepared,
): Started | NotRecorded | undefined {
  const { id, forward } = delivery;
  if (!isUndelivered(delivery) || forward.is === 'none' || forward.target !== url.href) return undefined;
  const attempts = ('attempts' in forward ? forward.attempts : 0) + 1;
  const facts = { target: forward.target, attempts, at: new Date(context.clock.now()).toISOString() };
  try {
    const cutOff = forward.is === 'sending' ? forward.by : undefined;
    const refused = record(id, { is: 'sending', ...facts }, cutOff);
    if (refused !== undefined) return refused;
  } catch (error) {
    throw notRecorded(`Delivery ${id} was not sent`, error);
  }
  return { attempts, again: forward.is === 'waiting' || forward.is === 'failed' };
}

/** Throws JournalFailure. */
type Recording = (id: string, tried: Tried, cutOff?: string) => NotRecorded | undefined;

/** An attempt whose result is recorded; `again`: a listener of the same app will retry it. */
interface Started {
  readonly attempts: number;
  readonly again: boolean;
}

/** Records the result of an attempt. Throws CommandFailure when that is not possible. */
function recordResult(
  context: Context,
  record: Recording,
  started: Started | undefined,
  { delivery: { id }, to, outcome }: Replayed,
): void {
  if (started === undefined) return;
  const { status, milliseconds } = outcome;
  const at = new Date(context.clock.now()).toISOString();
  const facts = { target: to, attempts: started.attempts, at, status, milliseconds };
  const failed = { is: started.again ? 'failed' : 'given-up', ...facts, words: outcomeWords(outcome) } as const;
  try {
    record(id, wasTaken(outcome) ? { is: 'delivered', ...facts } : failed);
  } catch (error) {
    const what = wasTaken(outcome) ? 'accepted' : 'did not accept';
    throw notRecorded(`The app ${what} delivery ${id}. Later deliveries were not sent`, error, id);
  }
}

function notRecorded(what: string, error: unknown, unrecorded?: string): unknown {
  if (!(error instanceof JournalFailure)) return error;
  return new CommandFailure(1, error.code, `${what}: ${error.message}.`, {
    hint: 'Free some disk space or check the permissions first.',
    ...(unrecorded === undefined ? {} : { details: { unrecorded } }),
  });
}

async function showOutcomes(
  context: Context,
  replayed: readonly Replayed[],
  skipped: readonly Skipped[],
): Promise<void> {
  for (const words of skippedWords(skipped)) context.output.warn(words);
  await context.output.result(
    {
      data: replayed.map(({ delivery, to, outcome }) => ({
        id: delivery.id,
        event: delivery.event,
        event_id: delivery.eventId,
        to,
        ...outcomeJson(outcome),
      })),
      skipped,
    },
    {
      table: {
        columns: ['DELIVERY', 'EVENT', 'TO', 'OUTCOME'],
        rows: replayed.map(({ delivery, to, outcome }) => [
          { id: delivery.id },
          delivery.event,
          to,
          { sentence: outcomeWords(outcome) },
        ]),
        empty:
          skipped.length + replayed.length > 0
            ? 'Nothing was sent.'
            : nothingWords(await context.state(), await configuredHost(context)),
      },
    },
  );
}

function failUnlessAllTaken(replayed: readonly Replayed[], skipped: readonly Skipped[]): void {
  const failed = replayed.filter(({ outcome }) => !wasTaken(outcome));
  const [first] = failed;
  if (first === undefined) return failOfUnknown(skipped);
  const all = failed.length === replayed.length;
  const count = replayed.length === 1 ? 'the delivery' : `${failed.length} of ${replayed.length} deliveries`;
  throw new CommandFailure(
    all ? 8 : 13,
    'receiver_failed',
    `The app did not accept ${count}: it ${outcomeWords(first.outcome)}.`,
    {
      hint: 'Fix the app, then replay them again.',
      details: { failed: failed.map(({ delivery }) => delivery.id) },
    },
  );
}

/** A delivery that the user named was not sent. */
function failOfBusy(replayed: readonly Replayed[], skipped: readonly Skipped[]): void {
  const busy = skipped.filter(({ reason }) => reason === 'sending').map(({ id }) => id);
  if (busy.length === 0) return;
  const which = busy.length === 1 ? `Delivery ${busy[0]}` : `${busy.length} deliveries`;
  throw new CommandFailure(
    replayed.length === 0 ? 6 : 13,
    'delivery_busy',
    `${which} not sent: another process is sending ${busy.length === 1 ? 'it' : 'them'} now.`,
    { hint: 'Wait until that process has finished.', details: { busy } },
  );
}

function failOfUnknown(skipped: readonly Skipped[]): void {
  const unknown = skipped.filter(({ reason }) => reason === 'unknown').map(({ id }) => id);
  if (unknown.length === 0) return;
  const [which, it] =
    unknown.length === 1 ? [`delivery ${unknown[0]}`, 'it'] : [`${unknown.length} deliveries`, 'them'];
  throw new CommandFailure(
    13,
    'delivery_unknown',
    `The app may have received ${which}: the program that sent ${it} ended before the result was recorded.`,
    {
      hint: `Check the app. To send ${it} again: esign event replay ${unknown.length === 1 ? unknown[0] : '--cut-off --undelivered'}`,
      details: { unknown },
    },
  );
}
