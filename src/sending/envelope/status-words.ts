import { openEnvelopeStates } from '../../contract/states.js';
import type { Envelope, Recipient } from '../../contract/resources/envelope.js';

/** The status of an envelope in words: whose turn it is, what blocks it, and the state of each recipient. */

/** Not one who only gets a copy. */
export const acts = ({ routing_type }: Recipient): boolean => routing_type !== 'cc';
const isOpen = ({ status }: Envelope): boolean => openEnvelopeStates.includes(status);
export const isDone = ({ status }: Recipient): boolean => ['signed', 'declined', 'delegated'].includes(status);

/** Those who are asked to act now; nobody unless the envelope is out for signature. */
export function turnOf(envelope: Envelope): readonly Recipient[] {
  if (!isOpen(envelope)) return [];
  const acting = envelope.recipients.filter(acts);
  const asked = acting.filter(({ status }) => status === 'sent');
  // A state that the description does not show (A16): then it is the first who has not acted.
  return asked.length > 0 ? asked : acting.filter((each) => !isDone(each)).slice(0, 1);
}

export interface Sealing {
  /** Null: the key may not read documents. */
  readonly sealed: boolean | null;
  /** When this machine last heard that sealing gave up; null when it has not heard so. */
  readonly failedAt: string | null;
}

/** What has to happen next, or why nothing will: one sentence. */
export function blockedBy(envelope: Envelope, { sealed, failedAt }: Sealing): string {
  switch (envelope.status) {
    case 'draft':
      return 'It is a draft. Nobody is asked to sign until you send it.';
    case 'sent':
    case 'partially_signed':
      return waitsFor(envelope);
    case 'completed':
      if (sealed === true) return 'Complete. Everybody has acted and all documents are sealed.';
      if (sealed === null) return 'Everybody has acted. This key cannot read whether the documents are sealed.';
      if (failedAt !== null) {
        return 'Sealing failed and will not be retried. Ask support to retry it.';
      }
      return 'Everybody has acted. Sealing takes about a minute. A failed sealing is only reported as an event.';
    case 'voided':
      return 'The sender voided it.';
    case 'declined':
      return `${namesOf(envelope.recipients.filter(({ status }) => status === 'declined')) || 'A recipient'} declined to sign.`;
    case 'expired':
      return 'It expired before everybody had acted.';
    default:
      return 'The service responded with a status that the API description does not have.';
  }
}

function waitsFor(envelope: Envelope): string {
  const turn = turnOf(envelope);
  if (turn.length === 0) return 'Everybody has acted. The service is completing it.';
  const embedded = turn.filter((each) => each.embedded);
  const held = envelope.recipients.filter((each) => acts(each) && !isDone(each) && !turn.includes(each));
  return [
    `Waiting for ${namesOf(turn)}.`,
    embedded.length > 0 ? `Your app must show the signing page to ${namesOf(embedded)}.` : '',
    held.length > 0 ? `Next: ${namesOf(held)}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const namesOf = (recipients: readonly Recipient[]): string =>
  recipients.map(({ name, role }) => `${name} (${role})`).join(', then ');

/** What a recipient is in the routing: `turn`, `held` back, `done`, `copy` for a cc, `over` when it never came to it. */
export function placeOf(recipient: Recipient, envelope: Envelope): 'turn' | 'held' | 'done' | 'copy' | 'over' {
  if (!acts(recipient)) return 'copy';
  if (isDone(recipient)) return 'done';
  if (turnOf(envelope).includes(recipient)) return 'turn';
  return envelope.status === 'draft' || isOpen(envelope) ? 'held' : 'over';
}

/** Why `invitation_delivered` reads as it does: each case of the description (Recipient). */
export function invitationWords(recipient: Recipient, envelope: Envelope): string {
  const { embedded, routing_type: routing, invitation_delivered: delivered } = recipient;
  if (delivered === true) return 'The mail provider reported that the invitation was delivered.';
  if (delivered === false) {
    return (
      'No delivery report yet. The mail provider may have accepted the invitation (then the response to `send` said true), ' +
      'but that is not delivery.'
    );
  }
  if (routing === 'cc') return 'No invitation: this recipient only gets a copy.';
  if (embedded) return 'No invitation: an embedded recipient signs in your app.';
  switch (placeOf(recipient, envelope)) {
    case 'held':
      return envelope.status === 'draft'
        ? 'Not invited yet: a draft emails nobody.'
        : 'Not invited yet: the invitation is sent when it is their turn.';
    case 'over':
      return 'Never invited: the envelope ended before their turn.';
    case 'turn':
    case 'done':
    case 'copy':
      return 'No invitation for this recipient.';
  }
}

const day = 86_400_000;

/** A span for a person, its two largest units: `13d 4h`, `5m`, `40s`. Milliseconds, of either sign. */
export function spanWords(milliseconds: number): string {
  const span = Math.abs(milliseconds);
  const parts = [
    [Math.floor(span / day), 'd'],
    [Math.floor(span / 3_600_000) % 24, 'h'],
    [Math.floor(span / 60_000) % 60, 'm'],
    [Math.floor(span / 1000) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0s';
  // Seconds beside minutes only tick.
  const shown = parts.slice(first, first + (first >= 2 ? 1 : 2)).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count}${unit}`).join(' ');
}
