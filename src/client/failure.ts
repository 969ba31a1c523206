import type { SendReason } from '../http/send-failure.js';
import type { RateBudget } from './rate-budget.js';

/** A refusal by the service itself: an answer that carries an `error` key, or a 5xx without one (`internal_error`). */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** The service's own code; the set is closed, but an unknown one is passed on and judged by its status. */
  readonly code: string;
  /** HTTP status: also 200, since an `error` key alone makes an answer a failure. */
  readonly status: number;
  /** Operation id of the contract's row. */
  readonly operation: string;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly attempts: number;
  /** Its id in the record of writes, where its outcome is unknown. */
  request?: string;
  readonly idempotencyKey: string | undefined;
  /** On `template_changed`: sentences on what differs between the template read before and the one now. */
  readonly changes: readonly string[] | undefined;
  /** The `WWW-Authenticate` header, which names the missing scope on `insufficient_scope`. */
  readonly wwwAuthenticate: string | undefined;
  /** The refusal does not say whether this write was carried out, now or by an attempt before. */
  readonly outcomeUnknown: boolean;
  /** What the refusal said about the key's minute; undefined when it did not. */
  readonly rate: RateBudget | undefined;
  /** The requests that the key has in a minute, where the refused batch has more rows: no wait makes room for it. */
  readonly overLimit: number | undefined;
  /** The ids that the request named: path parameters by their names, such as `envelopeId`. */
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
}

/** Why no answer came. */
export type TransportReason = Exclude<SendReason, 'too_large'>;

/** No whole answer came back. When `outcomeUnknown`, the service may have carried the request out all the same. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly code = 'transport_failed';
  readonly reason: TransportReason;
  readonly outcomeUnknown: boolean;
  readonly operation: string;
  /** Its id in the record of writes, where its outcome is unknown. */
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
 * What is wrong with the answer:
 * `not_json` · `shape` an array or object that everything hangs on is missing · `not_pdf` · `truncated` it stopped half way · `too_large` · `redirect` (never followed) ·
 * `status` a refusal without an `error` key · `no_etag` a template came without the ETag that its change needs.
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

/** An answer came, but not one the description knows: nothing in it is trusted. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly code = 'unexpected_answer';
  readonly reason: UnexpectedReason;
  readonly status: number;
  readonly operation: string;
  /** True when a write may have been carried out although its answer cannot be read. */
  readonly outcomeUnknown: boolean;
  /** Its id in the record of writes, where its outcome is unknown. */
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

/**
 * Input that breaks the contract's row: refused here, before any byte leaves. The message is what has to follow the
 * path, such as `must be a uuid`.
 */
export class InputRefused extends Error {
  override readonly name = 'InputRefused';
  readonly code = 'invalid_input';
  /** The property path as the service names it: `recipients[0].email`; empty for the request as a whole. */
  readonly path: string;
  /** The requests that the key has in a minute, where a batch has more rows: it is refused in every minute (A2). */
  readonly overLimit: number | undefined;

  constructor(path: string, message: string, overLimit?: number) {
    super(message);
    this.path = path;
    this.overLimit = overLimit;
  }
}

/** The answer was good, but its file could not be written; nothing is left behind under the name asked for. */
export class SaveFailure extends Error {
  override readonly name = 'SaveFailure';
  readonly code = 'not_saved';
  readonly path: string;
  /** The system's own code: `ENOSPC`, `EACCES`, `EROFS` …, or `EEXIST` when the file is there already. */
  readonly systemCode: string;

  constructor(path: string, systemCode: string, message: string) {
    super(message);
    this.path = path;
    this.systemCode = systemCode;
  }
}

/** An identical write has an unknown outcome and cannot be settled by itself: this one was not sent. */
export class TwinUnsettled extends Error {
  override readonly name = 'TwinUnsettled';
  readonly code = 'identical_unsettled';
  readonly request: string;
  readonly operation: string;
  /** When it was sent: ISO 8601 UTC. */
  readonly at: string;

  constructor(
    { id, operation, at }: { readonly id: string; readonly operation: string; readonly at: string },
    why: string,
  ) {
    super(why);
    this.request = id;
    this.operation = operation;
    this.at = at;
  }
}
