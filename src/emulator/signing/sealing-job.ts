import { createHash } from 'node:crypto';
import { RenderFailed } from '../../document/document-failure.js';
import { authoritySecret } from '../authority.js';
import { note } from '../domain/act-origin.js';
import type { Envelope } from '../domain/envelope.js';
import { sealJob } from '../domain/sealing.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { sealedRepository } from '../store/sealed-repository.js';
import { tellCompleted } from './completion-mail.js';

interface Sealed {
  readonly document_id: string;
  readonly name: string;
  readonly pdf: Buffer;
}

/**
 * Seals every document of a completed envelope, or fails for all of them: it is then not retried until it is requeued
 * (States, `completed`). Returns the effect, for the transaction that also removes the job.
 */
export async function sealEnvelope(service: Service, envelopeId: string): Promise<() => void> {
  const envelope = envelopeRepository(service.store.sql).findAnywhere(envelopeId);
  if (envelope === undefined || !awaitsSealing(envelope)) return () => undefined;
  const fault = service.faults.take(`seal:${envelopeId}`) ?? service.faults.take('seal');
  if (fault !== null && 'hold' in fault) await service.faults.released();
  else if (fault !== null) return () => giveUp(service, envelopeId);
  try {
    const at = service.clock.instant();
    const sealed = await renderAll(service, envelope, at);
    return () => finish(service, envelopeId, sealed, at);
  } catch (error) {
    // A renderer that closed with the emulator is not a failure: the job runs again after the next start.
    if (!(error instanceof RenderFailed) || error.code === 'closed') throw error;
    return () => giveUp(service, envelopeId);
  }
}

/** Completed, and not sealed yet. */
export const awaitsSealing = (envelope: Envelope): boolean =>
  envelope.status === 'completed' && envelope.sealed_at === null;

async function renderAll(service: Service, envelope: Envelope, at: string): Promise<readonly Sealed[]> {
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  const documents = documentRepository(service.store.sql);
  const sealed: Sealed[] = [];
  for (const stored of documents.ofOwner('envelope', envelope.id)) {
    const document = envelope.documents.find(({ id }) => id === stored.id);
    if (document === undefined) continue;
    const authority = authoritySecret(service.store);
    const job = sealJob(envelope, form, document, documents.pdf(stored), stored.sha256, { authority, at });
    const pdf = await service.documents.seal(job);
    const signed = await service.documents.sign({ pdf, authority, at });
    sealed.push({ document_id: stored.id, name: stored.name, pdf: Buffer.from(signed) });
  }
  return sealed;
}

function finish(service: Service, envelopeId: string, sealed: readonly Sealed[], at: string): void {
  const envelopes = envelopeRepository(service.store.sql);
  const envelope = envelopes.findAnywhere(envelopeId);
  if (envelope === undefined || !awaitsSealing(envelope)) return;
  for (const { document_id: id, pdf } of sealed) {
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const secret = service.random.bytes(32);
    sealedRepository(service.store.sql).insert(
      { document_id: id, envelope_id: envelopeId, sha256, link_secret: secret },
      pdf,
    );
  }
  const done = note(
    { ...envelope, sealed_at: at, sealing_failed_at: null },
    { at, act: 'sealed', recipient_id: null, text: 'Sealed' },
  );
  const delivered = done.completion_delivery === 'service' ? tellCompleted(service, done, sealed) : done;
  envelopes.update(delivered);
  emit(service, delivered, 'envelope.sealed');
}

function giveUp(service: Service, envelopeId: string): void {
  const envelopes = envelopeRepository(service.store.sql);
  const envelope = envelopes.findAnywhere(envelopeId);
  if (envelope === undefined || !awaitsSealing(envelope)) return;
  envelopes.update({ ...envelope, sealing_failed_at: service.clock.instant() });
  emit(service, envelope, 'envelope.sealing_failed');
}

function emit(service: Service, envelope: Envelope, name: 'envelope.sealed' | 'envelope.sealing_failed'): void {
  const { organisation_id: organisation, brand_id: brand, id } = envelope;
  service.events.emit({ name, organisation_id: organisation, brand_id: brand, envelope_id: id, recipient_id: null });
}
