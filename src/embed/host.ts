import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { builtPath } from '../platform/package-files.js';
import { serve, type ServedReply, type ServedRequest } from '../http/serve.js';
import { hostPage } from './host-page.js';
import { type HeardMessage, readReport } from './message.js';

/** Why a signing URL is needed: the first one, requested by a message, or because no `ready` arrived. */
export type Wanted = 'first' | 'can_remint' | 'no_ready';

export interface HostParts {
  /** 0 takes any free port. */
  readonly port: number;
  /** Shown on the page. */
  readonly envelopeId: string;
  readonly recipientId: string;
  /** The origin of the signing page. */
  readonly signingOrigin: string;
  readonly mint: (why: Wanted) => Promise<string>;
  readonly heard: (message: HeardMessage) => void;
}

export interface Host {
  /** The URL for the browser; it contains a secret and works only in the first browser that opens it. */
  readonly address: string;
  readonly origin: string;
  close(): Promise<void>;
}

const maxReportBytes = 64 * 1024;
const wanted: readonly string[] = ['first', 'can_remint', 'no_ready'] satisfies readonly Wanted[];

/**
 * Serves the host page on loopback. Only the browser that opened the page first gets signing URLs: the path is secret,
 * and everything else needs its cookie.
 */
export async function openHost(parts: HostParts): Promise<Host> {
  const secret = randomBytes(24).toString('base64url');
  const cookie = `host_page=${randomBytes(24).toString('base64url')}`;
  const script = await readFile(builtPath('host-page.js'), 'utf8');
  let opened = false;

  const page = (request: ServedRequest): ServedReply => {
    if (opened && !has(request, cookie)) return plain(403, 'This page is already open in another browser.');
    opened = true;
    const nonce = randomBytes(16).toString('base64');
    const body = hostPage({ ...parts, script, nonce });
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      `frame-src ${parts.signingOrigin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
    return answer(200, 'text/html; charset=utf-8', body, [
      ['Content-Security-Policy', policy],
      ['Set-Cookie', `${cookie}; Path=/${secret}/; HttpOnly; SameSite=Strict`],
    ]);
  };

  const post = async (request: ServedRequest, path: string): Promise<ServedReply> => {
    const site = request.headers.get('sec-fetch-site');
    if (!has(request, cookie) || (site !== undefined && site !== 'same-origin')) return plain(403, 'Forbidden origin.');
    const text = request.body.toString('utf8');
    if (path === 'url' && wanted.includes(text)) {
      const url = await parts.mint(text as Wanted).catch(() => null);
      return url === null
        ? plain(502, 'Could not create a signing URL.')
        : answer(200, 'application/json', JSON.stringify({ url }));
    }
    const message = path === 'message' ? readReport(text) : null;
    if (message === null) return plain(400, 'Invalid message.');
    parts.heard(message);
    return plain(200, 'Received.');
  };

  const server = await serve({
    port: parts.port,
    // With --open, the process list shows the secret.
    ownUserOnly: true,
    maxBody: maxReportBytes,
    handler: async (request) => {
      const host = request.headers.get('host');
      if (host !== `127.0.0.1:${server.port}`) return plain(421, 'Invalid host.');
      const own = `/${secret}/`;
      if (!request.path.startsWith(own)) return plain(404, 'Not found.');
      const path = request.path.slice(own.length);
      if (request.method === 'GET' && path === '') return page(request);
      return request.method === 'POST' ? await post(request, path) : plain(404, 'Not found.');
    },
  });
  return { address: `${server.url}/${secret}/`, origin: server.url, close: () => server.close() };
}

const has = (request: ServedRequest, cookie: string): boolean =>
  request.headers
    .all('cookie')
    .flatMap((each) => each.split(/;\s*/))
    .includes(cookie);

const plain = (status: number, text: string): ServedReply => answer(status, 'text/plain; charset=utf-8', `${text}\n`);

const answer = (
  status: number,
  type: string,
  body: string,
  more: readonly (readonly [string, string])[] = [],
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
