import type { Basis } from '../error-codes.js';

/**
 * Whether a rule can be tried on the service itself with a test key: `harmless` reads only, or is refused; `own` writes
 * things of its own that it removes or leaves unsent; `no` with the reason.
 */
type Probe = 'harmless' | 'own' | `no: ${string}`;

/** One statement of the description, or one reading of an assumption. */
interface Rule {
  /** Stable for ever: the part or operation first. A rule that goes takes its id with it; no other rule gets it. */
  readonly id: string;
  readonly says: string;
  /** Subjects besides those of its group. */
  readonly about?: readonly string[];
  /** Rows of the contract that it states as a whole: an operation, an error code or a scope. */
  readonly covers?: readonly string[];
  /** Where it shows in our OpenAPI, see `RuleEntry.openapi`. */
  readonly openapi?: string;
  readonly probe: Probe;
}

/** Each rule is shown by a test of `test/conformance` whose title names it, or says why no test can. */
type Shown = { readonly test: string } | { readonly reason: string };

/** The rules of one heading of the description, or of one assumption. */
export interface RuleGroup {
  readonly section: string;
  readonly assumption?: string;
  /** Operations, error codes, events, resources and limits. */
  readonly about: readonly string[];
  readonly rules: readonly (Rule & Shown)[];
}

/** A rule with what its group says. */
export interface RuleEntry {
  readonly id: string;
  readonly section: string;
  readonly says: string;
  readonly basis: Basis;
  readonly assumption: string | null;
  readonly about: readonly string[];
  readonly covers: readonly string[];
  /**
   * The operation, then one of its places: `createEnvelope.body.recipients[].role`, `.answer.sent_at`, `.query.limit`,
   * `.path.position`, `.header.If-Match` or the status of an error, `.409`.
   */
  readonly openapi: string | null;
  /** A file of `test/conformance`. */
  readonly test: string | null;
  /** Why no test shows it. */
  readonly reason: string | null;
  readonly probe: 'harmless' | 'own' | 'no';
  /** Why it cannot be tried on the service. */
  readonly probe_reason: string | null;
}
