import { randomBytes } from 'node:crypto';
import type { HeaderPair } from './headers.js';
import { serve, type ServedReply, type ServedRequest } from './serve.js';

export interface PrivatePageParts {
  /** 0 takes any free port. */
  readonly port: number;
  /** The name of the cookie. */
  readonly cookie: string;
  /** Bytes of a request. */
  readonly maxBody: number;
  /** The page itself. */
  readonly page: () => ServedReply;
  /** Everything below the page, for its own browser and origin only; `path` is relative to the page. */
  readonly handle: (request: ServedRequest, path: string) => Promise<ServedReply> | ServedReply;
}

export interface PrivatePage {
  /** The URL for the browser; it contains a secret and works only in the first browser that opens it. */
  readonly address: string;
  readonly origin: string;
  /** Whether other users of this machine are refused, who may see the URL in the list of processes. */
  readonly refusesOthers: boolean;
  /** Resolves when a browser asks for the page the next time. */
  arrival(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves a page on loopback to the browser that opens it first: the path is secret, and everything else needs the
 * cookie of that browser and its own origin.
 */
export async function servePrivatePage(parts: PrivatePageParts): Promise<PrivatePage> {
  const secret = randomBytes(24).toString('base64url');
  const cookie = `${parts.cookie}=${randomBytes(24).toString('base64url')}`;
  const own = `/${secret}/`;
  let opened = false;
  let arrive: () => void = () => undefined;
  let arrival = new Promise<void>((resolve) => (arrive = resolve));

  const page = (request: ServedRequest): ServedReply => {
    arrive();
    arrival = new Promise<void>((resolve) => (arrive = resolve));
    if (opened && !has(request, cookie))
      return plain(
        403,
        'This page is already open in another browser. To open it here, stop the command and run it again.',
      );
    opened = true;
    const reply = parts.page();
    // The file that leads the browser here is another site, so a strict cookie would be missing at the second opening.
    const set: HeaderPair = ['Set-Cookie', `${cookie}; Path=${own}; HttpOnly; SameSite=Lax`];
    return { ...reply, headers: [...(reply.headers ?? []), set] };
  };

  const server = await serve({
    port: parts.port,
    // The list of processes may show the secret when the browser is started.
    ownUserOnly: true,
    maxBody: parts.maxBody,
    handler: async (request) => {
      if (request.headers.get('host') !== `127.0.0.1:${server.port}`) return plain(421, 'Invalid host.');
      if (!request.path.startsWith(own)) return plain(404, 'Not found.');
      const path = request.path.slice(own.length);
      if (request.method === 'GET' && path === '') return page(request);
      if (!has(request, cookie) || isFromElsewhere(request, server.url)) return plain(403, 'Forbidden origin.');
      return await parts.handle(request, path);
    },
  });
  return {
    address: `${server.url}${own}`,
    origin: server.url,
    refusesOthers: server.refusesOthers,
    arrival: () => arrival,
    close: () => server.close(),
  };
}

/** Another port of this machine is the same site, whose pages send the cookie. Programs send neither header. */
function isFromElsewhere({ headers }: ServedRequest, own: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin';
  const origin = headers.get('origin');
  // A page without a referrer may send `null`, like these pages.
  return origin !== undefined && origin !== 'null' && origin !== own;
}

const has = (request: ServedRequest, cookie: string): boolean =>
  request.headers
    .all('cookie')
    .flatMap((each) => each.split(/;\s*/))
    .includes(cookie);

export const plain = (status: number, text: string): ServedReply =>
  privateAnswer(status, 'text/plain; charset=utf-8', `${text}\n`);

/** An answer that no cache keeps and no other page learns of. */
export const privateAnswer = (
  status: number,
  type: string,
  body: string | Buffer,
  more: readonly HeaderPair[] = [],
): ServedReply => ({
  status,
  headers: [
    ['Content-Type', type],
    ['Cache-Control', 'no-store'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ...more,
  ],
  body,
});
