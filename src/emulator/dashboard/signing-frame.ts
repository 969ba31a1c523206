import type { ServedReply } from '../../core/http/serve.js';
import { checkActing } from '../domain/routing.js';
import { missing, notFound } from '../domain/refusal.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { closedFor, closedPage, signingRoutes, visitOf } from '../signing/visit.js';
import { closed } from '../signing/page/closed.js';
import type { Framing } from '../signing/page/page.js';
import type { Visit } from '../signing/page/submit.js';
import type { Codes } from './codes.js';
import { route } from './page.js';
import { envelopeNamed } from '../control/route.js';
import { recipientOf } from '../domain/envelope.js';
import { mintUrl } from '../signing/invite.js';

/** Whose signing page the emulator's page shows in a frame. */
export interface FramedSigner {
  readonly envelope_id: string;
  readonly recipient_id: string;
}

const path = '/dashboard/signing/{code}';

/**
 * The signing page for a frame of the emulator's page, which no other site may embed. The page of an invitation cannot
 * be embedded anywhere, and that of a signing URL only by the sites of the brand; this is the same form at an address of
 * its own, so that neither rule is touched.
 */
export function signingFrame(signers: Codes<FramedSigner>): readonly PageRoute[] {
  const enter = (call: PageCall): Visit | ServedReply => {
    const signer = signers.read(call.parameters['code'] ?? '');
    const visit = signer === undefined ? undefined : visitOf(call.service, signer);
    const framing = framingOf(call);
    if (visit === undefined) return closedPage(call.service, { status: 404, notice: expired, framing });
    const notice = closedFor(visit, call.service.clock.now());
    if (notice === null) return visit;
    return closedPage(call.service, { status: 410, notice, framing, about: visit.envelope.title });
  };
  const page = signingRoutes({ path, way: 'dashboard', framing: framingOf, enter, token: () => null });
  return page.map(({ method, path: at, handle }) => route(method, at, handle));
}

/** Checks that it is the turn of a recipient. Throws not_found and the errors of `checkActing`. */
export function checkTurn(service: Service, signer: FramedSigner): void {
  const visit = visitOf(service, signer);
  if (visit === undefined) throw notFound();
  checkActing(visit.envelope, visit.recipient, service.clock.now());
}

const expired = closed('Page expired', 'Open the signing page again beside the timeline.');

/** The page of the emulator is served under each name of this machine, which `route` has checked. */
const framingOf = ({ request }: PageCall): Framing => ({ origins: [`http://${request.headers.get('host') ?? ''}`] });

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
