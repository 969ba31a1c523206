import type { ServedReply } from '../../core/http/serve.js';
import { stateOf } from '../domain/signing-link.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import { signingRepository } from '../store/signing-repository.js';
import { closed } from './page/closed.js';
import type { Visit } from './page/submit.js';
import { copyLink, copyRoutes, signerOf } from './signed-copy.js';
import { closedFor, closedPage, signingRoutes, visitOf } from './visit.js';

const path = '/sign/{token}';
const framing = 'deny';

/** The page of an invitation link. It cannot be embedded, and stays open until the recipient has acted. */
export const mailedRoutes: readonly PageRoute[] = [
  ...signingRoutes({ path, way: 'link', framing: () => framing, enter, token: tokenOf }),
  ...copyRoutes({ kind: 'mailed', path, framing: () => framing }),
];

function tokenOf({ parameters }: PageCall): string {
  return parameters['token'] ?? '';
}

/** The visitor of a link, or the page that says why it is invalid. */
function enter(call: PageCall): Visit | ServedReply {
  const { service } = call;
  const token = tokenOf(call);
  const link = signingRepository(service.store.sql).find(token);
  const visit = link?.kind === 'mailed' ? visitOf(service, link) : undefined;
  const words = 'This link is not valid. Please open the link in your invitation again.';
  const unreadable = closed('Link not valid', words);
  if (link === undefined || visit === undefined)
    return closedPage(service, { status: 404, notice: unreadable, framing });
  const now = service.clock.now();
  const notice = closedFor(visit, now);
  if (notice !== null) {
    const signed = signerOf(service, token, 'mailed') !== null;
    const more = signed ? { more: copyLink(`/sign/${token}`, framing) } : {};
    return closedPage(service, { status: 410, notice, framing, about: visit.envelope.title, ...more });
  }
  return stateOf(link, now) === 'live' ? visit : closedPage(service, { status: 410, notice: unreadable, framing });
}
