import { readFileSync } from 'node:fs';
import type { HeaderPair } from '../http/headers.js';
import { privateAnswer } from '../http/private-page.js';
import type { ServedReply } from '../http/serve.js';
import { assetPath, builtPath } from '../platform/package-files.js';

/** The icon of every page, an SVG. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14594b"/>' +
  '<path d="M8 21c4-9 7-12 8-10s-3 8-1 8 4-5 5-4-1 4 4 3" fill="none" stroke="#fff" stroke-width="2.4" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>';

interface PageParts {
  /** Of the built script, and of the style sheet that is served. */
  readonly name: string;
  readonly title: string;
  /** The style sheets of the page by their paths in `src`, below those of all pages. */
  readonly styles: readonly string[];
  /** HTML that the script finds; without it, the script renders into `#app`. */
  readonly body?: string;
  /** More sources by directive of the policy. */
  readonly sources?: Readonly<Record<string, string>>;
}

export interface ScriptPage {
  page(): ServedReply;
  /** The files beside the page, by their names. */
  readonly files: Readonly<Record<string, () => ServedReply>>;
  /** An answer under the policy of the page, under which only its own files load. */
  answer(status: number, type: string, body: string | Buffer): ServedReply;
}

/** A page whose own script does everything; none of its files holds data. */
export function scriptPage({ name, title, styles, body, sources = {} }: PageParts): ScriptPage {
  const guards = guardsFor(sources);
  const answer = (status: number, type: string, content: string | Buffer): ServedReply =>
    privateAnswer(status, type.startsWith('text/') ? `${type}; charset=utf-8` : type, content, guards);
  const style = (): string =>
    ['core/page/base.css', ...styles].map((path) => readFileSync(assetPath(path), 'utf8')).join('\n');
  return {
    answer,
    page: () =>
      answer(
        200,
        'text/html',
        `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="${name}.css">
<script src="${name}.js" defer></script>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
${body ?? '<div id="app"></div>'}
</body>
</html>
`,
      ),
    files: {
      [`${name}.js`]: () => answer(200, 'text/javascript', readFileSync(builtPath(`${name}.js`))),
      [`${name}.css`]: () => answer(200, 'text/css', style()),
      'icon.svg': () => answer(200, 'image/svg+xml', icon),
    },
  };
}

function guardsFor(more: Readonly<Record<string, string>>): readonly HeaderPair[] {
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
