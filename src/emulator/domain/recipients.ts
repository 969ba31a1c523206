import type { FilledBodyOf } from '../../contract/operations.js';
import type { EnvelopeForm, RoutingType } from './envelope-form.js';
import type { Recipient } from './envelope.js';
import { suggestion } from './nearest-name.js';
import { Refusal } from './refusal.js';

export type RecipientRequest = FilledBodyOf<'createEnvelope'>['recipients'][number];

/** Everybody may be copied in under this role, whether or not the template declares it (Role, `routing_type`). */
const copyRole = 'cc';

/**
 * Refuses recipients that do not fit the form: a role it does not declare, a role shared by two who sign, a role with
 * fields and nobody in it, in this order (Errors, `recipient_role_*`). `path` is what stands before `recipients`.
 */
export function checkRecipients(requests: readonly RecipientRequest[], form: EnvelopeForm, path = ''): void {
  refuseUnknown(requests, form, path);
  refuseDuplicated(requests, form, path);
  refuseMissing(requests, form, path);
}

/** The recipients of a new envelope, nobody invited yet. The order of the request is the routing order. */
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

function routingOf(role: string, form: EnvelopeForm): RoutingType | null {
  const declared = form.roles.find(({ name }) => name === role);
  if (declared !== undefined) return declared.routing_type;
  return role === copyRole ? 'cc' : null;
}

function refuseUnknown(requests: readonly RecipientRequest[], form: EnvelopeForm, path: string): void {
  const names = form.roles.map(({ name }) => name);
  requests.forEach(({ role }, index) => {
    if (routingOf(role, form) !== null) return;
    const hint = suggestion(role, names);
    throw new Refusal(
      'recipient_role_unknown',
      `${path}recipients[${index}].role "${role}" is not a role of the template.${hint}`,
    );
  });
}

function refuseDuplicated(requests: readonly RecipientRequest[], form: EnvelopeForm, path: string): void {
  const first = new Map<string, number>();
  requests.forEach(({ role }, index) => {
    const earlier = first.get(role);
    first.set(role, earlier ?? index);
    if (earlier === undefined || routingOf(role, form) === 'cc') return;
    throw new Refusal(
      'recipient_role_duplicated',
      `${path}recipients[${index}].role "${role}" is already taken by recipients[${earlier}]; only a cc may be shared.`,
    );
  });
}

function refuseMissing(requests: readonly RecipientRequest[], form: EnvelopeForm, path: string): void {
  const taken = new Set(requests.map(({ role }) => role));
  const missing = form.roles.find(({ name }) => !taken.has(name) && form.fields.some(({ role }) => role === name));
  if (missing === undefined) return;
  throw new Refusal(
    'recipient_role_missing',
    `${path}recipients names nobody for the role "${missing.name}", which has fields to fill.`,
  );
}
