import type { KeyReuse } from '../contract/key-reuse.js';
import type { AnswerOf, BodyOf, OperationId, ParametersOf, QueryOf } from '../contract/operations.js';
import type { HeaderList, HeaderPair } from '../http/headers.js';
import type { RateBudget } from './rate-budget.js';

/** What a caller gives one operation, and what it gets back. */

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]?: Value };

type Needed<Parameters> = keyof Parameters extends never
  ? { readonly parameters?: Parameters }
  : { readonly parameters: Parameters };

/** Path parameters, query and body of an operation, and the two headers that a caller may choose itself. */
export type CallInput<Id extends OperationId> = Needed<ParametersOf<Id>> &
  Given<'query', QueryOf<Id>> &
  Given<'body', BodyOf<Id>> & {
    /** One is minted for operations that take a key and are given none; it serves all attempts. */
    readonly idempotencyKey?: string | undefined;
    /** The ETag to send; without one the template is read first where the operation needs it. */
    readonly ifMatch?: string | undefined;
    /** The template body that belongs to `ifMatch`, so that a `template_changed` can say what changed. */
    readonly readBefore?: unknown;
  };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, its answer included. */
  readonly timeout?: number | undefined;
  /** Milliseconds since the call began after which no further attempt begins; 0 never repeats. */
  readonly maxWait?: number | undefined;
  /** Sends the body as it is, so that the service itself judges it. */
  readonly unchecked?: boolean | undefined;
  /**
   * What may be done with a key of the caller's that the record of writes shows as used for this very request; undefined
   * for a caller that judges it itself.
   */
  readonly reuse?: KeyReuse | undefined;
}

/** Where an answer differs from the described shape: a note, never a failure. */
export interface Deviation {
  /** As the service writes paths: `recipients[0].status`; empty for the answer as a whole. */
  readonly path: string;
  readonly message: string;
}

export interface CallResult<Body> {
  readonly status: number;
  /** The service's own JSON, unknown properties included; undefined when there is none. */
  readonly body: Body;
  readonly headers: HeaderList;
  readonly etag: string | undefined;
  /** `Idempotency-Replayed`; undefined when the answer does not say. */
  readonly replayed: boolean | undefined;
  /** What the answer said about the key's minute; undefined when it did not. */
  readonly rate: RateBudget | undefined;
  readonly deviations: readonly Deviation[];
  readonly attempts: number;
  /** An earlier attempt of this call may have done it, unheard: then a replayed answer is its own. */
  readonly unheard?: boolean;
  readonly idempotencyKey: string | undefined;
  /** The earlier, identical request that was settled instead of sending a new one. */
  readonly settled?: string;
}

export type ResultOf<Id extends OperationId> = CallResult<AnswerOf<Id>>;

/** The very request that would be sent, with the credential masked. */
export interface Preview {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  /** Parsed, so that it can be printed; undefined when nothing is sent. */
  readonly body: unknown;
  readonly meant: CanonicalRequest;
}

/**
 * What a request asks for, in the contract's own words: the same whatever a service is corrected to and whatever a
 * profile calls things. What is told from it, such as a key, stays when those change.
 */
export interface CanonicalRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}
