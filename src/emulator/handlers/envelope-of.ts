import type { Envelope } from '../domain/envelope.js';
import type { Organisation } from '../domain/organisation.js';
import { notFound } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';

/** The envelope of a path. Throws the uniform 404. */
export function envelopeOf({
  service,
  organisation,
  parameters,
}: {
  readonly service: Service;
  readonly organisation: Organisation;
  readonly parameters: { readonly envelopeId: string };
}): Envelope {
  const envelope = envelopeRepository(service.store.sql).find(organisation.id, parameters.envelopeId);
  if (envelope === undefined) throw notFound();
  return envelope;
}
