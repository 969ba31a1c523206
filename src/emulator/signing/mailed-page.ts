import type { ServedReply } from '../../core/http/serve.js';
import { stateOf } from '../domain/signing-url.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import { signingRepository } from '../store/signing-repository.js';
import { closed } from './page/closed.js';
import { actPage, closedFor, closedPage, formPage, type PageAddress, recordOpening, visitOf } from './visit.js';
import type { Visit } from './page/submit.js';
import { fileRoutes } from './page-files.js';
import { copyLink, copyRoutes, signerOf } from './signed-copy.js';
import { visitOrigin } from './visit-origin.js';

/** The page of an invitation link. It cannot be embedded, and stays open until the recipient has acted. */
export const mailedRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/sign/{token}', handle: show },
  { method: 'HEAD', path: '/sign/{token}', handle: peek },
  { method: 'POST', path: '/sign/{token}', handle: answer },
  ...fileRoutes('/sign/{token}', enter),
  ...copyRoutes({ kind: 'mailed', path: '/sign/{token}', framing: () => 'deny' }),
];

const unreadable = closed('Link not valid', 'This link is not valid. Please open the link in your invitation again.');

async function show(call: PageCall): Promise<ServedReply> {
  const visit = enter(call);
  if ('status' in visit) return visit;
  const seen = await call.service.store.commit(() =>
    recordOpening(call.service, visit, visitOrigin(call.request, 'link')),
  );
  return await formPage(call.service, seen, placeOf(call), null);
}

/** What a GET would find, without rendering it. */
function peek(call: PageCall): ServedReply {
  const visit = enter(call);
  if ('status' in visit) return visit;
  return closedPage(call.service, { status: 200, notice: closed('Please sign', ''), framing: 'deny' });
}

async function answer(call: PageCall): Promise<ServedReply> {
  const visit = enter(call);
  return 'status' in visit ? visit : await actPage(call.service, visit, call.request, placeOf(call));
}

const placeOf = (call: PageCall): PageAddress => ({
  action: `/sign/${call.parameters['token'] ?? ''}`,
  framing: 'deny',
  token: call.parameters['token'] ?? '',
  from: visitOrigin(call.request, 'link'),
  enter: () => enter(call),
});

/** The visitor of a link, or the page that says why it is invalid. */
function enter({ service, parameters }: PageCall): Visit | ServedReply {
  const link = signingRepository(service.store.sql).find(parameters['token'] ?? '');
  const visit = link?.kind === 'mailed' ? visitOf(service, link) : undefined;
  const framing = 'deny';
  if (link === undefined || visit === undefined)
    return closedPage(service, { status: 404, notice: unreadable, framing });
  const now = service.clock.now();
  const notice = closedFor(visit, now);
  if (notice !== null) {
    const signed = signerOf(service, parameters['token'] ?? '', 'mailed') !== null;
    const more = signed ? { more: copyLink(`/sign/${parameters['token'] ?? ''}`, framing) } : {};
    return closedPage(service, { status: 410, notice, framing, about: visit.envelope.title, ...more });
  }
  return stateOf(link, now) === 'live' ? visit : closedPage(service, { status: 410, notice: unreadable, framing });
}
