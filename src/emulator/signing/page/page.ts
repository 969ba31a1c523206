import { readFileSync } from 'node:fs';
import { assetPath, builtPath } from '../../../core/platform/package-files.js';
import { privateAnswer } from '../../../core/http/private-page.js';
import type { ServedReply } from '../../../core/http/serve.js';
import type { Service } from '../../service.js';
import { Html, markup, scriptValue } from '../../html.js';

/** The message of the page to its host page (Embedded signing URL, host-page messages). */
export type HostMessage =
  | { readonly action: 'ready' | 'signed' | 'declined' | 'delegated' }
  | { readonly action: 'signing_url_invalid'; readonly reason: string; readonly can_remint: boolean };

/** Who may embed a page: nobody, or the origins of the envelope's brand. */
export type Framing = 'deny' | { readonly origins: readonly string[] };

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  readonly framing: Framing;
  /** Style rules of this page only. */
  readonly rules?: Html;
  /** Whether it uses the script. */
  readonly guided?: boolean;
  /** Posted to each registered origin, never to all; a page that cannot be embedded posts nothing. */
  readonly message?: HostMessage;
}

/** The served page: only its own style and script, no caching, no referrer. */
export function servePage(service: Service, page: Page): ServedReply {
  const nonce = service.random.bytes(16).toString('base64');
  const framed = page.framing === 'deny' ? null : page.framing.origins.filter(isOrigin);
  const ancestors = framed === null || framed.length === 0 ? "'none'" : framed.join(' ');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'self'",
    ...(page.guided === true ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "img-src 'self'",
    "font-src 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
  return privateAnswer(page.status, 'text/html; charset=utf-8', written(page, nonce, framed ?? []).text, [
    ['Content-Security-Policy', policy],
    ...(framed === null ? [['X-Frame-Options', 'DENY'] as const] : []),
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    ['X-Robots-Tag', 'noindex'],
  ]);
}

function written(page: Page, nonce: string, origins: readonly string[]): Html {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>${page.title}</title>
<link rel="icon" href="/signing/icon.svg">
<style nonce="${nonce}">${ownStyle()}
${page.rules ?? null}</style>
${page.guided === true && markup`<script nonce="${nonce}">document.documentElement.className = 'guided';</script>`}
</head>
<body>
${page.body}
${page.guided === true && markup`<script nonce="${nonce}">${ownScript()}</script>`}
${page.message !== undefined && origins.length > 0 && post(page.message, nonce, origins)}
</body>
</html>
`;
}

/** In this order: later rules override earlier ones. */
const styles = ['core/page/base', ...['page', 'pages', 'form', 'guide'].map((name) => `emulator/signing/page/${name}`)];

const ownStyle = (): Html => new Html(styles.map((name) => readFileSync(assetPath(`${name}.css`), 'utf8')).join('\n'));

const ownScript = (): Html => new Html(readFileSync(builtPath('signing-page.js'), 'utf8'));

const post = (message: HostMessage, nonce: string, origins: readonly string[]): Html =>
  markup`<script nonce="${nonce}">
if (window.parent !== window) {
  for (const origin of ${scriptValue(origins)}) window.parent.postMessage(${scriptValue(message)}, origin);
}
</script>`;

/** Bare scheme and host: other stored values must not reach a header. */
const isOrigin = (text: string): boolean => /^https?:\/\/[A-Za-z0-9.[\]:-]+$/.test(text);
