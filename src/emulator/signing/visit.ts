import { RenderFailed } from '../../document/document-failure.js';
import type { PageView } from '../../document/read-document.js';
import type { ServedReply, ServedRequest } from '../../http/serve.js';
import { recipientOf } from '../domain/envelope.js';
import { Refusal } from '../domain/refusal.js';
import { whoseTurn } from '../domain/routing.js';
import type { SigningLink } from '../domain/signing-url.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { closed, noticeBody, whyClosed, type Notice } from './page/closed.js';
import { formBody } from './page/form.js';
import { servePage, type Framing, type HostMessage } from './page/page.js';
import { submit, untyped, type Submitted, type Typed, type Visit } from './page/submit.js';
import { isFromElsewhere } from './same-origin.js';

/** What the mailed and the embedded page share: whom a link lets in, the form, and what becomes of it. */

/** Two drawings at most, and a form's worth of text. */
export const maxBytes = 1024 * 1024;

/** Whom a link is for; undefined when the envelope or the recipient is gone (after a reset). */
export function visitOf(service: Service, link: Pick<SigningLink, 'envelope_id' | 'recipient_id'>): Visit | undefined {
  const envelopes = envelopeRepository(service.store.sql);
  const envelope = envelopes.findAnywhere(link.envelope_id);
  const recipient = envelope && recipientOf(envelope, link.recipient_id);
  if (envelope === undefined || recipient === undefined) return undefined;
  return { envelope, recipient, form: envelopes.formOf(envelope.id) };
}

/** Why a visitor has nothing to sign, or null. */
export function closedFor({ envelope, recipient }: Visit, now: number): Notice | null {
  const notice = whyClosed(envelope, recipient, now);
  if (notice !== null) return notice;
  if (whoseTurn(envelope)?.id === recipient.id) return null;
  return closed('Not your turn yet', 'It is not your turn to sign yet. You will be asked when it is.');
}

export interface ClosedPage {
  readonly status: number;
  readonly notice: Notice;
  readonly framing: Framing;
  /** The title of the envelope, for whoever holds a link of its own. */
  readonly about?: string;
  readonly message?: HostMessage;
  readonly headers?: readonly (readonly [string, string])[];
}

/** A page without a form. */
export const closedPage = (
  service: Service,
  { status, notice, framing, about, message, headers }: ClosedPage,
): ServedReply =>
  servePage(service, {
    status,
    title: notice.title,
    body: noticeBody(notice, about ?? null),
    framing,
    ...(message === undefined ? {} : { message }),
    ...(headers === undefined ? {} : { headers }),
  });

/** How a visitor's form is reached and shown. */
export interface Place {
  /** The path of the page, which holds the token. */
  readonly action: string;
  readonly framing: Framing;
  /** Looks at the link again: whom it lets in, or the page that says why it lets nobody in. */
  readonly enter: () => Visit | ServedReply;
}

/** The form as a visitor first sees it, or again with what is wrong with it. */
export async function formPage(
  service: Service,
  visit: Visit,
  { action, framing }: Omit<Place, 'enter'>,
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

/** The pages of each document; one whose pages cannot be measured can still be read as a PDF. */
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

/** Carries out a posted form and shows what became of it. */
export async function actPage(
  service: Service,
  visit: Visit,
  request: ServedRequest,
  place: Place,
): Promise<ServedReply> {
  const { framing } = place;
  const refuse = (status: number, words: string): ServedReply =>
    closedPage(service, { status, notice: closed('Not completed', words), framing, about: visit.envelope.title });
  if (isFromElsewhere(request.headers)) return refuse(403, 'This form was sent from another site. Nothing was signed.');
  if (request.body.length > maxBytes) return refuse(413, 'The form is too large. Nothing was signed.');
  const sent = new URLSearchParams(request.body.toString('utf8'));
  let result: Submitted;
  try {
    result = await submit(service, { ...visit, isLet: () => !('status' in place.enter()) }, sent);
  } catch (error) {
    // Somebody was faster: the envelope, the position or the link is closed by now.
    if (!(error instanceof Refusal)) throw error;
    const now = place.enter();
    return 'status' in now ? { ...now, status: 409 } : refuse(409, error.message);
  }
  if (result.kind === 'again') return await formPage(service, visit, place, result.typed);
  return closedPage(service, {
    status: 200,
    notice: thanks[result.kind],
    framing,
    about: visit.envelope.title,
    message: { action: result.kind },
  });
}

const thanks: Readonly<Record<'signed' | 'declined' | 'delegated', Notice>> = {
  signed: { title: 'Thank you', words: 'You have signed. You can close this page.', kind: 'done' },
  declined: closed('You have declined', 'You have declined to sign. The sender has been notified.'),
  delegated: {
    title: 'Delegated',
    words: 'You have delegated this. The other person is asked to sign in your place.',
    kind: 'done',
  },
};
