import { Readable } from 'node:stream';
import type { RequestHead, ServedReply, ServedRequest } from '../../core/http/serve.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { isUuid } from '../../contract/schema.js';
import { missing, Refusal } from '../domain/refusal.js';
import { checked } from '../http/check-request.js';
import { json, type Reply } from '../http/exchange.js';
import { isForLocalHost } from '../http/page-route.js';
import { checkJsonType, readJsonBody } from '../http/json-body.js';
import { createRouter, type Match, readTarget } from '../http/path.js';
import { encode, errorReply, refusalReply, served } from '../http/reply.js';
import type { Log } from '../log.js';
import type { Service } from '../service.js';
import { apiKeyRepository } from '../store/api-key-repository.js';
import { requireCredential } from './credential.js';
import { type ControlRoute, statusOf } from './route.js';
import { suggestProperty, suggestRoute } from './suggest-route.js';
import { DataFileUnwritable } from '../store/database.js';

/** Characters of a wrong path that an answer repeats. */
const maxShown = 200;

/** The emulator's own routes. */
export interface Control {
  handle(request: ServedRequest): Promise<ServedReply>;
  /** Whether the headers are enough to reject a request, so that its body is not read. */
  refuses(head: RequestHead): boolean;
  /** Whether the body is handed on as it arrives. */
  streams(head: RequestHead): boolean;
}

/**
 * Serves the emulator's own routes to programs on this machine with the token of its start or a live key, never to a
 * page of another origin.
 */
export function serveControl(service: Service, routes: readonly ControlRoute[], token: string, log: Log): Control {
  const router = createRouter(routes.map((route) => ({ method: route.method, path: route.path, target: route })));

  /** The route of a request whose body may be read; throws a Refusal. */
  const enter = (head: RequestHead): { readonly match: Match<ControlRoute>; readonly query: URLSearchParams } => {
    refusePages(head);
    const { path, query } = readTarget(head.path);
    const match = router.match(head.method === 'HEAD' ? 'GET' : head.method, path);
    if (match?.target.open !== true) {
      requireCredential(head.headers, token, apiKeyRepository(service.store.sql));
    }
    if (match === null) throw missing(`${unknownRoute(head.method, path)} ${suggestRoute(routes, head.method, path)}`);
    return { match, query };
  };

  const bodyOf = (route: ControlRoute, request: ServedRequest): unknown => {
    if (route.body === null) return undefined;
    if (route.streamed === true) return checkJsonType(request.headers);
    const { body: schema } = route;
    const sent = readJsonBody(request.headers, request.body);
    const body = sent === undefined ? {} : sent;
    return checked(schema, body, (path) => suggestProperty(schema, body, path));
  };

  const run = async (
    request: ServedRequest,
  ): Promise<Reply | { readonly status: number; readonly stream: Readable; readonly type: string }> => {
    const { match, query } = enter(request);
    const { target: route } = match;
    const parameters = inLowerCase(match.parameters);
    const body = bodyOf(route, request);
    const stream = request.stream ?? Readable.from([request.body]);
    const durable = service.store.reading();
    const value = await route.handle({ service, parameters, query, body, stream });
    await durable();
    const status = statusOf(route);
    if (value instanceof Readable)
      return { status, stream: value, type: route.type ?? 'application/json; charset=utf-8' };
    return route.answer === null ? { status } : json(status, value);
  };

  return {
    async handle(request) {
      const reply = await run(request).catch((error: unknown) => failure(request, error, log));
      if ('stream' in reply) {
        return served(reply.status, reply.stream, [{ 'Content-Type': reply.type }]);
      }
      const { status, headers, body } = encode(reply);
      return served(status, body, [headers]);
    },
    refuses(head) {
      try {
        enter(head);
        return false;
      } catch {
        // What enter throws is the refusal itself, which the request gets when it is handled.
        return true;
      }
    },
    streams: ({ method, path }) => router.match(method, readTarget(path).path)?.target.streamed === true,
  };
}

const unknownRoute = (method: string, path: string): string =>
  `${method} ${visibleLine(path).slice(0, maxShown)} is not a route of the emulator.`;

/** The IDs among the parameters of a path; a role is also one of them. */
const inLowerCase = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, isUuid(text) ? text.toLowerCase() : text]),
  );

function failure(head: RequestHead, error: unknown, log: Log): Reply {
  if (error instanceof Refusal) return refusalReply(error);
  log({ kind: 'failure', where: `${head.method} ${readTarget(head.path).path}`, error });
  if (error instanceof DataFileUnwritable) return errorReply('service_unavailable', error.message);
  // Only the person who runs the emulator can ask here, and in the background nobody sees its log.
  return errorReply(
    'internal_error',
    `The emulator failed: ${error instanceof Error ? error.message : String(error)}.`,
  );
}

/**
 * A web page can make a browser call this server: with a host name that resolves here, or across origins, also from
 * another port. The browser's headers show all of that.
 */
function refusePages({ headers }: RequestHead): void {
  if (!isForLocalHost(headers)) throw new Refusal('forbidden', 'These routes are served to this machine only.');
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const address = headers.get('host') ?? '';
  const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${address.toLowerCase()}`;
  if (isForeign || (site !== 'none' && site !== 'same-origin')) {
    throw new Refusal('forbidden', 'These routes are not served to web pages of other origins.');
  }
}
