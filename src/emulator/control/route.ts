import type { OutputOf, Schema } from '../../contract/schema.js';
import type { Reply } from '../http/exchange.js';
import type { Service } from '../service.js';

/** One of the emulator's own routes, under `/_emulator/` and never mixed with the service's. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for each parameter, percent-decoded before `handle` sees it. */
  readonly path: `/_emulator/${string}`;
  readonly summary: string;
  /** What the query may hold, with the meaning of each. All of it may be left out. */
  readonly query?: Readonly<Record<string, string>>;
  /** Answers without a credential, since it tells nothing that is worth one. */
  readonly open?: true;
  /** Null: takes no body. An absent body reads as `{}`. */
  readonly body: Schema | null;
  handle(call: ControlCall): Promise<Reply> | Reply;
}

export interface ControlCall {
  readonly service: Service;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Checked against the route's schema and filled with its defaults. */
  readonly body: unknown;
}

/** A route with a body, typed by its schema: the server has checked the body against that very schema. */
export function routeWithBody<const S extends Schema>(
  route: Omit<ControlRoute, 'body' | 'handle'> & {
    readonly body: S;
    handle(call: Omit<ControlCall, 'body'> & { readonly body: OutputOf<S> }): Promise<Reply> | Reply;
  },
): ControlRoute {
  return { ...route, handle: (call) => route.handle({ ...call, body: call.body as OutputOf<S> }) };
}
