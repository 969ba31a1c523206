import { readFileSync } from 'node:fs';
import type { HeaderPair } from '../http/headers.js';
import { assetPath } from '../platform/package-files.js';

/** A page whose whole content is made by its own script. */

/** Headers under which only the page's own files load; `more` adds sources to a directive. */
export function scriptPageGuards(more: Readonly<Record<string, string>> = {}): readonly HeaderPair[] {
  const own = { 'script-src': "'self'", 'style-src': "'self'", 'img-src': "'self'", 'connect-src': "'self'", ...more };
  const policy = [
    "default-src 'none'",
    ...Object.entries(own).map(([directive, sources]) => `${directive} ${sources}`),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No text can become markup or script.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return [
    ['Content-Security-Policy', policy],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ];
}

interface PagePaths {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}

/** The document: the script renders into `#app`. Paths are relative to the page or absolute. */
export const scriptPageHtml = (title: string, { script, style, icon }: PagePaths): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
<script src="${script}" defer></script>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<div id="app"></div>
</body>
</html>
`;

/** The shared colours and base, then the page's own style sheets, each by its path in `src`. */
export const scriptPageStyle = (...own: readonly string[]): string =>
  ['core/page/palette.css', 'core/page/base.css', ...own]
    .map((name) => readFileSync(assetPath(name), 'utf8'))
    .join('\n');
