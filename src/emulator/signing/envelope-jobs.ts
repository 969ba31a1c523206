import { expire } from '../domain/envelope-acts.js';
import { openEnvelopeStates } from '../../contract/states.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { record } from './record.js';
import { sealEnvelope } from './sealing-job.js';

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
