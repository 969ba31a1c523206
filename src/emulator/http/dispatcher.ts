import type { HeaderPair } from '../../core/http/headers.js';
import type { RequestHead, ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { Log } from '../log.js';
import type { Service } from '../service.js';
import type { Control } from '../control/serve-control.js';
import type { PageRoute } from './page-route.js';
import { createRouter, type Match, readTarget } from './path.js';
import type { Pipeline } from './pipeline.js';
import type { VisitLog } from '../dashboard/visit-log.js';
import type { RequestLog } from './request-log.js';

export interface DispatcherParts {
  readonly service: Service;
  readonly pages: readonly PageRoute[];
  readonly api: Pick<Pipeline, 'handle' | 'needsNoBody'>;
  readonly control: Control;
  readonly log: Log;
  /** Milliseconds of a response: real time, or with a seed the emulator's. */
  readonly elapsed: () => number;
  /** Milliseconds of real time. */
  readonly real: () => number;
  readonly requests: RequestLog;
  readonly visits: Pick<VisitLog, 'record'>;
  readonly settle: Settle;
  /** Called before a request that may change something. */
  readonly before: (method: string, path: string) => void;
}

/**
 * Called for each request; its result is awaited before the response. With a seed and a frozen clock, it waits for the
 * work that the request started, so that the result does not depend on timing.
 */
export type Settle = () => () => Promise<void>;

export interface Dispatcher {
  handle(request: ServedRequest): Promise<ServedReply>;
  /** Responds to strangers before their body is read, which may be large. */
  checkHead(head: RequestHead): Promise<ServedReply> | null;
  /** Whether it is a page, whose bodies are small, because anybody can send one. */
  isPage(head: RequestHead): boolean;
  /** Whether the body is handed on as it arrives. */
  streams(head: RequestHead): boolean;
}

/** Routes each request: to the emulator's own routes, a browser page, or the service, which handles all other paths. */
export function createDispatcher({
  service,
  pages,
  api,
  control,
  log,
  elapsed,
  real,
  requests,
  visits,
  settle,
  before,
}: DispatcherParts): Dispatcher {
  const links = createLinkLimit(real);
  const router = createRouter(pages.map((page) => ({ method: page.method, path: page.path, target: page })));
  const pageOf = (method: string, path: string): Match<PageRoute> | null =>
    router.match(method, path) ?? (method === 'HEAD' ? router.match('GET', path) : null);

  const hand = async (request: ServedRequest, path: string): Promise<ServedReply> => {
    if (path.startsWith('/_emulator/')) return await control.handle(request);
    const page = pageOf(request.method, path);
    if (page === null) return isLink(path) ? linkUnreadable : await api.handle(request);
    const token = page.parameters['token'];
    const wait = token === undefined ? null : links.count(token);
    if (wait !== null) return tooOften(wait);
    const at = service.clock.instant();
    const start = elapsed();
    const durable = service.store.reading();
    const reply = await page.target.handle({ service, request, parameters: page.parameters });
    await durable();
    if (token !== undefined) {
      visits.record({ target: page.target, token }, request, reply, { at, milliseconds: elapsed() - start });
    }
    return reply;
  };

  const handle = async (request: ServedRequest): Promise<ServedReply> => {
    const { path } = readTarget(request.path);
    const start = elapsed();
    const at = service.clock.instant();
    const settled = settle();
    if (mayChange(request.method, path)) before(request.method, path);
    const reply = await hand(request, path);
    await settled();
    const milliseconds = elapsed() - start;
    // The path of a page contains its token.
    const shown = path.startsWith('/_emulator/') || path.startsWith('/api/') ? path : '(page)';
    if (path.startsWith('/api/')) requests.record(request, reply, { at, milliseconds });
    log({
      kind: 'request',
      method: request.method,
      path: shown,
      status: reply.hangUp === undefined ? reply.status : 0,
      milliseconds,
    });
    // Clients measure the age of a key with this clock.
    return { ...reply, headers: [...(reply.headers ?? []), ['Date', new Date(service.clock.now()).toUTCString()]] };
  };

  const isControl = (head: RequestHead): boolean => readTarget(head.path).path.startsWith('/_emulator/');
  const isPage = (head: RequestHead): boolean =>
    !isControl(head) && pageOf(head.method, readTarget(head.path).path) !== null;
  const needsNoBody = (head: RequestHead): boolean =>
    isControl(head) ? control.refuses(head) : !isPage(head) && api.needsNoBody(head);

  return {
    handle,
    isPage,
    streams: (head) => isControl(head) && control.streams(head),
    checkHead: (head) =>
      hasBody(head) && needsNoBody(head)
        ? handle({ ...head, body: Buffer.alloc(0), signal: () => new AbortController().signal })
        : null,
  };
}

const hasBody = ({ headers }: RequestHead): boolean =>
  headers.get('content-length') !== undefined || headers.get('transfer-encoding') !== undefined;

/** The page's own requests change nothing that is stored. */
const mayChange = (method: string, path: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !path.startsWith('/_emulator/dashboard/');

/** Below these paths every segment is a link of somebody, also where it has none of their shapes. */
const isLink = (path: string): boolean => /^\/(embed|sign|files)\//.test(path);

const words = (status: number, body: string, headers: readonly HeaderPair[] = []): ServedReply => ({
  status,
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ...headers,
    ['Cache-Control', 'no-store'],
    ['X-Frame-Options', 'DENY'],
  ],
  body: `${body}\n`,
});

const tooOften = (seconds: number): ServedReply =>
  words(429, 'Too many requests for this link. Please wait a minute.', [['Retry-After', String(seconds)]]);

/** An unreadable link (POST signing-url, Framing). */
const linkUnreadable = words(404, 'This link is not valid.');

/** The response of a page to a body that is too large. */
export const pageTooLarge = words(413, 'The form is too large. Nothing was signed.');

/** The response when a page fails; the API and the control routes handle their own failures. */
export function frontFailed(log: Log): (error: unknown, head: RequestHead) => ServedReply {
  return (error, head) => {
    log({ kind: 'failure', where: `${head.method} (page)`, error });
    return { status: 500, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: 'The emulator failed.\n' };
  };
}

/** Requests per link and minute: enough for a person, not for a loop. */
const maxPerMinute = 300;
/** The maximum number of counted links; a flood of invalid ones must not fill the memory. */
const maxLinks = 10_000;
const minute = 60_000;

/** Counts the requests of each page link, including images. */
interface LinkLimit {
  /** Seconds until the link works again, or null. */
  count(token: string): number | null;
}

/**
 * The limit protects the machine and is not a rule of the service: `real` is real time in milliseconds. The counts are
 * in memory only.
 */
export function createLinkLimit(real: () => number): LinkLimit {
  const counts = new Map<string, number>();
  let begun = real();
  return {
    count(token) {
      const now = real();
      if (now - begun >= minute || counts.size > maxLinks) {
        counts.clear();
        begun = now;
      }
      const used = (counts.get(token) ?? 0) + 1;
      counts.set(token, used);
      return used <= maxPerMinute ? null : Math.ceil((begun + minute - now) / 1000);
    },
  };
}
