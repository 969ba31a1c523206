import { readFileSync } from 'node:fs';
import type { HeaderPair } from '../http/headers.js';
import { privateAnswer } from '../http/private-page.js';
import type { ServedReply } from '../http/serve.js';
import { icon } from '../page/icon.js';
import { assetPath, builtPath } from '../platform/package-files.js';

/** The page and its two files. They hold no data: the script reads it from the routes beside them. */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // No text can become markup or script.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const guards: readonly HeaderPair[] = [
  ['Content-Security-Policy', policy],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** An answer under the strict policy of the page. */
export const guarded = (status: number, type: string, body: string | Buffer): ServedReply =>
  privateAnswer(status, type, body, guards);

export const editorPage = (): ServedReply => guarded(200, 'text/html; charset=utf-8', html);

export const editorScript = (): ServedReply =>
  guarded(200, 'text/javascript; charset=utf-8', readFileSync(builtPath('template-editor.js')));

/** The colours are those of the other pages. */
export const editorStyle = (): ServedReply =>
  guarded(
    200,
    'text/css; charset=utf-8',
    ['emulator/palette.css', 'template-editor/template-editor.css']
      .map((name) => readFileSync(assetPath(name), 'utf8'))
      .join('\n'),
  );

export const editorIcon = (): ServedReply => guarded(200, 'image/svg+xml', icon);

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>esign template edit</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="template-editor.css">
<script src="template-editor.js" defer></script>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<div id="app"></div>
</body>
</html>
`;
