import type { Scope } from '../contract/scopes.js';
import {
  type ApiKey,
  type Brand,
  isBareOrigin,
  type Mode,
  type Organisation,
  type Plan,
} from './domain/organisation.js';
import type { Randomness } from './random.js';
import { apiKeyRepository } from './store/api-key-repository.js';
import { type OrganisationRepository, organisationRepository } from './store/organisation-repository.js';
import { settingsRepository, type FirstKeys, type SettingsRepository } from './store/settings-repository.js';
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

/** Within a transaction: creates a key, `esign_live_…` or `esign_test_…`; `known` is one that its holder has already. */
export function mintKey({ store, random }: ProvisionParts, options: NewKey, known?: string): MintedKey {
  const prefix = `esign_${options.mode}_`;
  const secret = known ?? `${prefix}${random.bytes(32).toString('base64url')}`;
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
  /** Stays across restarts, resets and endpoints. */
  readonly webhookSecret: string;
  readonly organisationId: string;
  readonly brandId: string;
}

export interface FirstOptions {
  /** Of a new data file, or of any when given. */
  readonly plan?: Plan | undefined;
  /** Registered for the default brand, in addition to its own. */
  readonly origins?: readonly string[] | undefined;
  /** For the webhook secret; apart from IDs, whose sequence follows a seed. */
  readonly secretRandom: Randomness;
}

/** The first organisation with its two keys and the webhook secret that stays. Throws RangeError for a wrong origin. */
export function firstOrganisation(parts: ProvisionParts, { plan, origins = [], secretRandom }: FirstOptions): First {
  for (const origin of origins) {
    if (!isBareOrigin(origin))
      throw new RangeError(`${JSON.stringify(origin)} is not an origin, such as http://127.0.0.1:3000`);
  }
  const settings = settingsRepository(parts.store.sql);
  const organisations = organisationRepository(parts.store.sql);
  return parts.store.commitNow(() => {
    const webhookSecret = lastingSecret(settings, secretRandom);
    const id = settings.firstOrganisation();
    const keys = settings.firstKeys();
    const known = id === null ? null : organisations.find(id);
    const brand = known === null ? undefined : organisations.brands(known.id).find(({ is_default }) => is_default);
    if (known !== null && keys !== null && brand !== undefined) {
      if (plan !== undefined) {
        organisations.update({ ...known, plan });
        settings.keepFirstOrganisation(known.id, plan);
      }
      allowOrigins(organisations, brand, origins);
      return { keys, webhookSecret, organisationId: known.id, brandId: brand.id };
    }
    const made = createOrganisation(parts, { ...local, plan: plan ?? 'paid' });
    const { organisation, live, test } = made;
    allowOrigins(organisations, made.brand, origins);
    settings.keepFirstOrganisation(organisation.id, organisation.plan);
    settings.keepFirstKeys({ live: live.key, test: test.key });
    return {
      keys: { live: live.key, test: test.key },
      webhookSecret,
      organisationId: organisation.id,
      brandId: made.brand.id,
    };
  });
}

function lastingSecret(settings: SettingsRepository, random: Randomness): string {
  const kept = settings.webhookSecret();
  if (kept !== null) return kept;
  const secret = `whsec_${random.bytes(32).toString('base64url')}`;
  settings.keepWebhookSecret(secret);
  return secret;
}

function allowOrigins(organisations: OrganisationRepository, brand: Brand, origins: readonly string[]): void {
  const all = [...new Set([...brand.origins, ...origins])];
  if (all.length > brand.origins.length) organisations.updateBrand({ ...brand, origins: all });
}

/** The first organisation as a reset leaves it. */
export function startedOrganisation(store: Store, { organisationId }: First): Organisation {
  const organisation = organisationRepository(store.sql).find(organisationId);
  if (organisation === null) throw new Error('the data file has no first organisation');
  const plan = settingsRepository(store.sql).startedPlan();
  return {
    ...organisation,
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

/** The IDs of the two initial keys, live first; '' for a deleted one. */
export function firstKeyIds({ store }: { readonly store: Store }, { keys }: First): readonly string[] {
  const known = apiKeyRepository(store.sql);
  return [keys.live, keys.test].map((key) => known.findBySecret(key)?.id ?? '');
}
