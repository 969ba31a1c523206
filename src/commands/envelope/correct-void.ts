import type { Context } from '../../cli/context/context.js';
import { retryInteractively } from '../../cli/context/until-connected.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { printPreviews } from '../../cli/write/dry-run.js';
import { type Act, confirmAct, noteLive, type WriteOptions } from '../../cli/write/write.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Client } from '../../client/client.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { serviceHost } from '../../contract/service-host.js';
import { openEnvelopeStates } from '../../contract/states.js';
import { deadlineProblem } from '../../domain/rules/request.js';
import { checkSending } from '../../sending/envelope/check-sending.js';
import type { CreateOptions, Draft } from '../../sending/envelope/create-options.js';
import { announce, nextStepsFor } from '../../sending/envelope/next-steps.js';
import {
  type EarlierReplacement,
  earlierReplacements,
  replacedReason,
  replaceEnvelope,
  replacementKey,
  replacementOf,
} from '../../sending/envelope/replace-envelope.js';
import { copyDeliveryIn } from '../../sending/envelope/signed-copy.js';
import { envelopeView, remember } from '../../sending/envelope/view.js';

/** `envelope correct ID --void`: an envelope that is out for signature is voided, and the corrected one sent. */

interface ReplaceOptions extends WriteOptions, CreateOptions {
  readonly void?: boolean;
  readonly reason?: string;
  readonly input?: string;
  readonly interactive?: boolean;
  readonly plain?: boolean;
}

/** Throws UsageFailure. */
export function refuseVoidFlags({ void: voids, reason, idempotencyKey, requireNew }: ReplaceOptions): void {
  if (voids !== true) {
    if (reason === undefined) return;
    throw new UsageFailure('--reason requires --void.', {
      code: 'missing_option',
      hint: 'Add --void, or leave it out.',
    });
  }
  const given = idempotencyKey !== undefined ? '--idempotency-key' : requireNew === true ? '--require-new' : null;
  if (given === null) return;
  throw new UsageFailure(`${given} cannot be combined with --void, which chooses the keys of its requests.`, {
    code: 'conflicting_options',
    hint: 'Run the same command again to go on after an interruption.',
  });
}

/** Only what is out for signature can be voided, unless an earlier run has voided it. Throws CommandFailure (6). */
export async function refuseOver(context: Context, { id, status }: Envelope): Promise<void> {
  if (openEnvelopeStates.includes(status)) return;
  const earlier = await earlierReplacements(await context.journal(), await hostOf(context), id);
  if (status === 'voided' && earlier.some(({ voided }) => voided !== false)) return;
  const hint =
    status === 'completed'
      ? 'Everybody has acted on it. Create another with `esign envelope create`.'
      : status === 'draft'
        ? 'It was not sent. Create another with `esign envelope create`, and do not send this one.'
        : `Leave out --void: esign envelope correct ${id} --send`;
  throw new CommandFailure(6, 'envelope_not_sent', `Envelope ${id} is ${status}, so it cannot be voided.`, { hint });
}

/**
 * What was voided for a corrected one is not followed by another: both would be out. Throws CommandFailure (6).
 */
export async function refuseReplaced(context: Context, envelope: Envelope): Promise<void> {
  const draft = await replacementOf(await context.journal(), await hostOf(context), envelope);
  if (draft !== null) throw alreadyCorrected(envelope.id, draft);
}

const alreadyCorrected = (id: string, draft: string): CommandFailure =>
  new CommandFailure(6, 'already_corrected', `Envelope ${id} was voided for another correction, ${draft}.`, {
    hint:
      `See whether that one was sent: esign envelope show ${draft}\n` +
      `If it is a draft, send it: esign envelope send ${draft}\n` +
      `If it is over, correct that one: esign envelope correct ${draft}`,
    details: { envelope_id: id, draft_id: draft },
  });

const hostOf = async (context: Context): Promise<string> => serviceHost(await context.recordedAs());

/** What it does to whom. */
export function replaceAct({ title, recipients }: Envelope, body: Draft, isSame = false): Act {
  const people = announce({ ...body, send: true }).act?.toWhom ?? [];
  const count = people.length === 1 ? '1 person' : `${people.length} people`;
  const signed = recipients.filter(({ status }) => status === 'signed').map(({ name }) => name);
  const again = signed.length === 0 ? [] : [`Already signed, and asked to sign again: ${signed.join(', ')}`];
  return {
    what: `${isSame ? 'Nothing is corrected. ' : ''}This voids “${title}” for everybody, and sends the ${isSame ? 'same again' : 'corrected one'} to ${count} for signature. It cannot be undone`,
    toWhom: [...people, ...again],
    question: `Void it and send the ${isSame ? 'same again' : 'corrected one'}?`,
  };
}

/**
 * `known`: what the envelope would be without a correction. Throws UsageFailure, Cancelled, the client's failures, and
 * CommandFailure that says how far it came.
 */
