import type { ServedReply } from '../../http/serve.js';
import { stateOf } from '../domain/signing-url.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import { signingRepository } from '../store/signing-repository.js';
import { recordOpening } from './opening.js';
import type { Visit } from './page/submit.js';
import { actPage, closedFor, closedPage, documentPage, formPage, visitOf } from './visit.js';

/** The page behind the link of an invitation. Nobody may frame it, and it stays open until the recipient has acted. */
export const mailedRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/sign/{token}', handle: show },
  { method: 'HEAD', path: '/sign/{token}', handle: show },
  { method: 'POST', path: '/sign/{token}', handle: answer },
  { method: 'GET', path: '/sign/{token}/documents/{position}', handle: read },
];

const unreadable = 'This link is not valid. Please open the link in your invitation again.';

function show(call: PageCall): ServedReply {
  const visit = enter(call);
  if ('status' in visit) return visit;
  const seen =
    call.request.method === 'GET' ? call.service.store.transaction(() => recordOpening(call.service, visit)) : visit;
  return formPage(call.service, seen, actionOf(call), 'deny', null);
}

async function answer(call: PageCall): Promise<ServedReply> {
  const visit = enter(call);
  return 'status' in visit ? visit : await actPage(call.service, visit, call.request, actionOf(call), 'deny');
}

function read(call: PageCall): ServedReply {
  const visit = enter(call);
  if ('status' in visit) return visit;
  return (
    documentPage(call.service, visit, call.parameters['position'] ?? '') ??
    closedPage(call.service, 404, unreadable, 'deny')
  );
}

const actionOf = ({ parameters }: PageCall): string => `/sign/${parameters['token'] ?? ''}`;

/** Whoever the link lets in, or the page that says why it lets nobody in. */
function enter({ service, parameters }: PageCall): Visit | ServedReply {
  const link = signingRepository(service.store.sql).find(parameters['token'] ?? '');
  const visit = link?.kind === 'mailed' ? visitOf(service, link) : undefined;
  if (link === undefined || visit === undefined) return closedPage(service, 404, unreadable, 'deny');
  const now = service.clock.now();
  const words = closedFor(visit, now);
  if (words !== null) return closedPage(service, 410, words, 'deny');
  return stateOf(link, now) === 'live' ? visit : closedPage(service, 410, unreadable, 'deny');
}
