import { isOpen, type Envelope, type Recipient } from './envelope.js';
import { Refusal } from './refusal.js';
import { hasActed, whoseTurn } from './routing.js';

/** A signing link; only a digest of its token is stored. Times are milliseconds. */
export interface SigningLink {
  readonly envelope_id: string;
  readonly recipient_id: string;
  readonly kind: LinkKind;
  /** Null: valid while the envelope is open. */
  readonly expires_at: number | null;
  readonly spent_at: number | null;
  readonly revoked_at: number | null;
}

/** `mailed` with an invitation; `minted` for an embedded signer; `session` from a redeemed one. */
export type LinkKind = 'mailed' | 'minted' | 'session';

export type LinkState = 'live' | 'used' | 'revoked' | 'expired';

/** Expiry is checked first: an expired URL is refused in a frame whatever else happened to it. */
export function stateOf(link: SigningLink, now: number): LinkState {
  if (link.expires_at !== null && now >= link.expires_at) return 'expired';
  if (link.revoked_at !== null) return 'revoked';
  return link.spent_at === null ? 'live' : 'used';
}

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
