import type { Outcome } from '../domain/envelope-acts.js';
import type { Envelope } from '../domain/envelope.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { invite } from './invite.js';

/**
 * Within a transaction: records a step of an envelope with its consequences: events, the next invitation, jobs for the
 * deadline and the sealing, and revoked links. Returns the envelope.
 */
export function record(service: Service, { envelope, events, invited }: Outcome): Envelope {
  envelopeRepository(service.store.sql).update(envelope);
  for (const event of events) {
    service.events.emit({
      ...event,
      organisation_id: envelope.organisation_id,
      brand_id: envelope.brand_id,
      envelope_id: envelope.id,
    });
  }
  if (invited !== null) invite(service, envelope, invited);
  advanceStatus(service, envelope);
  return envelope;
}

function advanceStatus(service: Service, envelope: Envelope): void {
  switch (envelope.status) {
    case 'draft':
    case 'sent':
    case 'partially_signed':
      return;
    case 'completed':
      service.jobs.cancel('expire_envelope', envelope.id);
      service.jobs.schedule('seal', envelope.id, service.clock.now() + service.settings.sealAfter);
      return;
    case 'voided':
    case 'declined':
    case 'expired':
      service.jobs.cancel('expire_envelope', envelope.id);
      signingRepository(service.store.sql).revokeAll(envelope.id, service.clock.now());
  }
}
