import type { ServedReply } from '../../core/http/serve.js';
import type { ActOrigin } from '../domain/act-origin.js';
import { cappedAt } from '../domain/envelope-deadline.js';
import { stateOf, type SigningLink } from '../domain/signing-link.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { newToken } from './invite.js';
import { closed, type Notice } from './page/closed.js';
import type { Framing } from './page/page.js';
import { closedFor, closedPage, formPage, peek, recordOpening, signingRoutes, visitOf } from './visit.js';
import type { Visit } from './page/submit.js';
import { copyLink, copyRoutes, signerOf } from './signed-copy.js';
import { visitOrigin } from './visit-origin.js';

const path = '/embed/session/{token}';
const framing = ({ service }: PageCall, visit: Visit): Framing => framingOf(service, visit);

/** The page of a signing URL, for a frame of the brand's sites, and its session. */
export const embeddedRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/embed/{token}', handle: redeem },
  // A HEAD does not use the URL: link scanners send it (A16).
  { method: 'HEAD', path: '/embed/{token}', handle: (call) => peek(call, { framing, enter: enterMinted }) },
  ...signingRoutes({
    path,
    way: 'session',
    framing,
    enter: enterSession,
    // The page says what was done, to its host too.
    sent: (call) => doneBefore(call) ?? enterSession(call),
    token: tokenOf,
  }),
  ...copyRoutes({ kind: 'session', path, framing: framingOf }),
];

/** What a person with an invalid link can do: only their application can create another one. */
const startAgain = 'Please go back and start again.';

/** The first GET of a URL uses it and begins a session, which ends the one of an earlier URL. */
async function redeem(call: PageCall): Promise<ServedReply> {
  const { service } = call;
  const begun = await begin(call, visitOrigin(call.request, 'session'));
  if ('status' in begun) return begun;
  const { visit, session } = begun;
  const place = { action: actionOf(session), framing: framingOf(service, visit) };
  return await formPage(service, visit, place, null, { action: 'ready' });
}

async function begin(
  call: PageCall,
  from: ActOrigin,
): Promise<{ readonly visit: Visit; readonly session: string } | ServedReply> {
  const { service } = call;
  return await service.store.commit(() => {
    const visit = enterMinted(call);
    if ('status' in visit) return visit;
    const links = signingRepository(service.store.sql);
    const now = service.clock.now();
    const { envelope, recipient } = visit;
    links.spend(tokenOf(call), now);
    links.revoke(envelope.id, recipient.id, 'session', now);
    const session = newToken(service);
    links.add(session, {
      envelope_id: envelope.id,
      recipient_id: recipient.id,
      kind: 'session',
      expires_at: cappedAt(now, service.contract.limits.signingSessionHours * 3_600_000, envelope.expires_at),
    });
    return { visit: recordOpening(service, visit, from), session };
  });
}

/** The page for a person who has signed, declined or delegated, or null. */
function doneBefore(call: PageCall): ServedReply | null {
  const { service } = call;
  const token = tokenOf(call);
  const found = lookUp(service, token, 'session');
  if ('status' in found) return null;
  const { visit } = found;
  const { status } = visit.recipient;
  const notice = closedFor(visit, service.clock.now());
  if (notice === null || (status !== 'signed' && status !== 'declined' && status !== 'delegated')) return null;
  const framing = framingOf(service, visit);
  const more = signerOf(service, token, 'session') === null ? {} : { more: copyLink(actionOf(token), framing) };
  const about = visit.envelope.title;
  return closedPage(service, { status: 410, notice, framing, about, message: { action: status }, ...more });
}

function tokenOf({ parameters }: PageCall): string {
  return parameters['token'] ?? '';
}

const actionOf = (session: string): string => `/embed/session/${session}`;

/** An unreadable, altered or expired URL is refused in a frame and sends no message. */
const unreadable = (service: Service): ServedReply =>
  closedPage(service, {
    status: 404,
    notice: closed('Link not valid', `This signing link is not valid. ${startAgain}`),
    framing: 'deny',
  });

function enterMinted(call: PageCall): Visit | ServedReply {
  const { service } = call;
  const found = lookUp(service, tokenOf(call), 'minted');
  if ('status' in found) return found;
  const { visit, link } = found;
  if (stateOf(link, service.clock.now()) === 'expired') return unreadable(service);
  return (
    closedToBoth(service, visit) ??
    (stateOf(link, service.clock.now()) === 'live'
      ? visit
      : invalid(service, visit, closed('Link used', `This signing link was already used. ${startAgain}`), 'used', true))
  );
}

function enterSession(call: PageCall): Visit | ServedReply {
  const { service } = call;
  const found = lookUp(service, tokenOf(call), 'session');
  if ('status' in found) return found;
  const { visit, link } = found;
  const over = closedToBoth(service, visit);
  if (over !== null) return over;
  switch (stateOf(link, service.clock.now())) {
    case 'live':
      return visit;
    case 'expired':
      return invalid(
        service,
        visit,
        closed('Session expired', `Your session on this page has expired. ${startAgain}`),
        'session_expired',
        true,
      );
    case 'revoked':
    case 'used':
      return invalid(
        service,
        visit,
        closed('Opened elsewhere', 'The signing page was opened elsewhere. Please continue there.'),
        'session_replaced',
        false,
      );
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

/** Nothing to sign any more: a new URL would not help, and could not be created. */
function closedToBoth(service: Service, visit: Visit): ServedReply | null {
  const notice = closedFor(visit, service.clock.now());
  return notice === null ? null : invalid(service, visit, notice, 'closed', false);
}

function invalid(service: Service, visit: Visit, notice: Notice, reason: string, canRemint: boolean): ServedReply {
  return closedPage(service, {
    status: 410,
    notice,
    framing: framingOf(service, visit),
    about: visit.envelope.title,
    message: { action: 'signing_url_invalid', reason, can_remint: canRemint },
  });
}

/** The current origins of the envelope's brand; without any, nobody may embed the page. */
function framingOf(service: Service, { envelope }: Visit): Framing {
  return { origins: organisationRepository(service.store.sql).brand(envelope.brand_id)?.origins ?? [] };
}
