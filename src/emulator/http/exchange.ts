import type { FilledBodyOf, FilledQueryOf, OperationId, ParametersOf } from '../../contract/operations.js';
import type { ApiKey, Organisation } from '../domain/organisation.js';
import type { Service } from '../service.js';

/** The input and output of a handler. */

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, the bytes of a PDF, encoded bytes (a replay), or nothing (204). */
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
   * Adds to the key's requests of this minute: a batch costs one per row. Throws rate_limited above the limit (Errors,
   * rate_limited; A2).
   */
  charge(requests: number): void;
  /**
   * For every change: `work` runs in one transaction, together with storing its reply under the Idempotency-Key, so
   * that a kill leaves both or neither.
   */
  commit(work: () => Reply): Promise<Reply>;
}

/** Throws a Refusal for every described error. */
export type Handler<Id extends OperationId> = (exchange: Exchange<Id>) => Promise<Reply> | Reply;

/** A handler for every operation that needs a credential. */
export type Handlers = { readonly [Id in Exclude<OperationId, 'getSpecification'>]: Handler<Id> };

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { json: value },
});
