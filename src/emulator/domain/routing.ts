import type { Envelope, Recipient } from './envelope.js';

/** Whose turn it is: every envelope is sequential in the order of its recipients; a cc holds nobody back (A18). */

type Routed = Pick<Envelope, 'recipients'>;

/** Has to act, or has acted: everybody but a cc and those who delegated. */
export const holdsPosition = (recipient: Recipient): boolean =>
  recipient.routing_type !== 'cc' && recipient.status !== 'delegated';

/** Those who still have to act, in routing order. */
export const outstanding = (envelope: Routed): readonly Recipient[] =>
  envelope.recipients.filter((recipient) => holdsPosition(recipient) && !hasActed(recipient));

/** The one whose turn it is, or null when everybody has acted. */
export const whoseTurn = (envelope: Routed): Recipient | null => outstanding(envelope)[0] ?? null;

export function hasActed(recipient: Recipient): boolean {
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

/** The person who holds a role now, or undefined: nobody shares a role but copies. */
export const holderOf = (envelope: Routed, role: string): Recipient | undefined =>
  envelope.recipients.find((recipient) => recipient.role === role && holdsPosition(recipient));
