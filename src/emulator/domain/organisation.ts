import type { Scope } from '../../contract/scopes.js';

/** Organisations, their plans, brands, people and keys (Authentication). */

export type Mode = 'live' | 'test';

/** `unknown` is a plan that cannot be determined: such a key is `forbidden` (Authentication 6). */
export type Plan = 'free' | 'paid' | 'unknown';

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Lower-case addresses of the organisation's members: a test key may e-mail them. */
  readonly members: readonly string[];
  /** Lower-case addresses with a confirmed verification link: a test key may e-mail them too. */
  readonly confirmed_addresses: readonly string[];
}

export interface Brand {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly archived: boolean;
  /** Bare origins that may embed the signing page. */
  readonly origins: readonly string[];
}

export interface ApiKey {
  readonly id: string;
  readonly organisation_id: string;
  readonly mode: Mode;
  /** In plain text; only a hash of the rest is stored. */
  readonly prefix: string;
  /** Empty: every capability. */
  readonly scopes: readonly Scope[];
  readonly revoked: boolean;
  readonly owner_removed: boolean;
}

/** Scheme and host, no trailing slash, no path, no wildcard (POST signing-url, Framing). */
export const isBareOrigin = (value: string): boolean =>
  URL.canParse(value) && new URL(value).origin === value && /^https?:\/\/[^*]+$/.test(value);
