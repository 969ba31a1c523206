import { readFileSync } from 'node:fs';
import { assetPath, builtPath } from '../../platform/package-files.js';
import type { HeaderPair } from '../../http/headers.js';
import type { ServedReply } from '../../http/serve.js';
import { isForLocalHost } from '../http/local-host.js';
import type { PageCall, PageRoute } from '../http/page-route.js';

/** The page of the emulator and its two files. They hold no data: the script reads it with the token. */
export const dashboardPage: readonly PageRoute[] = [
  route('GET', '/', () => text('text/html', html)),
  route('HEAD', '/', () => text('text/html', html)),
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

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // No text can become markup or script.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers: readonly HeaderPair[] = [
  ['Content-Security-Policy', policy],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
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

/** The colours are those of the signing page. */
const style = (): string =>
  ['palette.css', 'dashboard/dashboard.css', 'dashboard/timeline.css', 'dashboard/templates.css']
    .map((name) => readFileSync(assetPath(`emulator/${name}`), 'utf8'))
    .join('\n');

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>esign emulator</title>
<link rel="icon" href="/signing/icon.svg">
<link rel="stylesheet" href="/dashboard.css">
<script src="/dashboard.js" defer></script>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<div id="app"></div>
</body>
</html>
`;
