import {
  authorisationBody,
  cancelled,
  checkValidity,
  ended,
  type Ending,
  granted,
  invalidated,
  inviteExpiry,
  revoked,
  type StandingAuthorisation,
} from '../domain/authorisation.js';
import { checkTestMailing } from '../domain/envelope-test-key.js';
import type { ApiKey } from '../domain/organisation.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { type Exchange, type Handler, json } from '../http/exchange.js';
import type { Service } from '../service.js';
import { checkDrawable } from '../signing/drawable.js';
import { authorisationRepository } from '../store/authorisation-repository.js';
import { inFlightUnder } from '../signing/mandates.js';
import { activeBrand } from './active-brand.js';
import { cursorUnknown, ownCursor } from './own-cursor.js';

/** Standing authorisations: request, list, read, cancel, revoke (Endpoints; A12). */

const create: Handler<'createAuthorisation'> = async (exchange) => {
  const { service, key, organisation, body, commit } = exchange;
  checkValidity(body.valid_from, body.valid_until, service.clock.now());
  await checkDrawable(service, drawnTexts(body));
  return commit(() => {
    const brand = activeBrand(service, organisation, body.brand_id);
    checkTestMailing(key, organisation, 'grantor.email', body.grantor.email);
    const now = service.clock.now();
    const authorisations = authorisationRepository(service.store.sql);
    const inviteExpires = inviteExpiry(now, body.valid_until, service.contract.limits.mandateInviteDays);
    const own: StandingAuthorisation = {
      id: service.random.uuid(),
      organisation_id: organisation.id,
      number: `SA-${String(authorisations.count(organisation.id) + 1).padStart(4, '0')}`,
      status: 'invited',
      mode: key.mode,
      brand: { id: brand.id, name: brand.name },
      legal_entity: body.legal_entity,
      grantor: body.grantor,
      intended_use: body.intended_use,
      valid_from: body.valid_from === null ? null : utc(body.valid_from),
      valid_until: utc(body.valid_until),
      invite_expires_at: new Date(inviteExpires).toISOString(),
      granted_at: null,
      cancellation: null,
      revocation: null,
      invalidation: null,
      reference: body.reference,
      applied_count: 0,
      created_at: new Date(now).toISOString(),
    };
    authorisations.insert(own);
    service.jobs.schedule('expire_mandate', own.id, inviteExpires);
    mailGrantor(service, own, 'mandate', `Please sign mandate ${own.number}`, mandateText(own, organisation.name));
    return json(201, authorisationBody(own));
  });
};

const list: Handler<'listAuthorisations'> = ({ service, key, organisation, query }) => {
  const authorisations = authorisationRepository(service.store.sql);
  const after = ownCursor(query.cursor);
  if (after !== null && visible(authorisations.find(organisation.id, after), key) === null) {
    throw cursorUnknown();
  }
  const filter = {
    sandboxOnly: key.mode === 'test',
    status: query.status ?? null,
    brandId: query.brand_id ?? null,
    reference: query.reference ?? null,
  };
  const found = authorisations.list(organisation.id, filter, after, query.limit + 1);
  const page = found.slice(0, query.limit);
  const next = found.length > page.length ? (page.at(-1)?.id ?? null) : null;
  return json(200, { data: page.map(authorisationBody), next_cursor: next });
};

const get: Handler<'getAuthorisation'> = ({ service, key, parameters }) =>
  json(200, authorisationBody(find(service, key, parameters.authorisationId)));

const cancel: Handler<'cancelAuthorisation'> = async ({ service, key, parameters, body, commit }) => {
  find(service, key, parameters.authorisationId);
  return commit(() => {
    const own = find(service, key, parameters.authorisationId);
    const after = cancelled(own, byKey(service, body.reason));
    if (after !== own) {
      authorisationRepository(service.store.sql).update(after);
      service.jobs.cancel('expire_mandate', own.id);
    }
    return json(200, authorisationBody(after));
  });
};

const revoke: Handler<'revokeAuthorisation'> = async ({ service, key, parameters, body, commit }) => {
  find(service, key, parameters.authorisationId);
  return commit(() => {
    const own = find(service, key, parameters.authorisationId);
    const after = revoked(own, byKey(service, body.reason));
    if (after !== own) {
      authorisationRepository(service.store.sql).update(after);
      service.jobs.cancel('expire_authorisation', own.id);
      const text = `Your standing authorisation ${own.number} was revoked. The reason given: ${body.reason}`;
      mailGrantor(service, own, 'revoked', `Mandate ${own.number} was revoked`, text);
    }
    return json(200, { ...authorisationBody(after), in_flight_count: inFlightUnder(service, own.id) });
  });
};

