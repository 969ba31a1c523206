import type { Authorisation as AuthorisationBody } from '../../contract/resources/authorisation.js';
import type { AuthorisationState } from '../../contract/states.js';
import type { Mode } from './organisation.js';
import { Refusal } from './refusal.js';

/**
 * A grantor's brand-wide authority to apply their signature (Resources, Standing authorisation). Times are ISO 8601
 * UTC.
 */
export interface StandingAuthorisation {
  readonly id: string;
  readonly organisation_id: string;
  readonly number: string;
  readonly status: AuthorisationState;
  /** `test`: a sandbox authorisation, which is not binding and applies only to sandbox envelopes. */
  readonly mode: Mode;
  /** As granted: a later rename does not change it. */
  readonly brand: { readonly id: string; readonly name: string };
  readonly legal_entity: { readonly name: string; readonly registration_number: string | null };
  readonly grantor: { readonly name: string; readonly email: string; readonly job_title: string | null };
  readonly intended_use: string;
  /** Null: from the grant. */
  readonly valid_from: string | null;
  readonly valid_until: string;
  readonly invite_expires_at: string;
  readonly granted_at: string | null;
  readonly cancellation: Ending | null;
  readonly revocation: Ending | null;
  readonly invalidation: Ending | null;
  readonly reference: string | null;
  readonly applied_count: number;
  readonly created_at: string;
}

/** `by` is `api_key`, `grantor` or `system` (A12). */
export type Ending = {
  readonly at: string;
  readonly by: 'api_key' | 'grantor' | 'system';
  readonly reason: string | null;
};

const day = 24 * 60 * 60 * 1000;

/** The body of reads, without the signature and the mandate. */
export const authorisationBody = (own: StandingAuthorisation): AuthorisationBody => ({
  id: own.id,
  number: own.number,
  status: own.status,
  sandbox: own.mode === 'test',
  brand: own.brand,
  legal_entity: own.legal_entity,
  grantor: own.grantor,
  intended_use: own.intended_use,
  valid_from: own.valid_from,
  valid_until: own.valid_until,
  invite_expires_at: own.invite_expires_at,
  granted_at: own.granted_at,
  cancellation: own.cancellation,
  revocation: own.revocation,
  invalidation: own.invalidation,
  reference: own.reference,
  applied_count: own.applied_count,
  created_at: own.created_at,
});

/** Throws invalid_request unless the validity is in the future and ends after it begins (A12). */
export function checkValidity(validFrom: string | null, validUntil: string, now: number): void {
  const until = Date.parse(validUntil);
  if (until <= now) throw new Refusal('invalid_request', 'valid_until must be in the future.');
  if (validFrom !== null && until <= Date.parse(validFrom)) {
    throw new Refusal('invalid_request', 'valid_until must be after valid_from.');
  }
}

/** When an unsigned mandate expires: after `days`, or with its requested validity if that is earlier (A12). */
export const inviteExpiry = (now: number, validUntil: string, days: number): number =>
  Math.min(now + days * day, Date.parse(validUntil));

/** Whether it may sign a document that is sent now. */
export const holds = (own: StandingAuthorisation, now: number): boolean =>
  own.status === 'active' &&
  (own.valid_from === null || Date.parse(own.valid_from) <= now) &&
  now < Date.parse(own.valid_until);

/** The grantor signed the mandate, and it was sealed. */
export const granted = (own: StandingAuthorisation, at: string): StandingAuthorisation => ({
  ...own,
  status: 'active',
  granted_at: at,
});

/** The request ended without a grant. */
export const ended = (
  own: StandingAuthorisation,
  status: 'declined' | 'expired_unsigned' | 'cancelled',
  cancellation: Ending,
): StandingAuthorisation => ({ ...own, status, cancellation });

/** Cancelled through the API; an already cancelled one stays unchanged (A12). */
export function cancelled(own: StandingAuthorisation, ending: Ending): StandingAuthorisation {
  if (own.status === 'cancelled') return own;
  if (own.status === 'invited') return ended(own, 'cancelled', ending);
  const message = `The authorisation is ${own.status}. Only an invited one can be cancelled.`;
  throw new Refusal('authorisation_not_cancellable', message);
}

/** Revoked through the API; an already revoked one stays unchanged (POST …/revoke). */
export function revoked(own: StandingAuthorisation, revocation: Ending): StandingAuthorisation {
  if (own.status === 'revoked') return own;
  if (own.status === 'active') return { ...own, status: 'revoked', revocation };
  const hint = own.status === 'invited' ? ' Cancel it instead.' : '';
  const message = `The authorisation is ${own.status}. Only an active one can be revoked.${hint}`;
  throw new Refusal('authorisation_not_revocable', message);
}

/** Its brand changed. */
export const invalidated = (own: StandingAuthorisation, invalidation: Ending): StandingAuthorisation => ({
  ...own,
  status: 'invalidated',
  invalidation,
});
