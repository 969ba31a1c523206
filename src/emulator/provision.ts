import type { Scope } from '../contract/scopes.js';
import type { ApiKey, Brand, Mode, Organisation, Plan } from './domain/organisation.js';
import type { Randomness } from './random.js';
import { apiKeyRepository } from './store/api-key-repository.js';
import { organisationRepository } from './store/organisation-repository.js';
import { settingsRepository, type FirstKeys } from './store/settings-repository.js';
import type { Store } from './store/store.js';

/** Creates organisations, brands and keys, for which the service has no operations (Authentication 2). */

export interface ProvisionParts {
  readonly store: Store;
  readonly random: Randomness;
}

export interface MintedKey extends ApiKey {
  /** The whole key: shown once, stored only as a hash. */
  readonly key: string;
}

export interface NewKey {
  readonly mode: Mode;
  readonly organisation_id: string;
  readonly scopes?: readonly Scope[];
  readonly revoked?: boolean;
  readonly owner_removed?: boolean;
}

/** Within a transaction: creates a key, `esign_live_…` or `esign_test_…`. */
export function mintKey({ store, random }: ProvisionParts, options: NewKey): MintedKey {
  const prefix = `esign_${options.mode}_`;
  const secret = `${prefix}${random.bytes(32).toString('base64url')}`;
  const key: ApiKey = {
    id: random.uuid(),
    organisation_id: options.organisation_id,
    mode: options.mode,
    prefix,
    scopes: options.scopes ?? [],
    revoked: options.revoked ?? false,
    owner_removed: options.owner_removed ?? false,
  };
  apiKeyRepository(store.sql).insert(key, secret);
  return { ...key, key: secret };
}

export interface NewOrganisation {
  readonly name: string;
  readonly plan: Plan;
  readonly members: readonly string[];
  readonly confirmed_addresses: readonly string[];
  readonly brand: string;
}

export interface CreatedOrganisation {
  readonly organisation: Organisation;
  readonly brand: Brand;
  readonly live: MintedKey;
  readonly test: MintedKey;
}

/** Within a transaction: an organisation with its default brand, a live key and a test key. */
export function createOrganisation(parts: ProvisionParts, options: NewOrganisation): CreatedOrganisation {
  const organisations = organisationRepository(parts.store.sql);
  const { name, plan } = options;
  const organisation: Organisation = {
    id: parts.random.uuid(),
    name,
    plan,
    members: options.members.map((address) => address.toLowerCase()),
    confirmed_addresses: options.confirmed_addresses.map((address) => address.toLowerCase()),
  };
  const brand: Brand = {
    id: parts.random.uuid(),
    organisation_id: organisation.id,
    name: options.brand,
    is_default: true,
    archived: false,
    origins: [],
  };
  organisations.insert(organisation);
  organisations.insertBrand(brand);
  const live = mintKey(parts, { mode: 'live', organisation_id: organisation.id });
  const test = mintKey(parts, { mode: 'test', organisation_id: organisation.id });
  return { organisation, brand, live, test };
}

/** The initial data of a start, found or created. */
export interface First {
  readonly keys: FirstKeys;
  readonly organisationId: string;
  readonly brandId: string;
}

/** The first organisation with its two keys; `plan` applies to a new data file, or when given. */
export function firstOrganisation(parts: ProvisionParts, plan: Plan | undefined): First {
  const settings = settingsRepository(parts.store.sql);
  const organisations = organisationRepository(parts.store.sql);
  return parts.store.commitNow(() => {
    const id = settings.firstOrganisation();
    const keys = settings.firstKeys();
    const known = id === null ? null : organisations.find(id);
    const brandId = known === null ? undefined : organisations.brands(known.id).find((brand) => brand.is_default)?.id;
    if (known !== null && keys !== null && brandId !== undefined) {
      if (plan !== undefined) {
        organisations.update({ ...known, plan });
        settings.keepFirstOrganisation(known.id, plan);
      }
      return { keys, organisationId: known.id, brandId };
    }
    const { organisation, brand, live, test } = createOrganisation(parts, { ...local, plan: plan ?? 'paid' });
    settings.keepFirstOrganisation(organisation.id, organisation.plan);
    settings.keepFirstKeys({ live: live.key, test: test.key });
    return { keys: { live: live.key, test: test.key }, organisationId: organisation.id, brandId: brand.id };
  });
}

/** The state of the first organisation after a reset. */
export function startedOrganisation(store: Store): Pick<Organisation, 'plan' | 'members' | 'confirmed_addresses'> {
  const plan = settingsRepository(store.sql).startedPlan();
  return {
    plan: plan === 'free' || plan === 'unknown' ? plan : 'paid',
    members: local.members,
    confirmed_addresses: local.confirmed_addresses,
  };
}

const local = {
  name: 'Local',
  members: ['owner@local.test', 'dev@local.test'],
  confirmed_addresses: ['confirmed@local.test'],
  brand: 'Local',
} as const;
