import { isOpen, type Envelope, type Recipient } from '../../domain/envelope.js';
import { markup, type Html } from './html.js';

/** Words for somebody who comes to a page where there is nothing to sign (any more); null when there is. */
export function whyClosed(envelope: Envelope, recipient: Recipient, now: number): string | null {
  switch (recipient.status) {
    case 'signed':
      return 'You have already signed. There is nothing more for you to do.';
    case 'declined':
      return 'You have declined to sign. The envelope is closed.';
    case 'delegated':
      return 'You have handed this over to somebody else, who signs in your place.';
    case 'pending':
    case 'sent':
      return whyEnvelopeClosed(envelope, now);
  }
}

function whyEnvelopeClosed(envelope: Envelope, now: number): string | null {
  if (isOpen(envelope, now)) return null;
  switch (envelope.status) {
    case 'voided':
      return 'This envelope was withdrawn by the sender. There is nothing for you to sign.';
    case 'declined':
      return 'Somebody else has declined to sign, so the envelope is closed.';
    case 'completed':
      return 'Everybody has signed. There is nothing for you to do.';
    case 'draft':
      return 'This envelope has not been sent yet.';
    case 'sent':
    case 'partially_signed':
    case 'expired':
      return 'The deadline for signing has passed.';
  }
}

export const closedBody = (title: string, words: string): Html => markup`<h1>${title}</h1>
<p>${words}</p>`;
