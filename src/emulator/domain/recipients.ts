import { routingOf, type RecipientRequest } from '../../domain/rules/recipients.js';
import type { EnvelopeForm } from './envelope-form.js';
import type { Recipient } from './envelope.js';

/** The recipients of a new envelope, not invited yet. The order of the request is the routing order. */
export function newRecipients(
  requests: readonly RecipientRequest[],
  form: EnvelopeForm,
  newId: () => string,
): readonly Recipient[] {
  return requests.map((request) => ({
    id: newId(),
    role: request.role,
    name: request.name,
    email: request.email,
    job_title: request.job_title,
    company: request.company,
    routing_type: routingOf(request.role, form) ?? 'sign',
    status: 'pending',
    embedded: request.embedded,
    external_ref: request.external_ref,
    standing_authorisation_id: request.standing_authorisation_id,
    acted_at: null,
  }));
}
