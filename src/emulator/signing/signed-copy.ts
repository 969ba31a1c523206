import type { ServedReply } from '../../core/http/serve.js';
import type { Envelope } from '../domain/envelope.js';
import { markup, type Html } from '../html.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { sealedRepository } from '../store/sealed-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { fileName, servedPdf } from './served-file.js';
import { closed, type Notice } from './page/closed.js';
import type { Framing } from './page/page.js';
import type { Visit } from './page/submit.js';
import { closedPage, visitOf } from './visit.js';

/** The signed copy of a signer: a page below the link that they signed with, and its files once they are sealed. */

/** Below the path of a page. */
const path = 'signed';

/** A page of a signing link, and who may frame it. */
interface Page {
  readonly kind: 'mailed' | 'session';
  /** With `{token}`. */
  readonly path: string;
  readonly framing: (service: Service, visit: Visit) => Framing;
}

export const copyRoutes = (page: Page): readonly PageRoute[] => [
  { method: 'GET', path: `${page.path}/${path}`, handle: (call) => list(call, page) },
  { method: 'GET', path: `${page.path}/${path}/{position}`, handle: (call) => download(call, page) },
];

/** Who signed with a link, until it expires. Null for people who did not sign, and for another link of theirs. */
export function signerOf(service: Service, token: string, kind: Page['kind']): Visit | null {
  const link = signingRepository(service.store.sql).find(token);
  const visit = link?.kind === kind ? visitOf(service, link) : undefined;
  if (link === undefined || visit?.recipient.status !== 'signed') return null;
  if (link.expires_at !== null && service.clock.now() >= link.expires_at) return null;
  return link.spent_at === null ? null : visit;
}

/**
 * A link to the copies; `action` is the path of the page with its token. From a frame it opens a new tab: the site may
 * remove the frame, and stop being allowed to embed it, before everyone has finished.
 */
export const copyLink = (action: string, framing: Framing): Html => {
  const href = `${action}/${path}`;
  if (framing === 'deny') return markup`<p class="copies"><a class="button" href="${href}">Your copy</a></p>`;
  return markup`<p class="copies"><a class="button" href="${href}" target="_blank" rel="noreferrer">Your copy</a></p>
<p class="hint">It opens in a new tab. If it does not, <a href="${href}">open it here</a>.</p>`;
};

function list(call: PageCall, page: Page): ServedReply {
  const visit = signerOf(call.service, call.parameters['token'] ?? '', page.kind);
  if (visit === null) return nothing(call.service);
  const { envelope } = visit;
  const action = page.path.replace('{token}', () => call.parameters['token'] ?? '');
  const isReady = envelope.sealed_at !== null;
  const framing = page.framing(call.service, visit);
  const documents =
    isReady &&
    markup`<ul class="copies">${envelope.documents.map(
      ({ position, name }) =>
        markup`<li><a class="button" href="${action}/${path}/${position}" download>Download ${fileName(name, '')}</a></li>`,
    )}</ul>${framing !== 'deny' && elsewhere(`${action}/${path}`)}`;
  const again = isAwaited(envelope) && copyAgain(action);
  return closedPage(call.service, {
    status: 200,
    notice: stateOf(envelope),
    framing,
    about: envelope.title,
    more: markup`${documents}${again}`,
  });
}

/** A sandboxed frame may block downloads, and the page cannot detect it. */
const elsewhere = (href: string): Html =>
  markup`<p class="hint">Nothing saved? This site may block downloads here.
<a href="${href}" target="_blank" rel="noreferrer">Open this page in a new tab</a>, or ask the sender for your copy.</p>`;

const copyAgain = (action: string): Html =>
  markup`<p class="copies"><a class="button" href="${action}/${path}">Check again</a></p>`;

function download({ service, parameters }: PageCall, { kind }: Page): ServedReply {
  const visit = signerOf(service, parameters['token'] ?? '', kind);
  const document = visit?.envelope.documents.find(({ position }) => String(position) === parameters['position']);
  const isReady = visit !== null && visit.envelope.sealed_at !== null;
  const pdf = isReady && document !== undefined ? sealedRepository(service.store.sql).pdf(document.id) : null;
  if (pdf === null || document === undefined) return nothing(service);
  return servedPdf('attachment', document.name, pdf);
}

const isAwaited = ({ status, sealed_at: sealed }: Envelope): boolean =>
  sealed === null && (status === 'sent' || status === 'partially_signed' || status === 'completed');

function stateOf(envelope: Envelope): Notice {
  if (envelope.sealed_at !== null) {
    return { title: 'Your copy', words: 'Everyone has finished, and the document is sealed.', kind: 'done' };
  }
  switch (envelope.status) {
    case 'completed':
      return closed('Your copy', 'Everyone has finished. The sealed document is ready in about a minute.');
    case 'draft':
    case 'sent':
    case 'partially_signed':
      return closed('Your copy', 'Your copy is ready here as soon as everyone has finished.');
    case 'voided':
    case 'declined':
    case 'expired':
      return closed('No copy', 'The envelope was closed before everyone had finished.');
  }
}

const nothing = (service: Service): ServedReply =>
  closedPage(service, {
    status: 404,
    notice: closed('No copy', 'This link has no copy. Please ask the sender for it.'),
    framing: 'deny',
  });
