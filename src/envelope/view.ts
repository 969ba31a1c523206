import type { Act } from '../cli/confirm.js';
import type { Envelope, Recipient } from '../contract/resources/envelope.js';
import type { View } from '../terminal/output.js';
import type { Cell, Table } from '../terminal/table.js';

/** How a person sees an envelope: its state, and its recipients in routing order. */
export function envelopeView(envelope: Envelope, next: readonly string[] = []): View {
  return {
    details: [
      ['Id', envelope.id],
      ['Title', envelope.title],
      ['Status', { state: envelope.status }],
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

/** `null` means that nobody was meant to mail this recipient (Recipient: invitation_delivered). */
function invited({ embedded, invitation_delivered }: Recipient): Cell {
  if (embedded) return 'embedded';
  return invitation_delivered;
}

/** A person of a request or of an envelope in one line. */
export const personLine = ({ name, email, role }: Pick<Recipient, 'name' | 'email' | 'role'>): string =>
  `${name} <${email}> (${role})`;

/** What an act on an envelope means, and for whom: read only when somebody has to be asked. */
export const actOn = (what: (title: string) => string, envelope: Envelope): Act => ({
  what: what(envelope.title),
  toWhom: envelope.recipients.map(personLine),
});
