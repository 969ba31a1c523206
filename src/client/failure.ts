import { type Settlement, settlementOf } from '../contract/settlement.js';
import type { SendReason } from '../core/http/send-failure.js';
import type { RateBudget } from './rate-budget.js';

interface RequestFacts {
  readonly operation: string;
  readonly attempts: number;
  readonly idempotencyKey?: string | undefined;
  readonly outcomeUnknown?: boolean;
  readonly cause?: unknown;
}

/** A request that was sent, or was about to be, and has no result. */
export abstract class RequestFailure extends Error {
  /** The service's code, or one of ours. */
  abstract readonly code: string;
  /** Operation id of the contract's row. */
  readonly operation: string;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  /** The service may have processed this request, now or at an earlier attempt. */
  readonly outcomeUnknown: boolean;
  /** The journal ID of the request, if its outcome is unknown. */
  request?: string;

  constructor(message: string, facts: RequestFacts) {
    super(message, 'cause' in facts ? { cause: facts.cause } : {});
    this.operation = facts.operation;
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
  }
}

/** An error response of the service: one with an `error` key, or a 5xx without one (`internal_error`). */
export class ServiceFailure extends RequestFailure {
  override readonly name = 'ServiceFailure';
  /** The service's code; an unknown one is passed on and classified by its status. */
  readonly code: string;
  /** HTTP status; may be 200, because an `error` key alone makes a response a failure. */
  readonly status: number;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** On `template_changed`: sentences about the differences between the template as read before and now. */
  readonly changes: readonly string[] | undefined;
  /** The `WWW-Authenticate` header, which names the missing scope on `insufficient_scope`. */
  readonly wwwAuthenticate: string | undefined;
  /** The rate limit headers of the error; undefined without them. */
  readonly rate: RateBudget | undefined;
  /** The rate limit of the key per minute, if the rejected batch has more rows: waiting does not help. */
  readonly overLimit: number | undefined;
  /** The IDs in the request: path parameters by name, such as `envelopeId`. */
  readonly about: Readonly<Record<string, string>>;

  constructor(
    message: string,
    facts: RequestFacts & {
      readonly code: string;
      readonly status: number;
      readonly retryAfter?: number | undefined;
      readonly changes?: readonly string[] | undefined;
      readonly wwwAuthenticate?: string | undefined;
      readonly rate?: RateBudget | undefined;
      readonly overLimit?: number | undefined;
      readonly about?: Readonly<Record<string, string>> | undefined;
    },
  ) {
    super(message, facts);
    this.code = facts.code;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
    this.changes = facts.changes;
    this.wwwAuthenticate = facts.wwwAuthenticate;
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
export class TransportFailure extends RequestFailure {
  override readonly name = 'TransportFailure';
  readonly code = 'transport_failed';
  readonly reason: TransportReason;

  constructor(message: string, facts: RequestFacts & { readonly reason: TransportReason }) {
    super(message, facts);
    this.reason = facts.reason;
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
export class UnexpectedAnswer extends RequestFailure {
  override readonly name = 'UnexpectedAnswer';
  readonly code = 'unexpected_answer';
  readonly reason: UnexpectedReason;
  readonly status: number;

  constructor(message: string, facts: RequestFacts & { readonly reason: UnexpectedReason; readonly status: number }) {
    super(message, facts);
    this.reason = facts.reason;
    this.status = facts.status;
  }
}

/** Whether a failure leaves the outcome of a write open; `wasOpen`: it was before, for the same key. */
export function leavesOpen(failure: unknown, wasOpen = false): boolean {
  if (failure instanceof RequestFailure && failure.outcomeUnknown) return true;
  return wasOpen && !(failure instanceof ServiceFailure && failure.settlement === 'refused');
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
