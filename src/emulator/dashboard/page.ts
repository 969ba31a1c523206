import { readFileSync } from 'node:fs';
import { scriptPageGuards, scriptPageHtml, scriptPageStyle } from '../../core/page/script-page.js';
import { builtPath } from '../../core/platform/package-files.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { ServedReply } from '../../core/http/serve.js';
import { isForLocalHost, type PageCall, type PageRoute } from '../http/page-route.js';

/** The page of the emulator and its two files. They hold no data: the script reads it with the token. */
export const dashboardPage: readonly PageRoute[] = [
  route('GET', '/', () => text('text/html', html)),
  route('GET', '/dashboard.js', () => text('text/javascript', readFileSync(builtPath('dashboard.js')))),
  route('GET', '/dashboard.css', () => text('text/css', style())),
];

/** A route of the page: a host name of elsewhere that resolves here is refused. */
export function route(
  method: PageRoute['method'],
  path: string,
  handle: (call: PageCall) => Promise<ServedReply> | ServedReply,
): PageRoute {
  return { method, path, handle: (call) => (isForLocalHost(call.request.headers) ? handle(call) : foreign()) };
}

const headers: readonly HeaderPair[] = [
  ...scriptPageGuards({ 'img-src': "'self' blob:", 'frame-src': "'self'" }),
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
];

const text = (type: string, body: string | Buffer): ServedReply => ({
  status: 200,
  headers: [['Content-Type', `${type}; charset=utf-8`], ...headers],
  body,
});

/** A refusal or a missing thing, for a person. */
export const plain = (status: number, words: string): ServedReply => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8'], ...headers],
  body: `${words}\n`,
});

const foreign = (): ServedReply => plain(403, 'This page is served to this machine only.');

const style = (): string =>
  scriptPageStyle(...['dashboard', 'timeline', 'templates'].map((name) => `emulator/dashboard/${name}.css`));

const html = scriptPageHtml('esign emulator', {
  script: '/dashboard.js',
  style: '/dashboard.css',
  icon: '/signing/icon.svg',
});
