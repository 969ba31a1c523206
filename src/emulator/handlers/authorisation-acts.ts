import { ended, granted, invalidated, type Ending, type StandingAuthorisation } from '../domain/authorisation.js';
import { Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { authorisationRepository } from '../store/authorisation-repository.js';

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
