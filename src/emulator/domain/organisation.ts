import type { Scope } from '../../contract/scopes.js';

/** Who asks: organisations, their plans, brands, people and keys (Authentication). */

export type Mode = 'live' | 'test';

/** `unknown` stands for a plan that cannot be established: such a key is `forbidden` (Authentication 6). */
export type Plan = 'free' | 'paid' | 'unknown';

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Addresses of the members of the organisation, lower case: a test key may e-mail them. */
  readonly members: readonly string[];
  /** Addresses that confirmed a verification link, lower case: a test key may e-mail them too. */
  readonly confirmed_addresses: readonly string[];
}

export interface Brand {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly archived: boolean;
  /** Bare origins that may frame the signing page. */
  readonly origins: readonly string[];
}

export interface ApiKey {
  readonly id: string;
  readonly organisation_id: string;
  readonly mode: Mode;
  /** In clear; only a hash of the rest is stored. */
  readonly prefix: string;
  /** Empty: every capability. */
  readonly scopes: readonly Scope[];
  readonly revoked: boolean;
  readonly owner_removed: boolean;
}
