import type { Readable } from 'node:stream';
import type { OutputOf, Schema } from '../../contract/schema.js';
import type { Service } from '../service.js';
import { Refusal, missing } from '../domain/refusal.js';
import type { Envelope } from '../domain/envelope.js';
import { envelopeRepository } from '../store/envelope-repository.js';

/** One of the emulator's own routes, under `/_emulator/`, separate from those of the service. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for each parameter, percent-decoded before `handle`. */
  readonly path: `/_emulator/${string}`;
  readonly summary: string;
  /** The optional query parameters and their meanings. */
  readonly query?: Readonly<Record<string, string>>;
  /** Open without a credential, because it reveals nothing. */
  readonly open?: true;
  /** Null: takes no body. A missing body is read as `{}`. */
  readonly body: Schema | null;
  /** The body, of any size, is handed to `handle` as it arrives; `body` only describes it. */
  readonly streamed?: true;
  /** Of a stream that is not JSON. */
  readonly type?: string;
  /** For the emulator's own page, with which it changes: no other program may rely on it. */
  readonly undescribed?: true;
  /** The status of a success with an answer (default: 200). Without one it is 204. */
  readonly status?: 201 | 202;
  /** What `handle` returns, made when the routes are described. Null: no answer. */
  readonly answer: (() => Schema) | null;
  /** Returns the answer as a value, or as JSON that is written while it is read. */
  handle(call: ControlCall): unknown;
}

export interface ControlCall {
  readonly service: Service;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Validated with the route's schema, including defaults. */
  readonly body: unknown;
  /** The body of a streamed route. */
  readonly stream: Readable;
}

/** A value of a schema, read only; what an open schema does not name is left out. */
export type ValueOf<S extends Schema> = ReadOnly<OutputOf<S>>;
type ReadOnly<T> = T extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T as string extends Name ? never : Name]: ReadOnly<T[Name]> }
    : T;

type AnswerValue<A> = A extends () => infer S ? (S extends Schema ? ValueOf<S> : never) : void;

/** A route whose `handle` gets a body of its schema, which the server has validated, and returns a value of its answer. */
export const route = <const B extends Schema | null, const A extends (() => Schema) | null>(
  given: Omit<ControlRoute, 'body' | 'answer' | 'handle'> & {
    readonly body: B;
    readonly answer: A;
    handle(
      call: Omit<ControlCall, 'body'> & { readonly body: B extends Schema ? OutputOf<B> : undefined },
    ): Promise<AnswerValue<A>> | AnswerValue<A>;
  },
): ControlRoute => given as ControlRoute;

/** The status of a success. */
export const statusOf = ({ answer, status }: ControlRoute): number => (answer === null ? 204 : (status ?? 200));

/** Results in one response, by default and at most. */
const usualResults = 1000;
export const maxResults = 10_000;

/** The `limit` of a query: `usual` without one. Throws `invalid_request`. */
export const limitOf = (query: URLSearchParams, usual = usualResults): number =>
  numberOf(query, 'limit', 1, maxResults) ?? usual;

/** A whole number of a query; null without one. Throws `invalid_request`. */
export function numberOf(query: URLSearchParams, name: string, min: number, max: number): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Refusal('invalid_request', `${name} must be a whole number from ${min} to ${max}.`);
}

/** A page of what was found with one result more than `max`, which says that there are more. */
export const pageOf = <T>(
  found: readonly T[],
  max: number,
): { readonly data: readonly T[]; readonly more: boolean } => ({
  data: found.slice(0, max),
  more: found.length > max,
});

/** The envelope with this ID, of any organisation. Throws not_found. */
export function envelopeNamed(service: Service, id: string | undefined): Envelope {
  const envelope = envelopeRepository(service.store.sql).findAnywhere(id ?? '');
  if (envelope === undefined) throw missing('Envelope not found.');
  return envelope;
}
