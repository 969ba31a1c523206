import { envelopeNamed } from '../control/envelope-named.js';
import { recipientOf } from '../domain/envelope.js';
import { notFound, missing } from '../domain/refusal.js';
import { checkActing } from '../domain/signing-url.js';
import type { Service } from '../service.js';
import { mintUrl } from '../signing/mint-url.js';

/** The signing page of a recipient: the link of their invitation, or a new signing URL of an embedded one. */
export async function signingLink(service: Service, envelopeId: string, recipientId: string): Promise<string> {
  return await service.store.commit(() => {
    const envelope = envelopeNamed(service, envelopeId);
    const recipient = recipientOf(envelope, recipientId);
    if (recipient === undefined) throw notFound();
    checkActing(envelope, recipient, service.clock.now());
    if (recipient.embedded) return mintUrl(service, envelope, recipient).url;
    const link = service.outbox.invitation(recipient.id)?.link ?? null;
    if (link === null) throw missing('The recipient has no invitation with a link.');
    return link;
  });
}
