import { limits } from '../../contract/limits.js';
import type { ServedReply } from '../../http/serve.js';
import { cappedAt } from '../domain/envelope-deadline.js';
import { stateOf, type SigningLink } from '../domain/signing-url.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { newToken } from './invite.js';
import type { Framing, HostMessage } from './page/page.js';
import { recordOpening } from './opening.js';
import type { Visit } from './page/submit.js';
import { actPage, closedFor, closedPage, documentPage, formPage, visitOf } from './visit.js';

/** The page behind a minted URL, for a frame of the brand's own sites, and the session that it begins. */
export const embeddedRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/embed/{token}', handle: redeem },
  { method: 'HEAD', path: '/embed/{token}', handle: peek },
  { method: 'GET', path: '/embed/session/{token}', handle: resume },
  { method: 'POST', path: '/embed/session/{token}', handle: answer },
  { method: 'GET', path: '/embed/session/{token}/documents/{position}', handle: read },
];

/** The first GET of a URL spends it and begins a session, which ends the one that an earlier URL began. */
function redeem({ service, parameters }: PageCall): ServedReply {
  const token = parameters['token'] ?? '';
  return service.store.transaction(() => {
    const visit = enterMinted(service, token);
    if ('status' in visit) return visit;
    const links = signingRepository(service.store.sql);
    const now = service.clock.now();
    const { envelope, recipient } = visit;
    links.spend(token, now);
    links.revoke(envelope.id, recipient.id, 'session', now);
    const session = newToken(service);
    links.add(session, {
      envelope_id: envelope.id,
      recipient_id: recipient.id,
      kind: 'session',
      expires_at: cappedAt(now, limits.signingSessionHours * 3_600_000, envelope.expires_at),
    });
    const seen = recordOpening(service, visit);
    return formPage(service, seen, actionOf(session), framingOf(service, seen), null, { action: 'ready' });
  });
}

/** Says what a GET would find, and spends nothing: link scanners send HEAD (A16). */
function peek({ service, parameters }: PageCall): ServedReply {
  const visit = enterMinted(service, parameters['token'] ?? '');
  return 'status' in visit ? visit : closedPage(service, 200, '', framingOf(service, visit));
}

function resume(call: PageCall): ServedReply {
  const visit = enterSession(call);
  if ('status' in visit) return visit;
  return formPage(call.service, visit, actionOf(call.parameters['token'] ?? ''), framingOf(call.service, visit), null);
}

async function answer(call: PageCall): Promise<ServedReply> {
  const visit = enterSession(call);
  if ('status' in visit) return visit;
  const action = actionOf(call.parameters['token'] ?? '');
  return await actPage(call.service, visit, call.request, action, framingOf(call.service, visit));
}

function read(call: PageCall): ServedReply {
  const visit = enterSession(call);
  if ('status' in visit) return visit;
  return documentPage(call.service, visit, call.parameters['position'] ?? '') ?? unreadable(call.service);
}

const actionOf = (session: string): string => `/embed/session/${session}`;

/** An unreadable, altered or expired URL is refused a frame and posts nothing. */
const unreadable = (service: Service): ServedReply =>
  closedPage(service, 404, 'This signing link is not valid. Please start again where you came from.', 'deny');

function enterMinted(service: Service, token: string): Visit | ServedReply {
  const found = lookUp(service, token, 'minted');
  if ('status' in found) return found;
  const { visit, link } = found;
  if (stateOf(link, service.clock.now()) === 'expired') return unreadable(service);
  return (
    closedToBoth(service, visit) ??
    (stateOf(link, service.clock.now()) === 'live'
      ? visit
      : invalid(service, visit, 'This signing link was used before.', 'used', true))
  );
}

function enterSession({ service, parameters }: PageCall): Visit | ServedReply {
  const found = lookUp(service, parameters['token'] ?? '', 'session');
  if ('status' in found) return found;
  const { visit, link } = found;
  const closed = closedToBoth(service, visit);
  if (closed !== null) return closed;
  switch (stateOf(link, service.clock.now())) {
    case 'live':
      return visit;
    case 'expired':
      return invalid(service, visit, 'Your time to sign on this page is over.', 'session_expired', true);
    case 'revoked':
    case 'used':
      return invalid(service, visit, 'The signing page was opened again elsewhere.', 'session_replaced', false);
  }
}

function lookUp(
  service: Service,
  token: string,
  kind: SigningLink['kind'],
): { readonly link: SigningLink; readonly visit: Visit } | ServedReply {
  const link = signingRepository(service.store.sql).find(token);
  const visit = link?.kind === kind ? visitOf(service, link) : undefined;
  return link === undefined || visit === undefined ? unreadable(service) : { link, visit };
}

/** Nothing to sign any more: a new URL would not help, and could not be minted. */
function closedToBoth(service: Service, visit: Visit): ServedReply | null {
  const words = closedFor(visit, service.clock.now());
  return words === null ? null : invalid(service, visit, words, 'closed', false);
}

function invalid(service: Service, visit: Visit, words: string, reason: string, canRemint: boolean): ServedReply {
  const message: HostMessage = { action: 'signing_url_invalid', reason, can_remint: canRemint };
  return closedPage(service, 410, words, framingOf(service, visit), message);
}

/** The origins registered against the envelope's brand now; without any, nobody may frame the page. */
function framingOf(service: Service, { envelope }: Visit): Framing {
  return { origins: organisationRepository(service.store.sql).brand(envelope.brand_id)?.origins ?? [] };
}
