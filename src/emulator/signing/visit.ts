import { RenderFailed } from '../../document/document-failure.js';
import type { PageView } from '../../document/read-document.js';
import type { ServedReply, ServedRequest } from '../../core/http/serve.js';
import { recipientOf } from '../domain/envelope.js';
import { Refusal } from '../domain/refusal.js';
import { whoseTurn } from '../domain/routing.js';
import type { SigningLink } from '../domain/signing-link.js';
import type { ActOrigin } from '../domain/act-origin.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { actOf, closed, delegatedTo, type Notice, noticeBody, whyClosed } from './page/closed.js';
import { formBody } from './page/form.js';
import { type Framing, type HostMessage, servePage } from './page/page.js';
import { submit, type Submitted, type Typed, untyped, type Visit } from './page/submit.js';
import type { Html } from '../html.js';
import { copyLink } from './signed-copy.js';
import { isFromElsewhere, visitOrigin } from './visit-origin.js';
import { fileRoutes } from './page-files.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import { opened } from '../domain/envelope-acts.js';

/** The shared part of the mailed and the embedded page: the visitor, the form, and its result. */

/** Two drawings at most, and the text of a form. */
export const maxBytes = 1024 * 1024;

/** The recipient of a link; undefined when the envelope or the recipient was deleted (after a reset). */
export function visitOf(service: Service, link: Pick<SigningLink, 'envelope_id' | 'recipient_id'>): Visit | undefined {
  const envelopes = envelopeRepository(service.store.sql);
  const envelope = envelopes.findAnywhere(link.envelope_id);
  const recipient = envelope && recipientOf(envelope, link.recipient_id);
  if (envelope === undefined || recipient === undefined) return undefined;
  return { envelope, recipient, form: envelopes.formOf(envelope.id) };
}

/** Why a visitor has nothing to sign, or null. */
export function closedFor(visit: Visit, now: number): Notice | null {
  const { envelope, recipient } = visit;
  const notice = whyClosed(visit, now);
  if (notice !== null) return notice;
  if (whoseTurn(envelope)?.id === recipient.id) return null;
  return closed('Not your turn yet', 'It is not your turn to sign yet. You will be asked when it is.');
}

export interface ClosedPage {
  readonly status: number;
  readonly notice: Notice;
  readonly framing: Framing;
  /** The title of the envelope, for anyone with a link of their own. */
  readonly about?: string;
  readonly message?: HostMessage;
  /** What stands under the words. */
  readonly more?: Html;
}

/** A page without a form. */
export const closedPage = (
  service: Service,
  { status, notice, framing, about, message, more }: ClosedPage,
): ServedReply =>
  servePage(service, {
    status,
    title: notice.title,
    body: noticeBody(notice, about ?? null, more),
    framing,
    ...(message === undefined ? {} : { message }),
  });

/** A page with the form of a signer, at a path of its own. */
export interface SigningPage {
  /** With one parameter, such as `{token}`. */
  readonly path: string;
  /** How a visitor came to it. */
  readonly way: ActOrigin['way'];
  readonly framing: (call: PageCall, visit: Visit) => Framing;
  /** Checks the link: its visitor, or the page that says why it is invalid. */
  readonly enter: (call: PageCall) => Visit | ServedReply;
  /** The same for a form that is sent; one can be sent again when its response was lost. */
  readonly sent?: (call: PageCall) => Visit | ServedReply;
  /** The token of the link, which then leads to the signed copy; null for a page without one. */
  readonly token: (call: PageCall) => string | null;
}

/** The form, what is sent with it, and the files of its documents. */
export function signingRoutes(page: SigningPage): readonly PageRoute[] {
  const { path, enter, sent = enter } = page;
  return [
    { method: 'GET', path, handle: (call) => show(call, page) },
    { method: 'HEAD', path, handle: (call) => peek(call, page) },
    {
      method: 'POST',
      path,
      handle: async (call) => {
        const visit = sent(call);
        return 'status' in visit ? visit : await actPage(call, visit, page);
      },
    },
    ...fileRoutes(path, enter),
  ];
}

async function show(call: PageCall, page: SigningPage): Promise<ServedReply> {
  const { service, request } = call;
  const visit = page.enter(call);
  if ('status' in visit) return visit;
  const seen = await service.store.commit(() => recordOpening(service, visit, visitOrigin(request, page.way)));
  return await formPage(service, seen, addressOf(call, seen, page), null);
}

/** What a GET would find, without rendering it. */
export function peek(call: PageCall, { enter, framing }: Pick<SigningPage, 'enter' | 'framing'>): ServedReply {
  const visit = enter(call);
  if ('status' in visit) return visit;
  const notice = closed('Please sign', '');
  return closedPage(call.service, { status: 200, notice, framing: framing(call, visit) });
}

