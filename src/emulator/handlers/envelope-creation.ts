import { withStarts } from '../domain/answers-started.js';
import type { FilledBodyOf } from '../../contract/operations.js';
import { deadline } from '../domain/envelope-deadline.js';
import { drawnTexts, type Drawn } from '../../domain/rules/drawn-texts.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import { type Answers, checkValues, type ValueRequest } from '../../domain/rules/values.js';
import type { Envelope, EnvelopeDocument } from '../domain/envelope.js';
import type { Brand, Organisation } from '../domain/organisation.js';
import { recipientProblems, type RecipientRequest } from '../../domain/rules/recipients.js';
import { newRecipients } from '../domain/recipients.js';
import { Refusal, refuseFirst } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { dispatch, type Caller } from '../signing/dispatch.js';
import { mandatesOf } from '../signing/mandates.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { activeBrand } from './active-brand.js';

/** The shared part of the three creations: one envelope of a form, with recipients and values. */

/** One envelope to be made. */
export interface Creation {
  readonly form: EnvelopeForm;
  readonly template_id: string | null;
  readonly title: string;
  readonly recipients: readonly RecipientRequest[];
  readonly values: readonly ValueRequest[];
  /** The prefix of `recipients` and `values` in messages: empty, or `rows[3].`. */
  readonly path: string;
}

/** A creation that fits its form, with the answers that it starts with. */
export interface CheckedCreation extends Creation {
  readonly answers: Answers;
}

/** The validated options of a creation besides recipients and values. */
export interface Choices {
  readonly send: boolean;
  readonly expires_at: string | null;
  readonly brand: Brand;
  readonly completion_delivery: 'service' | 'integrator';
}

type ChoicesBody = Pick<FilledBodyOf<'createEnvelope'>, 'send' | 'expires_at' | 'brand_id' | 'completion_delivery'>;

/** Rejects an invalid deadline and an unknown brand, in this order. */
export function checkChoices({ service, organisation }: Caller, body: ChoicesBody): Choices {
  return {
    send: body.send,
    expires_at: deadline(body.expires_at, service.clock.now(), service.contract.limits.expiry),
    brand: brandOf(service, organisation, body.brand_id),
    completion_delivery: body.completion_delivery,
  };
}

/** Rejects recipients and values that do not match the form. */
export function checkCreation(creation: Creation): CheckedCreation {
  const { form, recipients, values, path } = creation;
  refuseFirst(recipientProblems(recipients, form, path));
  const { answers, problems } = checkValues(values, form, path);
  refuseFirst(problems);
  return { ...creation, answers };
}

/** The texts of a creation that the sealer must draw. */
export const textsOf = ({ title, recipients, values, path }: Creation): readonly Drawn[] =>
  drawnTexts(title, recipients, values, path);

/**
 * Within a transaction: creates the envelope, and sends it on request. `keep` stores the bytes of its documents. Every error comes
 * before the first write, so that a batch can continue with its next row. The form is the current one.
 */
export function create(
  asker: Caller,
  creation: CheckedCreation,
  choices: Choices,
  keep: () => readonly EnvelopeDocument[],
  documentCount: number,
): Envelope {
  const { service, key, organisation } = asker;
  const recipients = newRecipients(creation.recipients, creation.form, () => service.random.uuid());
  const at = service.clock.instant();
  const draft: Envelope = {
    id: service.random.uuid(),
    organisation_id: organisation.id,
    mode: key.mode,
    template_id: creation.template_id,
    title: creation.title,
    status: 'draft',
    created_at: at,
    sent_at: null,
    expires_at: choices.expires_at,
    brand_id: choices.brand.id,
    brand_name: null,
    completion_delivery: choices.completion_delivery,
    completed_at: null,
    sealed_at: null,
    sealing_failed_at: null,
    end_reason: null,
    recipients,
    documents: [],
    answers: withStarts(creation.form, recipients, creation.answers),
    history: [{ at, act: 'created', recipient_id: null, text: 'Created' }],
  };
  mandatesOf(service, draft, creation.form, creation.path);
  const commitSend = choices.send ? dispatch(asker, draft, creation.form, documentCount, creation.path) : null;
  const envelope = { ...draft, documents: keep() };
  envelopeRepository(service.store.sql).insert(envelope, creation.form);
  return commitSend === null ? envelope : commitSend(envelope);
}

/** The named brand, or the default one. Throws brand_unknown for an archived one too. */
function brandOf(service: Service, organisation: Organisation, id: string | null): Brand {
  if (id !== null) return activeBrand(service, organisation, id);
  const brands = organisationRepository(service.store.sql).brands(organisation.id);
  const found = brands.find(({ is_default: isDefault, archived }) => isDefault && !archived);
  if (found !== undefined) return found;
  throw new Refusal('brand_unknown', 'brand_id: the default brand is archived. Use an active brand.');
}
