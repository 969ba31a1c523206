import { partOf } from '../domain/answers.js';
import type { Envelope, Recipient } from '../domain/envelope.js';
import type { Service } from '../service.js';
import { deadlineWords, partWords } from './part-words.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { cappedAt } from '../domain/envelope-deadline.js';

/** Within a transaction: e-mails the signing link to a recipient whose turn has begun, unless embedded. */
export function invite(service: Service, envelope: Envelope, recipient: Recipient): void {
  if (recipient.embedded) return;
  const token = newToken(service);
  signingRepository(service.store.sql).add(token, {
    envelope_id: envelope.id,
    recipient_id: recipient.id,
    kind: 'mailed',
    expires_at: envelope.expires_at === null ? null : Date.parse(envelope.expires_at),
  });
  const link = `${service.settings.baseUrl}/sign/${token}`;
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  const { please, verb } = partWords[partOf(form, recipient.role)];
  const until = envelope.expires_at === null ? '' : `\nPlease ${please} ${deadlineWords(envelope.expires_at)}.`;
  service.outbox.send({
    organisation_id: envelope.organisation_id,
    mode: envelope.mode,
    kind: 'invitation',
    to: { name: recipient.name, email: recipient.email },
    subject: `Please ${verb}: ${envelope.title}`,
    text:
      `Dear ${recipient.name},\n\n${envelope.brand_name ?? ''} asks you to ${verb} "${envelope.title}" ` +
      `as ${recipient.role}.${until}\n\n${link}\n`,
    link,
    envelope_id: envelope.id,
    recipient_id: recipient.id,
  });
}

/** A bearer credential of 256 bits. */
export const newToken = (service: Service): string => service.random.bytes(32).toString('base64url');

/** The meaning of `invitation_delivered`: accepted on a send, reported as delivered on a read (Recipient). */
export type DeliveryReading = 'accepted' | 'reported';

/** The `invitation_delivered` of a recipient; null without an e-mail. */
export function deliveryOf(service: Service, reading: DeliveryReading): (recipient: Recipient) => boolean | null {
  return (recipient) => {
    if (recipient.embedded || recipient.routing_type === 'cc' || recipient.status === 'pending') return null;
    const mail = service.outbox.invitation(recipient.id);
    if (mail === null) return null;
    return reading === 'accepted' || mail.delivered_at !== null;
  };
}

/** Within a transaction: notifies invited recipients that there is nothing left to do. */
export function tellWithdrawn(service: Service, envelope: Envelope, invited: readonly Recipient[]): void {
  for (const recipient of invited) {
    service.outbox.send({
      organisation_id: envelope.organisation_id,
      mode: envelope.mode,
      kind: 'voided',
      to: { name: recipient.name, email: recipient.email },
      subject: `Withdrawn: ${envelope.title}`,
      text:
        `Dear ${recipient.name},\n\n${envelope.brand_name ?? 'The sender'} has withdrawn "${envelope.title}". ` +
        `There is nothing for you to do.\n\nReason: ${envelope.end_reason ?? ''}\n`,
      link: null,
      envelope_id: envelope.id,
      recipient_id: recipient.id,
    });
  }
}

/**
 * Within a transaction: a new signing URL for an embedded recipient, who may act. It is a bearer credential for a legal
 * act, and only its digest is stored (POST …/signing-url). `expires_at` is milliseconds since 1970.
 */
export function mintUrl(
  service: Service,
  envelope: Envelope,
  recipient: Recipient,
): { readonly url: string; readonly expires_at: number } {
  const token = newToken(service);
  const life = service.contract.limits.signingUrlMinutes * 60_000;
  const expires = cappedAt(service.clock.now(), life, envelope.expires_at);
  signingRepository(service.store.sql).add(token, {
    envelope_id: envelope.id,
    recipient_id: recipient.id,
    kind: 'minted',
    expires_at: expires,
  });
  return { url: `${service.settings.baseUrl}/embed/${token}`, expires_at: expires };
}
