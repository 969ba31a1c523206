import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { openEnvelopeStates } from '../../contract/states.js';
import type { View } from '../../core/terminal/output.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { envelopeId } from '../../sending/envelope/view.js';
import { readStatus, openMemory, sealingFailedAt } from '../../sending/envelope/known-status.js';
import { endReason, endReasonWords } from '../../sending/envelope/follow-end.js';
import { nextStepsFor } from '../../sending/envelope/next-steps.js';
import { replacementOf } from '../../sending/envelope/replace-envelope.js';
import { sinceWords } from '../../sending/envelope/turn-since.js';
import { signedCopyWords } from '../../sending/envelope/signed-copy.js';
import {
  blockedBy,
  invitationWords,
  placeOf,
  type Sealing,
  spanWords,
  turnOf,
} from '../../sending/envelope/status-words.js';

interface EnvelopeShowOptions {
  readonly id: string;
}

/** `esign envelope show ID`: how an envelope stands, in words. */
export function envelopeShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .summary('Show the status of an envelope')
    .description(
      'Show the status of an envelope: its recipients in routing order, whose turn it is, what blocks it, the ' +
        'time left, and whether each invitation was delivered. A failed sealing is known only if `esign listen` ' +
        'received the event on this machine; since when somebody is waited for is known from such events too, and is ' +
        'otherwise when this machine first saw it. `envelope get` shows the response of the service as it is.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .example('esign envelope show 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', 'Show whose turn it is.')
    .example(
      "esign envelope show 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --jq '.turn[].email'",
      'List the people whose turn it is.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .prints(shownEnvelope)
    .exits(serviceExitCodes)
    .action((id: string) => runEnvelopeShow(context, { id }));
}

const shownEnvelope = (s: ShapeBlocks) =>
  s.object({
    ...s.envelope.entries,
    sealed: s.nullable(s.flag),
    sealing_failed_at: s.nullable(s.instant),
    turn: s.envelope.entries.recipients,
    waiting_since: s.nullable(s.instant),
    waiting_since_exact: s.nullable(s.flag),
    end_reason: s.nullable(s.text),
    blocked_by: s.text,
    signed_copy: s.nullable(s.text),
    seconds_left: s.nullable(s.number),
    recipients: s.list(
      s.object({
        ...s.envelope.entries.recipients.item.entries,
        position: s.count,
        place: s.oneOf('turn', 'held', 'done', 'copy', 'over'),
        invitation: s.text,
      }),
    ),
  });

async function runEnvelopeShow(context: Context, { id }: EnvelopeShowOptions): Promise<void> {
  const memory = await openMemory(context);
  const look = await readStatus(await context.api(), id, { signal: context.signal });
  const seen = await memory.digest(look);
  await memory.store([seen]);
  const { envelope, sealed } = look;
  const failedAt =
    envelope.status === 'completed' && sealed !== true ? await sealingFailedAt(context, id, memory.host) : null;
  const sealing = { sealed, failedAt };
  const now = await serviceTime(context);
  const reason = await endReason(context, envelope);
  const left = secondsLeft(envelope, now);
  const value: Shaped<typeof shownEnvelope> = {
    ...envelope,
    sealed,
    sealing_failed_at: failedAt,
    turn: turnOf(envelope),
    waiting_since: seen.since?.at ?? null,
    waiting_since_exact: seen.since?.exact ?? null,
    end_reason: reason,
    blocked_by: blockedBy(envelope, sealing),
    signed_copy: seen.delivery ?? null,
    seconds_left: left,
    recipients: envelope.recipients.map((recipient, index) => ({
      ...recipient,
      position: index + 1,
      place: placeOf(recipient, envelope),
      invitation: invitationWords(recipient, envelope),
    })),
  };
  const waiting = seen.since == null ? [] : [['Waiting', sinceWords(seen.since, now)] as const];
  const why = endReasonWords(envelope, reason);
  const copy = isOver(envelope) ? [] : [['Signed copy', signedCopyWords(seen.delivery ?? null)] as const];
  const replacement = await replacementOf(await context.journal(), memory.host, envelope);
  const facts = [
    ...waiting,
    ...(why === null ? [] : [['Reason', why] as const]),
    ...(replacement === null ? [] : [['Replaced by', { id: replacement }] as const]),
    ...copy,
  ];
  const { recipients } = value;
  await context.output.result(value, viewOf(context, envelope, sealing, { left, facts, recipients, replacement }));
}

/** It ends without a signed copy. */
const isOver = ({ status }: Envelope): boolean => ['voided', 'declined', 'expired'].includes(status);

/** Null without a deadline, or when it does not matter any more. Negative once it has passed. */
function secondsLeft({ status, expires_at: at }: Envelope, now: number): number | null {
  const matters = status === 'draft' || openEnvelopeStates.includes(status);
  return at !== null && matters ? Math.round((Date.parse(at) - now) / 1000) : null;
}

const placeWords = { turn: '→ now', held: 'later', done: 'done', copy: 'copy', over: '–' } as const;

interface Shown {
  readonly left: number | null;
  /** Lines below the progress. */
  readonly facts: readonly (readonly [name: string, words: string | { readonly id: string }])[];
  /** The envelope that took its place, as recorded here. */
  readonly replacement: string | null;
  readonly recipients: readonly { readonly name: string; readonly invitation: string }[];
}

function viewOf(
  context: Context,
  envelope: Envelope,
  sealing: Sealing,
  { left, facts, recipients, replacement }: Shown,
): View {
  return {
    details: [
      ['Id', { id: envelope.id }],
      ['Title', envelope.title],
      ['Status', { state: sealing.sealed === true ? 'sealed' : envelope.status }],
      ['Progress', blockedBy(envelope, sealing)],
      ...facts,
      ['Created', { instant: envelope.created_at }],
      ['Sent', envelope.sent_at === null ? null : { instant: envelope.sent_at }],
      ...deadlineOf(envelope, left),
      ...recipients.map(({ name, invitation }) => [`Invitation of ${name}`, invitation] as const),
    ],
    table: {
      columns: ['#', 'TURN', 'ROLE', 'NAME', 'EMAIL', 'STATUS', 'RECIPIENT'],
      rows: envelope.recipients.map((recipient, index) => [
        index + 1,
        placeWords[placeOf(recipient, envelope)],
        { sentence: recipient.role },
        { sentence: recipient.name },
        recipient.email,
        { state: recipient.status },
        { id: recipient.id },
      ]),
      empty: 'The envelope has no recipients.',
    },
    next:
      replacement === null
        ? nextStepsFor(context, envelope, sealing.sealed, sealing.failedAt !== null)
        : [`esign envelope show ${replacement}`],
  };
}

function deadlineOf({ expires_at: at }: Envelope, left: number | null): [string, string | { instant: string }][] {
  if (at === null) return [['Deadline', 'none']];
  const utc = new Date(at).toISOString();
  const span = spanWords((left ?? 0) * 1000);
  return [
    ['Deadline', { instant: at }],
    ['In UTC', utc],
    ...(left === null ? [] : [['Left', left > 0 ? span : `none, it passed ${span} ago`] as [string, string]]),
  ];
}
