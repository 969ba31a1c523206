import { RenderFailed } from '../../document/document-failure.js';
import { checkTestReading } from '../domain/envelope-test-key.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { json, type Exchange, type Handlers, type Reply } from '../http/exchange.js';
import { downloadLink } from '../signing/download-link.js';
import { contentDisposition, fileName } from '../signing/served-file.js';
import { documentRepository } from '../store/document-repository.js';
import { sealedRepository } from '../store/sealed-repository.js';
import { getEnvelopeDraft } from './draft.js';
import { envelopeOf } from './envelope-of.js';
import { liveTemplate } from './template-answers.js';

/** Reads of documents: the list, the draft, single pages (A4, A5; GET …/draft). */
export const documentHandlers: Pick<Handlers, 'listEnvelopeDocuments' | 'getEnvelopeDraft' | 'getDocumentPage'> = {
  listEnvelopeDocuments,
  getEnvelopeDraft,
  getDocumentPage,
};

function listEnvelopeDocuments(exchange: Exchange<'listEnvelopeDocuments'>): Reply {
  const { service, key } = exchange;
  const envelope = envelopeOf(exchange);
  checkTestReading(key, envelope);
  const sealed = sealedRepository(service.store.sql).ofEnvelope(envelope.id);
  return json(200, {
    sealed: envelope.sealed_at !== null,
    documents: envelope.documents.map(({ id, position, name, page_count }) => {
      const finished = sealed.find(({ document_id: document }) => document === id);
      const link = finished === undefined ? null : downloadLink(service, finished);
      return {
        id,
        position,
        name,
        page_count,
        url: link?.url ?? null,
        url_expires_at: link?.expires_at ?? null,
        sha256: finished?.sha256 ?? null,
      };
    }),
  });
}

async function getDocumentPage({
  service,
  key,
  organisation,
  parameters,
}: Exchange<'getDocumentPage'>): Promise<Reply> {
  const documents = documentRepository(service.store.sql);
  const document = documents.find(organisation.id, parameters.documentId);
  if (document === null) throw notFound();
  const page = Number(parameters.page);
  const ofEnvelope = document.owner_kind === 'envelope';
  if (ofEnvelope)
    checkTestReading(key, envelopeOf({ service, organisation, parameters: { envelopeId: document.owner_id } }));
  else liveTemplate(service, organisation, document.owner_id);
  const sealed = ofEnvelope ? sealedRepository(service.store.sql).pdf(document.id) : null;
  if (sealed === null && page > document.page_count) throw notFound();
  try {
    const pdf = await service.documents.page(sealed ?? documents.pdf(document), page);
    const name = fileName(document.name, ` (page ${page})`);
    return {
      status: 200,
      headers: { 'Content-Disposition': contentDisposition('inline', name), 'Cache-Control': 'no-store' },
      body: { pdf },
    };
  } catch (error) {
    // Only the renderer knows the number of certificate pages of a sealed document.
    if (!(error instanceof RenderFailed)) throw error;
    if (error.code === 'unknown_page') throw notFound();
    throw new Refusal('service_unavailable', `The page cannot be rendered: ${error.message}.`);
  }
}
