import type { Brand, Organisation } from '../domain/organisation.js';
import { Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';

/** The brand of an ID. Throws brand_unknown for one that is archived or belongs to another organisation (Errors). */
export function activeBrand(service: Service, organisation: Organisation, id: string): Brand {
  const brands = organisationRepository(service.store.sql).brands(organisation.id);
  const found = brands.find((brand) => brand.id === id && !brand.archived);
  if (found !== undefined) return found;
  throw new Refusal('brand_unknown', `brand_id ${id} does not match an active brand of the organisation.`);
}
