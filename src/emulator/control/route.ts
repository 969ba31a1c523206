import type { Readable } from 'node:stream';
import type { OutputOf, Schema } from '../../contract/schema.js';
import type { Reply } from '../http/exchange.js';
import type { Service } from '../service.js';

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
  handle(call: ControlCall): Promise<ControlReply> | ControlReply;
}

/** A reply whole, or JSON that is written while it is read. */
export type ControlReply = Reply | { readonly status: number; readonly stream: Readable };

export interface ControlCall {
  readonly service: Service;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Validated with the route's schema, including defaults. */
  readonly body: unknown;
  /** The body of a streamed route. */
  readonly stream: Readable;
}

/** A route with a body of the schema's type: the server has validated the body with that schema. */
export function routeWithBody<const S extends Schema>(
  route: Omit<ControlRoute, 'body' | 'handle'> & {
    readonly body: S;
    handle(call: Omit<ControlCall, 'body'> & { readonly body: OutputOf<S> }): Promise<Reply> | Reply;
  },
): ControlRoute {
  return { ...route, handle: (call) => route.handle({ ...call, body: call.body as OutputOf<S> }) };
}
