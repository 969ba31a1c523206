import type { Envelope } from '../domain/envelope.js';
import { missing } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';

/** The envelope with this ID, of any organisation. Throws not_found. */
export function envelopeNamed(service: Service, id: string | undefined): Envelope {
  const envelope = envelopeRepository(service.store.sql).findAnywhere(id ?? '');
  if (envelope === undefined) throw missing('Envelope not found.');
  return envelope;
}
