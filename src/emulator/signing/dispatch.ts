import { checkAllowance, monthOf } from '../domain/allowance.js';
import { send } from '../domain/envelope-acts.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import { checkTestSending } from '../domain/envelope-test-key.js';
import type { Envelope } from '../domain/envelope.js';
import type { ApiKey, Organisation } from '../domain/organisation.js';
import { Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { applyMandates, mandatesOf } from './mandates.js';
import { record } from './record.js';

/** The key that asks for an envelope, and its owner. */
export interface Caller {
  readonly service: Service;
  readonly key: ApiKey;
  readonly organisation: Organisation;
}

/**
 * Within a transaction: checks whether a draft may be sent now, and returns the step that sends it. Rejects a past
 * deadline, forbidden e-mail of a test key, an invalid mandate, and a used-up allowance (States, draft → sent;
 * Authentication 7; Limits, Free plan). `path` is the prefix of `recipients`.
 */
export function dispatch(
  { service, key, organisation }: Caller,
  draft: Envelope,
  form: EnvelopeForm,
  documentCount: number,
  path = '',
): (stored: Envelope) => Envelope {
  const now = service.clock.now();
  if (draft.expires_at !== null && Date.parse(draft.expires_at) <= now) {
    throw new Refusal('invalid_request', 'expires_at passed while the envelope was a draft, so it cannot be sent.');
  }
  checkTestSending(key, draft, organisation, draft.recipients, path);
  const mandates = mandatesOf(service, draft, form, path);
  const envelopes = envelopeRepository(service.store.sql);
  const month = monthOf(now);
  const used = envelopes.sentDocuments(organisation.id, month);
  const { freeDocumentsPerMonth } = service.contract.limits;
  checkAllowance(organisation.plan, draft.mode, used, documentCount, freeDocumentsPerMonth);
  return (stored) => {
    const brand = organisationRepository(service.store.sql).brand(stored.brand_id)?.name ?? '';
    const signed = applyMandates(service, stored, form, mandates);
    const sent = record(service, send(signed, service.clock.instant(), brand, mandates));
    if (sent.mode === 'live') envelopes.countSent(organisation.id, month, documentCount);
    if (sent.expires_at !== null && sent.status === 'sent') {
      service.jobs.schedule('expire_envelope', sent.id, Date.parse(sent.expires_at));
    }
    return sent;
  };
}
