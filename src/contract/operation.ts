import type { Scope } from './scopes.js';
import type { Schema } from './schema.js';
import type { Facts } from './effects.js';
import type { Basis, ErrorCode } from './error-codes.js';
import type { EventName } from './events.js';
import { lazy } from '../core/platform/lazy.js';

/** One operation of the service as a row: what goes in, what comes out, what it refuses and how sure we are of it. */

/**
 * What the description says that a path parameter looks like; anything else is the one 404, or `field_unknown`, and the
 * client refuses it before the network. Of an `id` it says nothing.
 */
export type Parameter = 'uuid' | 'field_id' | 'person_id' | 'position' | 'id';

type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body: Schema }
  | { readonly kind: 'pdf'; readonly status: number; readonly disposition: 'attachment' | 'inline' }
  | { readonly kind: 'none'; readonly status: number };

export interface Operation extends Facts {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, with `{name}` for each parameter. */
  readonly path: string;
  /** Other spellings of the path that the emulator accepts, since the description does not show one. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The heading of the description, or the assumption, that this row carries out. */
  readonly section: string;
  /** The id of the statement that describes the request as a whole. */
  readonly rule: string;
  /** The ids of those that describe a refusal of this operation, where `contract/rules.ts` would name another. */
  readonly ruleOfCode?: Partial<Readonly<Record<ErrorCode, string>>>;
  readonly basis: Basis;
  readonly assumption?: string;
  readonly credential: boolean;
  /** Ours, or in a row of another contract the service's word for it. */
  readonly scope: string | null;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly query: Schema | null;
  /** Null: takes no body. `bodyOptional`: an absent body reads as `{}`. */
  readonly body: Schema | null;
  readonly bodyOptional?: boolean;
  /** Body properties that the Idempotency-Key's fingerprint leaves out. */
  readonly outsideFingerprint?: readonly string[];
  readonly idempotencyKey: 'required' | 'optional' | 'none';
  readonly ifMatch: 'required' | 'optional' | 'none';
  /**
   * Whether the same command may send it a second time without an Idempotency-Key, after an attempt that may have
   * arrived. What a later command may do is `repeatable`.
   */
  readonly autoRetry: 'harmless' | 'never';
  readonly answer: Answer;
  /** The answer carries a strong ETag. */
  readonly etag?: boolean;
  /** Refusals of its own; `errorsOf` adds the ones that every operation shares. */
  readonly errors: readonly ErrorCode[];
  readonly emits?: readonly EventName[];
}

/** What the rows of operations that only read share. */
export const reads = {
  method: 'GET',
  credential: true,
  query: null,
  body: null,
  idempotencyKey: 'none',
  ifMatch: 'none',
  autoRetry: 'harmless',
  mails: null,
  destructive: null,
  guardedByState: false,
  repeatable: 'freely',
  testKey: 'sandbox',
  secretAnswer: false,
} as const satisfies Partial<Operation>;

/** What most rows of operations that write share; a row says itself whom it mails and what it ends. */
export const writes = {
  method: 'POST',
  credential: true,
  query: null,
  idempotencyKey: 'none',
  ifMatch: 'none',
  mails: null,
  destructive: null,
  guardedByState: false,
  secretAnswer: false,
} as const satisfies Partial<Operation>;

/** Keeps a row's literal types while checking that it is a row, which is made when it is first asked for. */
export const operation = <const T extends Operation & { readonly scope: Scope | null }>(row: () => T): (() => T) =>
  lazy(row);

/** Whether it makes events: it creates, sends or voids envelopes, and its answer says which. */
export const makesEvents = (row: Operation): boolean => (row.emits ?? []).length > 0;

/** Every code that an operation can answer with (Authentication, Errors). */
export function errorsOf(row: Operation): readonly ErrorCode[] {
  const shared: ErrorCode[] = [];
  if (row.credential) shared.push('unauthenticated', 'api_key_owner_removed', 'forbidden', 'rate_limited');
  if (row.scope !== null) shared.push('insufficient_scope');
  if (Object.keys(row.parameters).length > 0) shared.push('not_found');
  if (row.body !== null || row.query !== null || row.idempotencyKey !== 'none') shared.push('invalid_request');
  if (row.idempotencyKey === 'required') shared.push('idempotency_key_required');
  if (row.idempotencyKey !== 'none') shared.push('idempotency_key_reused', 'request_in_progress');
  if (row.ifMatch === 'required') shared.push('precondition_required', 'template_changed');
  shared.push('internal_error');
  return [...new Set([...shared, ...row.errors])];
}

/** Where in an operation a property stands. */
export type Part = 'body' | 'query' | 'answer';

/** The schema of a part of an operation; null when it has none. */
export function schemaAt({ body, query, answer }: Operation, part: Part): Schema | null {
  switch (part) {
    case 'body':
      return body;
    case 'query':
      return query;
    case 'answer':
      return answer.kind === 'json' ? answer.body : null;
  }
}
