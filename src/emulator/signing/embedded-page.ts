import type { ServedReply } from '../../core/http/serve.js';
import type { ActOrigin } from '../domain/act-origin.js';
import { cappedAt } from '../domain/envelope-deadline.js';
import { stateOf, type SigningLink } from '../domain/signing-url.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { newToken } from './invite.js';
import { closed, type Notice } from './page/closed.js';
import type { Framing } from './page/page.js';
import { actPage, closedFor, closedPage, formPage, type PageAddress, recordOpening, visitOf } from './visit.js';
import type { Visit } from './page/submit.js';
import { fileRoutes } from './page-files.js';
import { copyLink, copyRoutes, signerOf } from './signed-copy.js';
import { visitOrigin } from './visit-origin.js';

/** The page of a signing URL, for a frame of the brand's sites, and its session. */
export const embeddedRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/embed/{token}', handle: redeem },
  { method: 'HEAD', path: '/embed/{token}', handle: peek },
  { method: 'GET', path: '/embed/session/{token}', handle: resume },
  { method: 'POST', path: '/embed/session/{token}', handle: answer },
  ...fileRoutes('/embed/session/{token}', enterSession),
  ...copyRoutes({ kind: 'session', path: '/embed/session/{token}', framing: framingOf }),
];

/** What a person with an invalid link can do: only their application can create another one. */
const startAgain = 'Please go back and start again.';

/** The first GET of a URL uses it and begins a session, which ends the one of an earlier URL. */
async function redeem({ service, request, parameters }: PageCall): Promise<ServedReply> {
  const begun = await begin(service, parameters['token'] ?? '', visitOrigin(request, 'session'));
  if ('status' in begun) return begun;
  const { visit, session } = begun;
  const place = { action: actionOf(session), framing: framingOf(service, visit) };
  return await formPage(service, visit, place, null, { action: 'ready' });
}

async function begin(
  service: Service,
  token: string,
  from: ActOrigin,
): Promise<{ readonly visit: Visit; readonly session: string } | ServedReply> {
  return await service.store.commit(() => {
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
      expires_at: cappedAt(now, service.contract.limits.signingSessionHours * 3_600_000, envelope.expires_at),
    });
    return { visit: recordOpening(service, visit, from), session };
  });
}

/** Reports what a GET would find without using the URL: link scanners send HEAD (A16). */
function peek({ service, parameters }: PageCall): ServedReply {
  const visit = enterMinted(service, parameters['token'] ?? '');
  if ('status' in visit) return visit;
  return closedPage(service, { status: 200, notice: closed('Please sign', ''), framing: framingOf(service, visit) });
}

async function resume(call: PageCall): Promise<ServedReply> {
  const visit = enterSession(call);
  return 'status' in visit ? visit : await formPage(call.service, visit, placeOf(call, visit), null);
}

/** A form is sent again when its response was lost: the page then says what was done, to its host too. */
async function answer(call: PageCall): Promise<ServedReply> {
  const enter = (): Visit | ServedReply => doneBefore(call) ?? enterSession(call);
  const visit = enter();
  if ('status' in visit) return visit;
  return await actPage(call.service, visit, call.request, { ...placeOf(call, visit), enter });
}

/** The page for a person who has signed, declined or delegated, or null. */
function doneBefore({ service, parameters }: PageCall): ServedReply | null {
  const token = parameters['token'] ?? '';
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

const placeOf = (call: PageCall, visit: Visit): PageAddress => ({
  action: actionOf(call.parameters['token'] ?? ''),
  framing: framingOf(call.service, visit),
  token: call.parameters['token'] ?? '',
  from: visitOrigin(call.request, 'session'),
  enter: () => enterSession(call),
});

const actionOf = (session: string): string => `/embed/session/${session}`;

/** An unreadable, altered or expired URL is refused in a frame and sends no message. */
const unreadable = (service: Service): ServedReply =>
  closedPage(service, {
    status: 404,
    notice: closed('Link not valid', `This signing link is not valid. ${startAgain}`),
    framing: 'deny',
  });

function enterMinted(service: Service, token: string): Visit | ServedReply {
  const found = lookUp(service, token, 'minted');
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

function enterSession({ service, parameters }: PageCall): Visit | ServedReply {
  const found = lookUp(service, parameters['token'] ?? '', 'session');
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
