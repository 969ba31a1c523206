import { recipientOf } from '../domain/envelope.js';
import { notFound, missing } from '../domain/refusal.js';
import { cappedAt } from '../domain/envelope-deadline.js';
import { checkActing } from '../domain/signing-url.js';
import type { Service } from '../service.js';
import { newToken } from '../signing/invite.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { signingRepository } from '../store/signing-repository.js';

/** The signing page of a recipient: the link of their invitation, or a new signing URL of an embedded one. */
export async function signingLink(service: Service, envelopeId: string, recipientId: string): Promise<string> {
  return await service.store.commit(() => {
    const envelope = envelopeRepository(service.store.sql).findAnywhere(envelopeId);
    const recipient = envelope && recipientOf(envelope, recipientId);
    if (envelope === undefined || recipient === undefined) throw notFound();
    const now = service.clock.now();
    checkActing(envelope, recipient, now);
    if (!recipient.embedded) {
      const link = service.outbox.invitation(recipient.id)?.link ?? null;
      if (link === null) throw missing('The recipient has no invitation with a link.');
      return link;
    }
    const token = newToken(service);
    signingRepository(service.store.sql).add(token, {
      envelope_id: envelope.id,
      recipient_id: recipient.id,
      kind: 'minted',
      expires_at: cappedAt(now, service.contract.limits.signingUrlMinutes * 60_000, envelope.expires_at),
    });
    return `${service.settings.baseUrl}/embed/${token}`;
  });
}
