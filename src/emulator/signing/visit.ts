import type { ServedReply, ServedRequest } from '../../http/serve.js';
import { recipientOf } from '../domain/envelope.js';
import { Refusal } from '../domain/refusal.js';
import { whoseTurn } from '../domain/routing.js';
import type { SigningLink } from '../domain/signing-url.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { contentDisposition, fileName } from './file-name.js';
import { closedBody, whyClosed } from './page/closed.js';
import { formBody } from './page/form.js';
import { servePage, type Framing, type HostMessage } from './page/page.js';
import { submit, type Submitted, type Visit } from './page/submit.js';

/** What the mailed and the embedded page share: whom a link lets in, the form, and what becomes of it. */

const mostBytes = 1024 * 1024;

/** Whom a link is for; undefined when the envelope or the recipient is gone (after a reset). */
export function visitOf(service: Service, link: Pick<SigningLink, 'envelope_id' | 'recipient_id'>): Visit | undefined {
  const envelopes = envelopeRepository(service.store.sql);
  const envelope = envelopes.findAnywhere(link.envelope_id);
  const recipient = envelope && recipientOf(envelope, link.recipient_id);
  if (envelope === undefined || recipient === undefined) return undefined;
  return { envelope, recipient, form: envelopes.formOf(envelope.id) };
}

/** Why a visitor has nothing to sign, or null. */
export function closedFor({ envelope, recipient }: Visit, now: number): string | null {
  const words = whyClosed(envelope, recipient, now);
  if (words !== null) return words;
  return whoseTurn(envelope)?.id === recipient.id ? null : 'It is not your turn to sign yet.';
}

export const closedPage = (
  service: Service,
  status: number,
  words: string,
  framing: Framing,
  message?: HostMessage,
): ServedReply =>
  servePage(service, {
    status,
    title: 'Nothing to sign',
    body: closedBody('Nothing to sign', words),
    framing,
    ...(message === undefined ? {} : { message }),
  });

/** The form as a visitor first sees it, or again with what is wrong with it. */
export function formPage(
  service: Service,
  visit: Visit,
  action: string,
  framing: Framing,
  again: Extract<Submitted, { kind: 'again' }> | null,
  message?: HostMessage,
): ServedReply {
  const view = {
    ...visit,
    action,
    answers: again?.answers ?? visit.envelope.answers,
    signature: again?.signature ?? '',
    problems: again?.problems ?? [],
    message: again?.message ?? null,
  };
  return servePage(service, {
    status: again === null ? 200 : 422,
    title: `Sign: ${visit.envelope.title}`,
    body: formBody(view),
    framing,
    ...(message === undefined ? {} : { message }),
  });
}

/** Carries out a posted form and shows what became of it. */
export async function actPage(
  service: Service,
  visit: Visit,
  request: ServedRequest,
  action: string,
  framing: Framing,
): Promise<ServedReply> {
  if (request.body.length > mostBytes) return closedPage(service, 413, 'What was sent is too large.', framing);
  const sent = new URLSearchParams(request.body.toString('utf8'));
  try {
    const result = await submit(service, visit, sent);
    if (result.kind === 'again') return formPage(service, visit, action, framing, result);
    return servePage(service, {
      status: 200,
      title: 'Thank you',
      body: closedBody('Thank you', thanks[result.kind]),
      framing,
      message: { action: result.kind },
    });
  } catch (error) {
    // Somebody was faster: the envelope or the position is closed by now.
    if (!(error instanceof Refusal)) throw error;
    const now = visitOf(service, { envelope_id: visit.envelope.id, recipient_id: visit.recipient.id });
    return closedPage(service, 409, (now && closedFor(now, service.clock.now())) ?? error.message, framing);
  }
}

const thanks = {
  signed: 'You have signed.',
  declined: 'You have declined to sign. The sender is told.',
  delegated: 'You have handed this over. The other person is asked to sign in your place.',
} as const;

/** A document as it was sent, to be read before signing. `position` as it stands in the path. */
export function documentPage(service: Service, visit: Visit, position: string): ServedReply | null {
  const document = visit.envelope.documents.find((each) => String(each.position) === position);
  const documents = documentRepository(service.store.sql);
  const stored = document && documents.find(visit.envelope.organisation_id, document.id);
  if (stored === undefined || stored === null) return null;
  return {
    status: 200,
    headers: [
      ['Content-Type', 'application/pdf'],
      ['Content-Disposition', contentDisposition('inline', fileName(stored.name, ''))],
      ['Cache-Control', 'no-store'],
      ['Referrer-Policy', 'no-referrer'],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', 'DENY'],
    ],
    body: documents.pdf(stored),
  };
}
