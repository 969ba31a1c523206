import type { Envelope, Recipient } from './envelope.js';

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

/** The current holder of a role, or undefined: only copies share a role. */
export const holderOf = (envelope: Routed, role: string): Recipient | undefined =>
  envelope.recipients.find((recipient) => recipient.role === role && holdsPosition(recipient));
