import * as v from 'valibot';
import { answer, anyText, assumed, count, flag, instant, mailbox, named, oneOf, resource, uuid } from '../schema.js';
import { lazy } from '../../core/platform/lazy.js';
import { authorisationStates } from '../states.js';

/** The standing authorisation (Resources: Standing authorisation; the three ending objects A12). */

const ending = lazy(() =>
  v.nullable(named('AuthorisationEnding', answer({ at: instant, by: anyText, reason: v.nullable(anyText) }))),
);

export const authorisation = resource('Authorisation', () => ({
  id: uuid,
  number: anyText,
  status: oneOf(authorisationStates),
  sandbox: flag,
  brand: answer({ id: uuid, name: anyText }),
  legal_entity: answer({ name: anyText, registration_number: v.nullable(anyText) }),
  grantor: answer({ name: anyText, email: mailbox, job_title: v.nullable(anyText) }),
  intended_use: anyText,
  valid_from: v.nullable(instant),
  valid_until: instant,
  invite_expires_at: instant,
  granted_at: v.nullable(instant),
  cancellation: assumed('A12', ending()),
  revocation: ending(),
  invalidation: assumed('A12', ending()),
  reference: v.nullable(anyText),
  applied_count: count,
  created_at: instant,
  in_flight_count: v.optional(count),
}));

export const authorisationList = resource(
  'AuthorisationList',
  () => ({ data: v.array(authorisation()), next_cursor: v.nullable(anyText) }),
  'A12',
);

export type Authorisation = v.InferOutput<ReturnType<typeof authorisation>>;
