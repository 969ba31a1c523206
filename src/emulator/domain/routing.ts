import { isOpen, type Envelope, type Recipient } from './envelope.js';
import { Refusal } from './refusal.js';

/** Whose turn it is: every envelope is sequential in recipient order; a cc does not block others (A18). */

type Routed = Pick<Envelope, 'recipients'>;

/** Has to act, or has acted: all except a cc and those who delegated. */
export const holdsPosition = (recipient: Recipient): boolean =>
  recipient.routing_type !== 'cc' && recipient.status !== 'delegated';

/** Recipients who still have to act, in routing order. */
export const outstanding = (envelope: Routed): readonly Recipient[] =>
  envelope.recipients.filter((recipient) => holdsPosition(recipient) && !hasActed(recipient));

/** The next recipient to act, or null when all have acted. */
export const whoseTurn = (envelope: Routed): Recipient | null => outstanding(envelope)[0] ?? null;

function hasActed(recipient: Recipient): boolean {
  switch (recipient.status) {
    case 'signed':
    case 'declined':
    case 'delegated':
      return true;
    case 'pending':
    case 'sent':
      return false;
  }
}

/** The current holder of a role, or undefined: only copies share a role. */
export const holderOf = (envelope: Routed, role: string): Recipient | undefined =>
  envelope.recipients.find((recipient) => recipient.role === role && holdsPosition(recipient));

/** Rejects an action of a recipient: the envelope is not open, they have acted, or it is not their turn (A18). */
export function checkActing(envelope: Envelope, recipient: Recipient, now: number): void {
  checkOpen(envelope, now);
  checkTurn(envelope, recipient);
}

/** The four conditions for a signing URL, each with its own code, in the description's order (POST …/signing-url). */
export function checkMinting(envelope: Envelope, recipient: Recipient, now: number): void {
  checkOpen(envelope, now);
  if (!recipient.embedded) {
    throw new Refusal(
      'recipient_not_embedded',
      'The recipient was not created with embedded: true and signs through the link in the invitation.',
    );
  }
  checkTurn(envelope, recipient);
}

function checkOpen(envelope: Envelope, now: number): void {
  if (isOpen(envelope, now)) return;
  const status =
    envelope.status === 'sent' || envelope.status === 'partially_signed' ? 'past its deadline' : envelope.status;
  throw new Refusal('envelope_not_open', `The envelope is not open for signing: it is ${status}.`);
}

function checkTurn(envelope: Envelope, recipient: Recipient): void {
  if (hasActed(recipient)) {
    throw new Refusal('recipient_already_acted', `The recipient has already acted: ${recipient.status}.`);
  }
  if (whoseTurn(envelope)?.id === recipient.id) return;
  throw new Refusal(
    'recipient_not_yet_turn',
    recipient.routing_type === 'cc'
      ? 'A cc receives a copy and never has a turn.'
      : 'It is not the turn of this recipient yet.',
  );
}
