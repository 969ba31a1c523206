import { createHash } from 'node:crypto';
import { expire } from '../domain/envelope-acts.js';
import { openEnvelopeStates } from '../../contract/states.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { record } from './record.js';
import { RenderFailed } from '../../document/document-failure.js';
import { authoritySecret } from '../authority.js';
import { note } from '../domain/act-origin.js';
import type { Envelope, Recipient } from '../domain/envelope.js';
import { sealJob } from '../domain/sealing.js';
import { documentRepository } from '../store/document-repository.js';
import { sealedRepository } from '../store/sealed-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { fileName } from './served-file.js';

/** Registers the jobs for sealing and expiry. Called once at the start. */
export function registerEnvelopeJobs(service: Service): void {
  service.jobs.on('seal', (job) => sealEnvelope(service, job.subject));
  service.jobs.on('expire_envelope', (job) => () => expireEnvelope(service, job.subject));
}

/** Within a transaction: the deadline of an envelope has passed. */
export function expireEnvelope(service: Service, envelopeId: string): void {
  const envelope = envelopeRepository(service.store.sql).findAnywhere(envelopeId);
  if (envelope === undefined || !openEnvelopeStates.includes(envelope.status)) return;
  record(service, expire(envelope, service.clock.instant()));
}

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

/** Every organisation has an owner of its keys, also one that was created without members. */
const ownerOfKeys = 'owner@local.test';

/**
 * Within a transaction: e-mails the sealed PDFs to the sender and to every recipient with e-mail; never to an embedded
 * one (POST /api/v1/envelopes, `completion_delivery`). The copies then count as sent.
 */
function tellCompleted(
  service: Service,
  envelope: Envelope,
  sealed: readonly { readonly name: string; readonly pdf: Buffer }[],
): Envelope {
  const attachments = sealed.map(({ name, pdf }) => ({ filename: fileName(name, ''), bytes: pdf }));
  const tell = (to: { name: string; email: string }, recipient: Recipient | null): void => {
    service.outbox.send({
      organisation_id: envelope.organisation_id,
      mode: envelope.mode,
      kind: 'completed',
      to,
      subject: `Completed: ${envelope.title}`,
      text: `Dear ${to.name},\n\n"${envelope.title}" is complete: everyone has finished. The documents are attached.\n`,
      link: null,
      envelope_id: envelope.id,
      recipient_id: recipient?.id ?? null,
      attachments,
    });
  };
  const organisation = organisationRepository(service.store.sql).find(envelope.organisation_id);
  const sender = organisation?.members[0] ?? ownerOfKeys;
  tell({ name: organisation?.name ?? 'Sender', email: sender }, null);
  for (const recipient of envelope.recipients) {
    if (!recipient.embedded && recipient.status !== 'delegated')
      tell({ name: recipient.name, email: recipient.email }, recipient);
  }
  const recipients = envelope.recipients.map((recipient): Recipient =>
    recipient.routing_type === 'cc' && !recipient.embedded ? { ...recipient, status: 'sent' } : recipient,
  );
  return { ...envelope, recipients };
}