export async function replace(
  context: Context,
  before: Envelope,
  { asked, known }: { readonly asked: Draft; readonly known: Draft },
  options: ReplaceOptions,
): Promise<void> {
  // It is sent when the old one is voided.
  const body = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== 'send'));
  const client = await context.api();
  const reason = options.reason ?? replacedReason;
  const given = options.expiresIn ?? body['expires_at'];
  const replacement = { before, body, reason, key: replacementKey(before.id, body, given) };
  const journal = await context.journal();
  const own = await ownRun(context, before, replacement.key);
  if (own?.draft == null) refuseDeadline(context, before, body, await client.serviceTime());
  if (options.dryRun === true) return await preview(context, replacement);
  await checkSending(context, 'createEnvelope', { body: { ...body, send: true } }, options);
  // The values of a file may differ from those that were sent.
  const isSame = own === undefined && options.input === undefined && canonicalJson(body) === canonicalJson(known);
  if (isSame) context.output.warn('Nothing is corrected: this voids the envelope and sends the same again.');
  await noteLive(context);
  const requests = [{ operation: 'voidEnvelope' }, { operation: 'sendEnvelope' }] as const;
  // The interview has asked already, and what an earlier run has finished needs no question.
  if (options.interactive !== true && !(await isSent(client, own))) {
    await confirmAct(
      context,
      requests,
      own?.voided === true ? actLeft(before, body) : replaceAct(before, body, isSame),
    );
  }
  const host = await hostOf(context);
  const { envelope, wasSent } = await retryInteractively(context, options, (maxWait) =>
    replaceEnvelope({ client, journal, host }, replacement, maxWait),
  );
  const delivery = copyDeliveryIn(body);
  await remember(context, [{ ...before, status: 'voided' }, envelope], { replayed: false }, delivery);
  context.output.note(
    wasSent
      ? `An earlier run voided envelope ${before.id} and sent the corrected one.`
      : `Voided envelope ${before.id} and sent the corrected one.`,
  );
  await context.output.result(
    envelope,
    envelopeView(envelope, nextStepsFor(context, envelope), { isSendResponse: !wasSent, delivery }),
  );
}

/** A deadline that is taken over can be too near for a new envelope. Throws UsageFailure. */
function refuseDeadline(
  context: Context,
  { id, expires_at: at }: Envelope,
  body: Draft,
  now = context.clock.now(),
): void {
  if (at === null || body['expires_at'] !== at || deadlineProblem(at, now) === null) return;
  throw new UsageFailure(`Envelope ${id} expires on ${context.output.instant(at)}, too soon for a new envelope.`, {
    code: 'missing_option',
    hint: 'Add a deadline for the corrected one, such as --expires-in 14d.',
  });
}

/**
 * What an earlier run with this key did. Where another correction has voided the envelope, a second one would be out
 * beside that: throws CommandFailure (6).
 */
async function ownRun(
  context: Context,
  { id, status }: Envelope,
  key: string,
): Promise<EarlierReplacement | undefined> {
  const earlier = await earlierReplacements(await context.journal(), await hostOf(context), id);
  const own = earlier.find((each) => each.key === key);
  const others = earlier.filter((each) => each !== own);
  const draft = others.find(({ voided }) => voided !== false)?.draft ?? null;
  if (status === 'voided' && (own === undefined || own.voided === false) && draft !== null) {
    throw alreadyCorrected(id, draft);
  }
  for (const { draft: left } of others) {
    if (left !== null) context.output.warn(`Draft ${left} of an earlier run is another correction. Do not send it.`);
  }
  return own;
}

/** Whether an earlier run has come to its end. */
async function isSent(client: Client, own: EarlierReplacement | undefined): Promise<boolean> {
  if (own?.voided !== true || own.draft === null) return false;
  return (await client.call('getEnvelope', { parameters: { envelopeId: own.draft } })).body.status !== 'draft';
}

/** What is left to do once the old envelope is voided. */
const actLeft = ({ title }: Envelope, body: Draft): Act => ({
  what: `An earlier run voided “${title}”. This sends the corrected one for signature`,
  toWhom: announce({ ...body, send: true }).act?.toWhom ?? [],
  question: 'Send it?',
});

/** The three requests; the draft has no ID yet. */
async function preview(
  context: Context,
  { before, body, reason, key }: Parameters<typeof replaceEnvelope>[1],
): Promise<void> {
  const client = await context.api();
  const void_ = { parameters: { envelopeId: before.id }, body: { reason }, idempotencyKey: `${key}-void` };
  await printPreviews(context, [
    await client.preview('createEnvelope', { body, idempotencyKey: key }),
    await client.preview('voidEnvelope', void_),
    await client.preview('sendEnvelope', { parameters: { envelopeId: 'ID-OF-THE-DRAFT' } }, { unchecked: true }),
  ]);
  const { refuseForeseen } = await import('../../sending/envelope/foresee.js');
  await refuseForeseen(context, body, {});
}