export const authorisationHandlers = {
  createAuthorisation: create,
  listAuthorisations: list,
  getAuthorisation: get,
  cancelAuthorisation: cancel,
  revokeAuthorisation: revoke,
};

/** A live authorisation is `not_found` to a test key. */
function visible(own: StandingAuthorisation | null, key: ApiKey): StandingAuthorisation | null {
  return own !== null && (key.mode === 'live' || own.mode === 'test') ? own : null;
}

function find(service: Service, key: ApiKey, id: string): StandingAuthorisation {
  const own = visible(authorisationRepository(service.store.sql).find(key.organisation_id, id), key);
  if (own === null) throw notFound();
  return own;
}

const byKey = (service: Service, reason: string): Ending => ({ at: service.clock.instant(), by: 'api_key', reason });

const utc = (text: string): string => new Date(text).toISOString();

/** Everything that the mandate would print. */
function drawnTexts(body: Exchange<'createAuthorisation'>['body']): { readonly path: string; readonly text: string }[] {
  return [
    { path: 'legal_entity.name', text: body.legal_entity.name },
    { path: 'legal_entity.registration_number', text: body.legal_entity.registration_number ?? '' },
    { path: 'grantor.name', text: body.grantor.name },
    { path: 'grantor.job_title', text: body.grantor.job_title ?? '' },
    { path: 'intended_use', text: body.intended_use },
    { path: 'reference', text: body.reference ?? '' },
  ];
}

function mandateText(own: StandingAuthorisation, organisation: string): string {
  return [
    `${organisation} asks for your standing authorisation ${own.number}, for ${own.legal_entity.name}.`,
    `It covers documents sent under the brand ${own.brand.name}, until ${own.valid_until}.`,
    `Intended use, in their words: ${own.intended_use}`,
    `The request expires at ${own.invite_expires_at}.`,
  ].join('\n');
}

function mailGrantor(
  service: Service,
  own: StandingAuthorisation,
  kind: 'mandate' | 'revoked',
  subject: string,
  text: string,
): void {
  service.outbox.send({
    organisation_id: own.organisation_id,
    mode: own.mode,
    kind,
    to: { name: own.grantor.name, email: own.grantor.email },
    subject,
    text,
    link: null,
    envelope_id: null,
    recipient_id: null,
  });
}

/** Changes of a standing authorisation outside of the API: grants, declines, time and changed brands. */

/** Within a transaction: the grantor signed the mandate, and it was sealed. */
export function grantAuthorisation(service: Service, own: StandingAuthorisation): StandingAuthorisation {
  const after = granted(requireInvited(own), service.clock.instant());
  keep(service, after);
  service.jobs.cancel('expire_mandate', own.id);
  service.jobs.schedule('expire_authorisation', own.id, Date.parse(own.valid_until));
  return after;
}

/** Within a transaction: the grantor declined. */
export function declineAuthorisation(
  service: Service,
  own: StandingAuthorisation,
  reason: string | null,
): StandingAuthorisation {
  const after = ended(requireInvited(own), 'declined', { at: service.clock.instant(), by: 'grantor', reason });
  keep(service, after);
  service.jobs.cancel('expire_mandate', own.id);
  return after;
}

/** Within a transaction: renaming or archiving a brand invalidates its authorisations. */
export function invalidateBrand(service: Service, brandId: string, reason: string): void {
  const ending: Ending = { at: service.clock.instant(), by: 'system', reason };
  for (const own of authorisationRepository(service.store.sql).activeOfBrand(brandId)) {
    keep(service, invalidated(own, ending));
    service.jobs.cancel('expire_authorisation', own.id);
  }
}

/** Unsigned mandates expire, and authorisations end. Called once at the start. */
export function registerAuthorisationJobs(service: Service): void {
  const find = (id: string): StandingAuthorisation | null => authorisationRepository(service.store.sql).get(id);
  service.jobs.on('expire_mandate', ({ subject }) => () => {
    const own = find(subject);
    if (own?.status !== 'invited') return;
    const reason = 'The mandate was not signed in time.';
    keep(service, ended(own, 'expired_unsigned', { at: service.clock.instant(), by: 'system', reason }));
  });
  service.jobs.on('expire_authorisation', ({ subject }) => () => {
    const own = find(subject);
    if (own?.status === 'active') keep(service, { ...own, status: 'expired' });
  });
}

function requireInvited(own: StandingAuthorisation): StandingAuthorisation {
  if (own.status === 'invited') return own;
  throw new Refusal('invalid_request', `The mandate is no longer open: the authorisation is ${own.status}.`);
}

const keep = (service: Service, own: StandingAuthorisation): void =>
  authorisationRepository(service.store.sql).update(own);
