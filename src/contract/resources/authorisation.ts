import * as v from 'valibot';
import { answer, anyText, flag, instant, integer, oneOf, uuid } from '../schema.js';
import { lazy } from '../../platform/lazy.js';
import { authorisationStates } from '../states.js';

/** The standing authorisation (Resources: Standing authorisation; the three ending objects A12). */

const ending = lazy(() => v.nullable(answer({ at: instant, by: anyText, reason: v.nullable(anyText) })));

export const authorisation = lazy(() =>
  answer({
    id: uuid,
    number: anyText,
    status: oneOf(authorisationStates),
    sandbox: flag,
    brand: answer({ id: uuid, name: anyText }),
    legal_entity: answer({ name: anyText, registration_number: v.nullable(anyText) }),
    grantor: answer({ name: anyText, email: anyText, job_title: v.nullable(anyText) }),
    intended_use: anyText,
    valid_from: v.nullable(instant),
    valid_until: instant,
    invite_expires_at: instant,
    granted_at: v.nullable(instant),
    cancellation: ending(),
    revocation: ending(),
    invalidation: ending(),
    reference: v.nullable(anyText),
    applied_count: integer,
    created_at: instant,
    in_flight_count: v.optional(integer),
  }),
);

export type Authorisation = v.InferOutput<ReturnType<typeof authorisation>>;