/** Where a form is sent to, and who may frame it. */
interface FormAddress {
  readonly action: string;
  readonly framing: Framing;
}

const addressOf = (call: PageCall, visit: Visit, { path, framing }: SigningPage): FormAddress => ({
  action: path.replace(/\{(\w+)\}/, (_, name: string) => call.parameters[name] ?? ''),
  framing: framing(call, visit),
});

/** The form for the first time, or again with its problems. */
export async function formPage(
  service: Service,
  visit: Visit,
  { action, framing }: FormAddress,
  again: Typed | null,
  message?: HostMessage,
): Promise<ServedReply> {
  const { body, rules } = formBody({
    ...visit,
    ...(again ?? untyped(visit)),
    action,
    now: service.clock.instant(),
    sizes: await sizesOf(service, visit),
  });
  return servePage(service, {
    status: again === null ? 200 : 422,
    title: `${again === null ? '' : 'Please check: '}${visit.envelope.title}`,
    body,
    rules,
    framing,
    guided: true,
    ...(message === undefined ? {} : { message }),
  });
}

/** The pages of each document; one without measurable pages can still be read as a PDF. */
async function sizesOf(service: Service, { envelope, form }: Visit): Promise<ReadonlyMap<number, readonly PageView[]>> {
  const documents = documentRepository(service.store.sql);
  const sizes = new Map<number, readonly PageView[]>();
  for (const { id, position } of envelope.documents) {
    const stored = documents.find(envelope.organisation_id, id);
    if (stored === null) continue;
    const withBoxes = form.fields.filter(({ document }) => document === position).map(({ page }) => page);
    try {
      sizes.set(position, await service.documents.sizes(documents.pdf(stored), [...new Set(withBoxes)]));
    } catch (error) {
      if (!(error instanceof RenderFailed)) throw error;
    }
  }
  return sizes;
}

/** Processes a posted form and shows the result. */
async function actPage(call: PageCall, visit: Visit, page: SigningPage): Promise<ServedReply> {
  const { service, request } = call;
  const { enter, sent: again = enter, way } = page;
  const { action, framing } = addressOf(call, visit, page);
  const token = page.token(call);
  const refuse = (status: number, words: string): ServedReply =>
    closedPage(service, { status, notice: closed('Not completed', words), framing, about: visit.envelope.title });
  if (isFromElsewhere(request.headers)) return refuse(403, `${whence(request)} Nothing was signed.`);
  if (request.body.length > maxBytes) return refuse(413, 'The form is too large. Nothing was signed.');
  const sent = new URLSearchParams(request.body.toString('utf8'));
  let result: Submitted;
  try {
    const acting = { isLet: () => !('status' in again(call)), token, from: visitOrigin(request, way) };
    result = await submit(service, { ...visit, page: acting }, sent);
  } catch (error) {
    // The envelope, the position or the link was closed in the meantime.
    if (!(error instanceof Refusal)) throw error;
    const now = again(call);
    return 'status' in now ? { ...now, status: 409 } : refuse(409, error.message);
  }
  if (result.kind === 'again') return await formPage(service, visit, { action, framing }, result.typed);
  return closedPage(service, {
    status: 200,
    notice: endingOf(service, visit, result.kind),
    framing,
    about: visit.envelope.title,
    message: { action: result.kind },
    ...(result.kind === 'signed' && token !== null ? { more: copyLink(action, framing) } : {}),
  });
}

/** A sandboxed frame without `allow-same-origin` is another site, whose origin is `null`. */
const whence = ({ headers }: ServedRequest): string =>
  headers.get('origin') === 'null'
    ? 'The sandbox of the frame around this page needs allow-same-origin.'
    : 'This form was sent from another site.';

const thanks = ({ form, recipient }: Visit): Notice => ({
  title: 'Thank you',
  words: `${actOf(form, recipient)}.`,
  kind: 'done',
});

function endingOf(service: Service, visit: Visit, kind: 'signed' | 'declined' | 'delegated'): Notice {
  switch (kind) {
    case 'signed':
      return thanks(visit);
    case 'declined':
      return closed('You have declined', 'The sender has been notified.');
    case 'delegated': {
      const now = envelopeRepository(service.store.sql).findAnywhere(visit.envelope.id) ?? visit.envelope;
      return delegatedTo(now, visit.recipient.id);
    }
  }
}

/** Within a transaction: records the first time that a signer opens the page. Returns the updated visit. */
export function recordOpening(service: Service, visit: Visit, from: ActOrigin): Visit {
  if (visit.recipient.opened_at !== undefined) return visit;
  const envelope = opened(visit.envelope, visit.recipient, service.clock.instant(), from);
  envelopeRepository(service.store.sql).update(envelope);
  return { ...visit, envelope, recipient: recipientOf(envelope, visit.recipient.id) ?? visit.recipient };
}
