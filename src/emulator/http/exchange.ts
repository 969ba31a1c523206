import type { FilledBodyOf, FilledQueryOf, OperationId, ParametersOf } from '../../contract/operations.js';
import type { ApiKey, Organisation } from '../domain/organisation.js';
import type { Service } from '../service.js';

/** What a handler is given once the pipeline has let a request through, and what it answers. */

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, the bytes of a PDF, bytes that were encoded before (a replay), or nothing (204). */
  readonly body?: { readonly json: unknown } | { readonly pdf: Uint8Array } | { readonly bytes: Buffer };
}

export interface Exchange<Id extends OperationId> {
  readonly service: Service;
  readonly key: ApiKey;
  readonly organisation: Organisation;
  readonly parameters: ParametersOf<Id>;
  readonly query: FilledQueryOf<Id>;
  readonly body: FilledBodyOf<Id>;
  /** The header If-Match as sent, or null. */
  readonly ifMatch: string | null;
  /** The header If-None-Match as sent, or null. */
  readonly ifNoneMatch: string | null;
  /**
   * Adds to the key's count of this minute: a batch is charged one request a row. Throws rate_limited when that is
   * more than the minute has left (Errors, rate_limited; A2).
   */
  charge(requests: number): void;
  /**
   * Every change goes through this: `work` runs in one transaction, and its reply is stored in the same one under the
   * request's Idempotency-Key, so that a kill leaves both or neither.
   */
  commit(work: () => Reply): Promise<Reply>;
}

/** Throws a Refusal for everything that the description refuses. */
export type Handler<Id extends OperationId> = (exchange: Exchange<Id>) => Promise<Reply> | Reply;

/** A handler for every operation that needs a credential. */
export type Handlers = { readonly [Id in Exclude<OperationId, 'getSpecification'>]: Handler<Id> };

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { json: value },
});
