import type { Act } from '../cli/confirm.js';
import type { Envelope, Recipient } from '../contract/resources/envelope.js';
import type { View } from '../terminal/output.js';
import type { Cell, Table } from '../terminal/table.js';

/** An envelope as details and a table of its recipients, in routing order; `sealed` is null if unknown. */
export function envelopeView(envelope: Envelope, next: readonly string[] = [], sealed: boolean | null = null): View {
  return {
    details: [
      ['Id', envelope.id],
      ['Title', envelope.title],
      ['Status', { state: sealed === true ? 'sealed' : envelope.status }],
      ['Template', envelope.template_id ?? 'none (one-off)'],
      ['Created', { instant: envelope.created_at }],
      ['Sent', envelope.sent_at === null ? null : { instant: envelope.sent_at }],
      ['Expires', envelope.expires_at === null ? 'never' : { instant: envelope.expires_at }],
    ],
    table: recipientTable(envelope.recipients),
    next,
  };
}

function recipientTable(recipients: readonly Recipient[]): Table {
  return {
    columns: ['RECIPIENT', 'ROLE', 'NAME', 'EMAIL', 'STATUS', 'INVITED'],
    rows: recipients.map((recipient) => [
      { id: recipient.id },
      recipient.role,
      recipient.name,
      recipient.email,
      { state: recipient.status },
      invited(recipient),
    ]),
    empty: 'The envelope has no recipients.',
  };
}

/** `null`: no invitation is sent to this recipient (Recipient: invitation_delivered). */
function invited({ embedded, invitation_delivered }: Recipient): Cell {
  if (embedded) return 'embedded';
  return invitation_delivered;
}

/** A recipient in one line. */
export const personLine = ({ name, email, role }: Pick<Recipient, 'name' | 'email' | 'role'>): string =>
  `${name} <${email}> (${role})`;

/** The confirmation prompt for an action on an envelope. */
export const actOn = (what: (title: string) => string, envelope: Envelope): Act => ({
  what: what(envelope.title),
  toWhom: envelope.recipients.map(personLine),
});
