import { RenderFailed } from '../../document/document-failure.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { privateAnswer } from '../../core/http/private-page.js';
import type { ServedReply } from '../../core/http/serve.js';
import { checkDraftable, draftJob } from '../domain/sealing.js';
import type { Envelope, EnvelopeDocument } from '../domain/envelope.js';
import { notFound, Refusal } from '../domain/refusal.js';
import type { PageRoute } from '../http/page-route.js';
import { htmlPart } from '../mail/html-part.js';
import type { Service } from '../service.js';
import { contentDisposition, fileName } from '../signing/served-file.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { mailRepository } from '../store/mail-repository.js';
import { sealedRepository } from '../store/sealed-repository.js';
import type { Codes } from './codes.js';
import { plain, route } from './page.js';

/** What a frame of the page shows: a frame cannot send the token, so a code in its address stands for it. */
export type View =
  | { readonly what: 'mail'; readonly id: string }
  | { readonly what: 'draft' | 'sealed' | 'source'; readonly id: string; readonly position: number };

export const viewRoutes = (views: Codes<View>): readonly PageRoute[] => [
  route('GET', '/dashboard/views/{code}', async ({ service, parameters }) => {
    const view = views.read(parameters['code'] ?? '');
    if (view === undefined) return plain(404, 'This view has expired. Open it again on the page of the emulator.');
    try {
      return view.what === 'mail' ? mailView(service, view.id) : await documentView(service, view);
    } catch (error) {
      if (error instanceof Refusal || error instanceof RenderFailed)
        return framed('text/plain; charset=utf-8', `${error.message}\n`, []);
      throw error;
    }
  }),
];

/** As a mail program shows it: no script, and links open in a window of their own. */
function mailView(service: Service, id: string): ServedReply {
  const mail = mailRepository(service.store.sql).find(id);
  if (mail === null) throw notFound();
  const html = htmlPart(mail).replace('<head>', '<head><base target="_blank">');
  const inner = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox";
  return framed('text/html; charset=utf-8', html, [['Content-Security-Policy', `${inner}; ${ancestors}`]]);
}

/** Rendered for every view; it counts in no ceiling of the service. */
async function documentView(service: Service, view: Extract<View, { position: number }>): Promise<ServedReply> {
  const envelope = envelopeRepository(service.store.sql).findAnywhere(view.id);
  const document = envelope?.documents.find(({ position }) => position === view.position);
  if (envelope === undefined || document === undefined) throw notFound();
  const pdf = await pdfOf(service, view.what, envelope, document);
  const ending = view.what === 'source' ? '' : ` (${view.what})`;
  return framed('application/pdf', pdf, [
    ['Content-Security-Policy', ancestors],
    ['Content-Disposition', contentDisposition('inline', fileName(document.name, ending))],
  ]);
}

async function pdfOf(
  service: Service,
  what: 'draft' | 'sealed' | 'source',
  envelope: Envelope,
  document: EnvelopeDocument,
): Promise<Buffer> {
  const { sql } = service.store;
  if (what === 'sealed') {
    const sealed = sealedRepository(sql).pdf(document.id);
    if (sealed === null) throw new Refusal('not_found', 'The document is not sealed yet.');
    return sealed;
  }
  const documents = documentRepository(sql);
  const stored = documents.find(envelope.organisation_id, document.id);
  if (stored === null) throw notFound();
  const pdf = documents.pdf(stored);
  if (what === 'source') return pdf;
  checkDraftable(envelope);
  const form = envelopeRepository(sql).formOf(envelope.id);
  return Buffer.from(await service.documents.draft(draftJob(envelope, form, document, pdf, service.clock.instant())));
}

const ancestors = "frame-ancestors 'self'";

const framed = (type: string, body: string | Buffer, more: readonly HeaderPair[]): ServedReply =>
  privateAnswer(200, type, body, [['X-Frame-Options', 'SAMEORIGIN'], ...more]);
