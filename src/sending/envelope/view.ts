import type { Context } from '../../cli/context/context.js';
import type { Act } from '../../cli/write/write.js';
import type { Envelope, Recipient } from '../../contract/resources/envelope.js';
import type { View } from '../../core/terminal/output.js';
import type { Cell, Table } from '../../core/terminal/table.js';
import { signedCopyWords } from './signed-copy.js';
import { uuidOf } from '../../cli/flags/identifier.js';

interface EnvelopeViewOptions {
  /** Whether the documents are sealed; null if unknown. */
  readonly sealed?: boolean | null;
  /** It is the response to a send, where `invitation_delivered` means accepted and not delivered (Recipient). */
  readonly isSendResponse?: boolean;
  /** Who mails the signed copy, where it was just created. */
  readonly delivery?: 'service' | 'integrator';
}

/** An envelope as details and a table of its recipients, in routing order. */
export function envelopeView(
  envelope: Envelope,
  next: readonly string[] = [],
  { sealed = null, isSendResponse = false, delivery }: EnvelopeViewOptions = {},
): View {
  return {
    details: [
      ['Id', envelope.id],
      ['Title', envelope.title],
      ['Status', { state: sealed === true ? 'sealed' : envelope.status }],
      ['Template', envelope.template_id ?? 'none (one-off)'],
      ['Created', { instant: envelope.created_at }],
      ['Sent', envelope.sent_at === null ? null : { instant: envelope.sent_at }],
      ['Expires', envelope.expires_at === null ? 'never' : { instant: envelope.expires_at }],
      ...(delivery === undefined ? [] : [['Signed copy', signedCopyWords(delivery)] as const]),
    ],
    table: recipientTable(envelope.recipients, isSendResponse),
    next,
  };
}

function recipientTable(recipients: readonly Recipient[], isSendResponse: boolean): Table {
  return {
    columns: ['RECIPIENT', 'ROLE', 'NAME', 'EMAIL', 'STATUS', 'INVITATION'],
    rows: recipients.map((recipient) => [
      { id: recipient.id },
      { sentence: recipient.role },
      { sentence: recipient.name },
      recipient.email,
      { state: recipient.status },
      invitation(recipient, isSendResponse),
    ]),
    empty: 'The envelope has no recipients.',
  };
}

/** `null`: no invitation is sent to this recipient (Recipient: invitation_delivered). */
function invitation({ embedded, invitation_delivered: delivered }: Recipient, isSendResponse: boolean): Cell {
  if (embedded) return 'embedded';
  if (delivered === null) return null;
  if (isSendResponse) return delivered ? 'accepted' : 'not accepted';
  return delivered ? 'delivered' : 'no report';
}

/** A recipient in one line. */
export const personLine = ({ name, email, role }: Pick<Recipient, 'name' | 'email' | 'role'>): string =>
  `${name} <${email}> (${role})`;

/** The confirmation prompt for an action on an envelope. */
export const actOn = (what: (title: string) => string, envelope: Envelope): Act => ({
  what: what(envelope.title),
  toWhom: envelope.recipients.map(personLine),
});

/** What voiding an envelope does, before it is done. */
export const voidAct = (envelope: Envelope): Act => ({
  ...actOn((title) => `This voids “${title}” for everybody. It cannot be undone`, envelope),
  question: 'Void it?',
});

/** Parsers for the ids of the envelope commands, so that an invalid id sends no request. */
export const envelopeId = uuidOf('envelope', 'esign envelope list --search TEXT');
export const brandId = uuidOf('brand');

/**
 * Stores envelopes from a response, for lists and completion. A replayed response may be older than the stored state and
 * is ignored. Best effort: it never fails the command.
 */
export async function remember(
  context: Context,
  envelopes: readonly Envelope[],
  { replayed }: { readonly replayed: boolean | undefined },
  delivery?: 'service' | 'integrator',
): Promise<void> {
  if (replayed === true) return;
  const { openMemory } = await import('./known-status.js');
  const memory = await openMemory(context);
  await memory.keep(envelopes.map((envelope) => ({ envelope, sealed: null, rate: undefined, delivery })));
}
