import { RenderFailed } from '../../document/document-failure.js';
import type { DraftJob } from '../../document/render-job.js';
import { checkCeilings, minuteOf } from '../domain/envelope-draft-ceiling.js';
import { checkTestReading } from '../domain/envelope-test-key.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { checkDraftable, draftJob } from '../domain/sealing.js';
import type { Exchange, Reply } from '../http/exchange.js';
import type { Service } from '../service.js';
import { contentDisposition, fileName } from '../signing/served-file.js';
import { documentRepository, draftRenders } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { envelopeOf } from './envelope-of.js';

/** GET …/documents/{position}/draft: rendered at each call, counted in two ceilings, not stored. */
export async function getEnvelopeDraft(exchange: Exchange<'getEnvelopeDraft'>): Promise<Reply> {
  const { service, key, organisation, parameters } = exchange;
  const envelope = envelopeOf(exchange);
  checkTestReading(key, envelope);
  const document = envelope.documents.find(({ position }) => String(position) === parameters.position);
  if (document === undefined) throw notFound();
  checkDraftable(envelope);
  await charge(service, envelope.id, organisation.id);
  const documents = documentRepository(service.store.sql);
  const stored = documents.find(organisation.id, document.id);
  if (stored === null) throw notFound();
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  const job = draftJob(envelope, form, document, documents.pdf(stored), service.clock.instant());
  const name = fileName(envelope.title, ' (draft)');
  return {
    status: 200,
    headers: { 'Content-Disposition': contentDisposition('attachment', name), 'Cache-Control': 'no-store' },
    body: { pdf: await render(service, job) },
  };
}

/** A failed render still counts in both ceilings (Errors, service_unavailable). */
async function charge(service: Service, envelopeId: string, organisationId: string): Promise<void> {
  const renders = draftRenders(service.store.sql);
  const now = service.clock.now();
  const minute = minuteOf(now);
  await service.store.commit(() => {
    const ceilings = { envelope: `envelope ${envelopeId}`, organisation: `organisation ${organisationId}` };
    const soFar = {
      envelope: renders.count(ceilings.envelope, minute),
      organisation: renders.count(ceilings.organisation, minute),
    };
    checkCeilings(soFar, now, service.contract.limits.draftsPerMinute);
    renders.add(ceilings.envelope, minute);
    renders.add(ceilings.organisation, minute);
  });
}

async function render(service: Service, job: DraftJob): Promise<Uint8Array> {
  const fault = service.faults.take('renderer');
  if (fault !== null && 'hold' in fault) await service.faults.released();
  else if (fault !== null) {
    const code = 'code' in fault ? fault.code : 'service_unavailable';
    throw new Refusal(code, 'The draft renderer does not respond.');
  }
  try {
    return await service.documents.draft(job);
  } catch (error) {
    if (!(error instanceof RenderFailed)) throw error;
    throw new Refusal('service_unavailable', 'The draft renderer does not respond.');
  }
}
