import { submitted } from '../domain/answers.js';
import { holds, type StandingAuthorisation } from '../domain/authorisation.js';
import type { PreSigned } from '../domain/envelope-acts.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import type { Envelope, Recipient } from '../domain/envelope.js';
import { notFound, Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { authorisationRepository } from '../store/authorisation-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { sealedRepository } from '../store/sealed-repository.js';

/** A position with a standing authorisation. */
export interface Mandate extends PreSigned {
  readonly authorisation_id: string;
}

/**
 * The standing authorisations of an envelope, checked in their current state: a revoked one does not sign anything that
 * is not yet sent (States, Standing authorisation; the property is assumed, A0). Throws not_found for an invisible one,
 * invalid_request for an invalid one, locked_answer_missing when a field of the position stays empty, because nobody
 * can fill it. `path` is the prefix of `recipients`.
 */
export function mandatesOf(service: Service, envelope: Envelope, form: EnvelopeForm, path = ''): readonly Mandate[] {
  return envelope.recipients.flatMap((recipient, index) => {
    const id = recipient.standing_authorisation_id;
    if (id === null) return [];
    const place = `${path}recipients[${index}]`;
    const own = authorisationRepository(service.store.sql).find(envelope.organisation_id, id);
    if (own === null || (envelope.mode === 'test' && own.mode === 'live')) throw notFound();
    const problem = whyNot(own, envelope, recipient, service.clock.now());
    if (problem !== null) {
      throw new Refusal('invalid_request', `${place}.standing_authorisation_id ${problem}.`);
    }
    checkAnswers(envelope, form, recipient, place);
    return [{ authorisation_id: own.id, recipient_id: recipient.id, number: own.number }];
  });
}

/** Within a transaction: adds the grantors' signatures to a stored draft and counts them. */
export function applyMandates(
  service: Service,
  draft: Envelope,
  form: EnvelopeForm,
  mandates: readonly Mandate[],
): Envelope {
  for (const id of new Set(mandates.map(({ authorisation_id: each }) => each))) {
    const documents = signedUnder(id, draft, form).length;
    authorisationRepository(service.store.sql).addApplied(id, documents);
    envelopeRepository(service.store.sql).recordMandate(id, draft.id);
  }
  return mandates.reduce((envelope, { recipient_id: recipientId }) => {
    const recipient = envelope.recipients.find((each) => each.id === recipientId);
    return recipient === undefined ? envelope : { ...envelope, answers: answersOf(envelope, form, recipient).answers };
  }, draft);
}

/** Documents completed under a standing authorisation and not yet sealed (`in_flight_count`). */
export function inFlightUnder(service: Service, authorisationId: string): number {
  const envelopes = envelopeRepository(service.store.sql);
  return envelopes.unsealedUnder(authorisationId).reduce((sum, envelope) => {
    const sealed = sealedRepository(service.store.sql).ofEnvelope(envelope.id);
    const isSealed = (id: string): boolean => sealed.some((each) => each.document_id === id);
    const signed = signedUnder(authorisationId, envelope, envelopes.formOf(envelope.id));
    return sum + signed.filter(({ id }) => !isSealed(id)).length;
  }, 0);
}

/** The documents that an authorisation signs in advance, each once: those with a field of a role that it signs for. */
function signedUnder(authorisationId: string, envelope: Envelope, form: EnvelopeForm): Envelope['documents'] {
  const roles = envelope.recipients
    .filter((recipient) => recipient.standing_authorisation_id === authorisationId)
    .map(({ role }) => role);
  return envelope.documents.filter(({ position }) =>
    form.fields.some((field) => field.document === position && roles.includes(field.role)),
  );
}

function whyNot(own: StandingAuthorisation, envelope: Envelope, recipient: Recipient, now: number): string | null {
  if (own.mode !== envelope.mode) return 'is a sandbox authorisation, which applies only to sandbox envelopes';
  if (own.brand.id !== envelope.brand_id) return `covers the brand "${own.brand.name}" only`;
  if (!holds(own, now)) return own.status === 'active' ? 'is not valid at this time' : `is ${own.status}, not active`;
  if (recipient.routing_type === 'cc') return 'is set for a cc, who does not sign';
  if (own.grantor.email.toLowerCase() !== recipient.email.toLowerCase()) {
    return `was granted by ${own.grantor.email}, who is not this recipient`;
  }
  return null;
}

const answersOf = (envelope: Envelope, form: EnvelopeForm, { role, name }: Recipient) =>
  submitted(form, role, envelope.answers, { values: new Map(), signature: name });

function checkAnswers(envelope: Envelope, form: EnvelopeForm, recipient: Recipient, place: string): void {
  const [problem] = answersOf(envelope, form, recipient).problems;
  if (problem === undefined) return;
  const why = 'it stays empty, because the recipient signs under a standing authorisation';
  throw new Refusal('locked_answer_missing', `${place}: ${problem.message}, and ${why}.`);
}
