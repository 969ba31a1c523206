import { partOf } from '../../domain/answers.js';
import type { EnvelopeForm } from '../../domain/envelope-form.js';
import { isOpen, type Envelope, type Recipient } from '../../domain/envelope.js';
import { markup, type Html } from '../../html.js';
import { partWords } from '../part-words.js';

/** A page without a form: a result, or why there is nothing to do. */
export interface Notice {
  readonly title: string;
  readonly words: string;
  readonly kind: 'done' | 'closed';
}

/** What a recipient with the status `signed` did: not everybody has a signature field. */
export const actOf = (form: EnvelopeForm, { role }: Pick<Recipient, 'role'>): string =>
  partWords[partOf(form, role)].done;

/** The notice for a visitor without anything to sign; null when there is. */
export function whyClosed(
  { envelope, form, recipient }: { envelope: Envelope; form: EnvelopeForm; recipient: Recipient },
  now: number,
): Notice | null {
  switch (recipient.status) {
    case 'signed':
      return {
        title: actOf(form, recipient),
        words: 'There is nothing more for you to do.',
        kind: 'done',
      };
    case 'declined':
      return closed('You have declined', 'The envelope is closed.');
    case 'delegated':
      return delegatedTo(envelope, recipient.id);
    case 'pending':
    case 'sent':
      return whyEnvelopeClosed(envelope, now);
  }
}

/** The notice for a recipient who delegated: who is asked now, by name and address. */
export function delegatedTo({ recipients }: Pick<Envelope, 'recipients'>, recipientId: string): Notice {
  // A replacement follows the recipient who delegated.
  const after = recipients.slice(recipients.findIndex(({ id }) => id === recipientId) + 1);
  const next = after.find(({ status }) => status !== 'delegated');
  const who = next === undefined ? 'Another person' : `${next.name} (${next.email})`;
  return { title: 'Delegated', words: `${who} is asked in your place.`, kind: 'done' };
}

function whyEnvelopeClosed(envelope: Envelope, now: number): Notice | null {
  if (isOpen(envelope, now)) return null;
  switch (envelope.status) {
    case 'voided':
      return closed('Withdrawn', 'This envelope was withdrawn by the sender. There is nothing for you to do.');
    case 'declined':
      return closed('Declined', 'Another person has declined, so the envelope is closed.');
    case 'completed':
      return closed('Completed', 'Everyone has finished. There is nothing for you to do.');
    case 'draft':
      return closed('Not sent yet', 'This envelope has not been sent yet.');
    case 'sent':
    case 'partially_signed':
    case 'expired':
      return closed('Expired', 'The deadline for signing has passed. Please ask the sender to send it again.');
  }
}

/** A page with the reason why there is nothing to sign. */
export const closed = (title: string, words: string): Notice => ({ title, words, kind: 'closed' });

/** The notice as a page; `about` is the title of the envelope, if it may be shown, and `more` stands under it. */
export const noticeBody = ({ title, words, kind }: Notice, about: string | null, more?: Html): Html =>
  markup`<main class="notice ${kind}"><div class="sign-of" aria-hidden="true"></div>
<h1 tabindex="-1">${title}</h1>
${about !== null && markup`<p class="about">${about}</p>`}
<p>${words}</p>${more ?? null}</main>`;
