import { recipientOf } from '../domain/envelope.js';
import { notFound, missing } from '../domain/refusal.js';
import { checkActing } from '../domain/signing-url.js';
import type { Service } from '../service.js';
import { mintUrl } from '../signing/mint-url.js';
import { envelopeRepository } from '../store/envelope-repository.js';

/** The signing page of a recipient: the link of their invitation, or a new signing URL of an embedded one. */
export async function signingLink(service: Service, envelopeId: string, recipientId: string): Promise<string> {
  return await service.store.commit(() => {
    const envelope = envelopeRepository(service.store.sql).findAnywhere(envelopeId);
    const recipient = envelope && recipientOf(envelope, recipientId);
    if (envelope === undefined || recipient === undefined) throw notFound();
    checkActing(envelope, recipient, service.clock.now());
    if (recipient.embedded) return mintUrl(service, envelope, recipient).url;
    const link = service.outbox.invitation(recipient.id)?.link ?? null;
    if (link === null) throw missing('The recipient has no invitation with a link.');
    return link;
  });
}
