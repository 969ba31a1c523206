import type { KeyReuse, RunRow } from '../contract/recorded-write.js';
import type { AnswerOf, BodyOf, OperationId, ParametersOf, QueryOf } from '../contract/operations.js';
import type { HeaderList, HeaderPair } from '../core/http/headers.js';
import type { RateBudget } from './rate-budget.js';

/** The input of one operation call, and its result. */

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
    /** A key is generated for operations that take one if none is given; it is the same for all attempts. */
    readonly idempotencyKey?: string | undefined;
    /** The ETag to send; without one the template is read first where the operation needs it. */
    readonly ifMatch?: string | undefined;
    /** The template body for `ifMatch`, so that a `template_changed` can show what changed. */
    readonly readBefore?: unknown;
  };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, including its response. */
  readonly timeout?: number | undefined;
  /** Milliseconds since the start of the call after which no further attempt begins; 0 disables retries. */
  readonly maxWait?: number | undefined;
  /** Sends the body unchecked, so that the service validates it. */
  readonly unchecked?: boolean | undefined;
  /**
   * How to use a key that the journal shows as used for this same request; undefined for a caller that decides itself.
   */
  readonly reuse?: KeyReuse | undefined;
  /** The row of a bulk run that a write sends: recorded with it, and settled with it. */
  readonly row?: RunRow | undefined;
}

/** A difference between a response and its described shape: a note, never a failure. */
export interface Deviation {
  /** A path like the service's: `recipients[0].status`; empty for the whole response. */
  readonly path: string;
  readonly message: string;
}

export interface CallResult<Body> {
  readonly status: number;
  /** The JSON of the service with unknown properties; undefined without a body. */
  readonly body: Body;
  readonly headers: HeaderList;
  readonly etag: string | undefined;
  /** `Idempotency-Replayed`; undefined without the header. */
  readonly replayed: boolean | undefined;
  /** The rate limit headers of the response; undefined without them. */
  readonly rate: RateBudget | undefined;
  readonly deviations: readonly Deviation[];
  readonly attempts: number;
  /** An earlier attempt of this call may have succeeded without a response: a replay is then its own result. */
  readonly unheard?: boolean;
  readonly idempotencyKey: string | undefined;
  /** The earlier, identical request that was resumed instead of sending a new one. */
  readonly settled?: string;
}

export type ResultOf<Id extends OperationId> = CallResult<AnswerOf<Id>>;

/** The exact request that would be sent, with the credential masked. */
export interface Preview {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  /** Parsed for printing; undefined without a body. */
  readonly body: unknown;
  readonly meant: CanonicalRequest;
}

/**
 * The request in the names of the contract, independent of overrides and profiles, so that values derived from it, such
 * as a key, stay the same.
 */
export interface CanonicalRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}
