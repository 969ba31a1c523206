import { type Settlement, settlementOf } from '../contract/settlement.js';
import type { SendReason } from '../core/http/send-failure.js';
import type { RateBudget } from './rate-budget.js';

/** An error response of the service: one with an `error` key, or a 5xx without one (`internal_error`). */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** The service's code; an unknown one is passed on and classified by its status. */
  readonly code: string;
  /** HTTP status; may be 200, because an `error` key alone makes a response a failure. */
  readonly status: number;
  /** Operation id of the contract's row. */
  readonly operation: string;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly attempts: number;
  /** The journal ID of the request, if its outcome is unknown. */
  request?: string;
  readonly idempotencyKey: string | undefined;
  /** On `template_changed`: sentences about the differences between the template as read before and now. */
  readonly changes: readonly string[] | undefined;
  /** The `WWW-Authenticate` header, which names the missing scope on `insufficient_scope`. */
  readonly wwwAuthenticate: string | undefined;
  /** The error does not show whether this request was processed, now or by an earlier attempt. */
  readonly outcomeUnknown: boolean;
  /** The rate limit headers of the error; undefined without them. */
  readonly rate: RateBudget | undefined;
  /** The rate limit of the key per minute, if the rejected batch has more rows: waiting does not help. */
  readonly overLimit: number | undefined;
  /** The IDs in the request: path parameters by name, such as `envelopeId`. */
  readonly about: Readonly<Record<string, string>>;

  constructor(
    message: string,
    facts: {
      readonly code: string;
      readonly status: number;
      readonly operation: string;
      readonly retryAfter?: number | undefined;
      readonly attempts: number;
      readonly idempotencyKey?: string | undefined;
      readonly changes?: readonly string[] | undefined;
      readonly wwwAuthenticate?: string | undefined;
      readonly outcomeUnknown?: boolean;
      readonly rate?: RateBudget | undefined;
      readonly overLimit?: number | undefined;
      readonly about?: Readonly<Record<string, string>> | undefined;
    },
  ) {
    super(message);
    this.code = facts.code;
    this.status = facts.status;
    this.operation = facts.operation;
    this.retryAfter = facts.retryAfter;
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
    this.changes = facts.changes;
    this.wwwAuthenticate = facts.wwwAuthenticate;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.rate = facts.rate;
    this.overLimit = facts.overLimit;
    this.about = facts.about ?? {};
  }

  /** What the error means for a write, and for earlier requests with its key. */
  get settlement(): Settlement {
    return settlementOf({ kind: 'refused', code: this.code, status: this.status }, this.idempotencyKey !== undefined);
  }
}

/** Why no answer came. */
export type TransportReason = Exclude<SendReason, 'too_large'>;

/** No complete response arrived. When `outcomeUnknown`, the service may have processed the request anyway. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly code = 'transport_failed';
  readonly reason: TransportReason;
  readonly outcomeUnknown: boolean;
  readonly operation: string;
  /** The journal ID of the request, if its outcome is unknown. */
  request?: string;
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;

  constructor(
    message: string,
    facts: {
      readonly reason: TransportReason;
      readonly outcomeUnknown: boolean;
      readonly operation: string;
      readonly idempotencyKey?: string | undefined;
      readonly attempts: number;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.reason = facts.reason;
    this.outcomeUnknown = facts.outcomeUnknown;
    this.operation = facts.operation;
    this.idempotencyKey = facts.idempotencyKey;
    this.attempts = facts.attempts;
  }
}

/**
 * What is wrong with the response:
 * `not_json` · `shape` a required array or object is missing · `not_pdf` · `truncated` it was cut off · `too_large` ·
 * `redirect` (never followed) ·
 * `status` an error without an `error` key · `no_etag` a template without the ETag that its change needs.
 */
export type UnexpectedReason =
  | 'not_json'
  | 'shape'
  | 'not_pdf'
  | 'truncated'
  | 'too_large'
  | 'redirect'
  | 'status'
  | 'no_etag';

/** A response that does not match the API description: nothing in it is trusted. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly code = 'unexpected_answer';
  readonly reason: UnexpectedReason;
  readonly status: number;
  readonly operation: string;
  /** True when a request may have been processed although its response cannot be read. */
  readonly outcomeUnknown: boolean;
  /** The journal ID of the request, if its outcome is unknown. */
  request?: string;
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;

  constructor(
    message: string,
    facts: {
      readonly reason: UnexpectedReason;
      readonly status: number;
      readonly operation: string;
      readonly outcomeUnknown: boolean;
      readonly idempotencyKey?: string | undefined;
      readonly attempts: number;
    },
  ) {
    super(message);
    this.reason = facts.reason;
    this.status = facts.status;
    this.operation = facts.operation;
    this.outcomeUnknown = facts.outcomeUnknown;
    this.idempotencyKey = facts.idempotencyKey;
    this.attempts = facts.attempts;
  }
}

/** Whether a failure leaves the outcome of a write open; `wasOpen`: it was before, for the same key. */
export function leavesOpen(failure: unknown, wasOpen = false): boolean {
  const isRefusal = failure instanceof ServiceFailure;
  const isKnown = isRefusal || failure instanceof TransportFailure || failure instanceof UnexpectedAnswer;
  if (isKnown && failure.outcomeUnknown) return true;
  return wasOpen && !(isRefusal && failure.settlement === 'refused');
}

/**
 * Input that violates the contract: rejected before any byte is sent. The message follows the path, such as `must be a
 * uuid`.
 */
export class InputRefused extends Error {
  override readonly name = 'InputRefused';
  readonly code = 'invalid_input';
  /** The property path like the service's: `recipients[0].email`; empty for the whole request. */
  readonly path: string;
  /** The rate limit of the key per minute, if a batch has more rows: it would always be rejected (A2). */
  readonly overLimit: number | undefined;

  constructor(path: string, message: string, overLimit?: number) {
    super(message);
    this.path = path;
    this.overLimit = overLimit;
  }
}

/**
 * Why a recorded write with an unknown outcome is not sent again: it went to another service (`other_host`), or used
 * another API key, whose Idempotency-Keys are separate (`other_key`), its record is damaged (`damaged`), its body was
 * deleted (`body_deleted`), or the service may have deleted its key (`outlived`).
 */
export class ResendRefused extends Error {
  override readonly name = 'ResendRefused';
  readonly code: 'other_host' | 'other_key' | 'damaged' | 'body_deleted' | 'outlived';
  /** The journal ID of the write. */
  readonly request: string;
  readonly operation: string;
  /** When it was sent: ISO 8601 UTC. */
  readonly at: string | undefined;

  constructor(
    code: ResendRefused['code'],
    { id, operation, at }: { readonly id: string; readonly operation: string; readonly at?: string },
    message: string,
  ) {
    super(message);
    this.code = code;
    this.request = id;
    this.operation = operation;
    this.at = at;
  }
}
