import type { Envelope } from '../../contract/resources/envelope.js';
import { isOneAddress, mailtoOf, plainLine } from './mail-draft.js';

/** Who mails the signed copy at the end; null where this machine does not know how the envelope was created. */
export type CopyDelivery = 'service' | 'integrator' | null;

/** How a creation has the signed copy delivered (POST /api/v1/envelopes, `completion_delivery`). */
export const copyDeliveryIn = (body: Readonly<Record<string, unknown>>): 'service' | 'integrator' =>
  body['completion_delivery'] === 'service' ? 'service' : 'integrator';

/** Who gets the signed copy of an envelope: a sentence. */
export function signedCopyWords(delivery: CopyDelivery): string {
  switch (delivery) {
    case 'service':
      return 'The service mails it to the sender and every recipient who is not embedded.';
    case 'integrator':
      return 'The service mails it to nobody. Send it yourself: `esign envelope download --mailto`.';
    case null:
      return 'The service mails it to nobody, unless the envelope was created with --completion-delivery service.';
  }
}

/** A mail to one recipient that is not sent: a link that opens in a mail program, where the file is to be attached. */
export interface MailLink {
  readonly name: string;
  readonly email: string;
  readonly mailto: string;
}

/**
 * A draft to everybody who takes part, or is copied in, once for each address; none to what a mail program would take for
 * several. `files` are the names of the sealed PDFs.
 */
export function mailDrafts({ title, recipients }: Envelope, files: readonly string[]): readonly MailLink[] {
  const current = recipients.filter(({ status, email }) => status !== 'delegated' && isOneAddress(email));
  const people = new Map(current.toReversed().map(({ name, email }) => [email.toLowerCase(), { name, email }]));
  const attached = files.length === 1 ? 'The signed copy is' : 'The signed copies are';
  return [...people.values()].toReversed().map(({ name, email }) => {
    const about = plainLine(title);
    const text = `Dear ${plainLine(name)},\n\n${about} is complete. ${attached} attached: ${files.join(', ')}\n`;
    return { name, email, mailto: mailtoOf({ email, subject: `Signed copy: ${about}`, text }) };
  });
}
