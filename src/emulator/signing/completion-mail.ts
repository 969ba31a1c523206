import type { Envelope, Recipient } from '../domain/envelope.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { fileName } from './file-name.js';

/** Every organisation has an owner of its keys, also one that was created without members. */
const ownerOfKeys = 'owner@local.test';

/**
 * Within a transaction: e-mails the sealed PDFs to the sender and to every recipient with e-mail; never to an embedded
 * one (POST /api/v1/envelopes, `completion_delivery`). The copies then count as sent.
 */
export function tellCompleted(
  service: Service,
  envelope: Envelope,
  sealed: readonly { readonly name: string; readonly pdf: Buffer }[],
): Envelope {
  const attachments = sealed.map(({ name, pdf }) => ({ filename: fileName(name, ''), bytes: pdf }));
  const tell = (to: { name: string; email: string }, recipient: Recipient | null): void => {
    service.outbox.send({
      organisation_id: envelope.organisation_id,
      mode: envelope.mode,
      kind: 'completed',
      to,
      subject: `Completed: ${envelope.title}`,
      text: `Dear ${to.name},\n\n"${envelope.title}" has been signed by everyone. The documents are attached.\n`,
      link: null,
      envelope_id: envelope.id,
      recipient_id: recipient?.id ?? null,
      attachments,
    });
  };
  const organisation = organisationRepository(service.store.sql).find(envelope.organisation_id);
  const sender = organisation?.members[0] ?? ownerOfKeys;
  tell({ name: organisation?.name ?? 'Sender', email: sender }, null);
  for (const recipient of envelope.recipients) {
    if (!recipient.embedded && recipient.status !== 'delegated')
      tell({ name: recipient.name, email: recipient.email }, recipient);
  }
  const recipients = envelope.recipients.map((recipient): Recipient =>
    recipient.routing_type === 'cc' && !recipient.embedded ? { ...recipient, status: 'sent' } : recipient,
  );
  return { ...envelope, recipients };
}
