import type { ServedReply } from '../../../http/serve.js';
import type { Service } from '../../service.js';
import { Html, markup, scriptValue } from './html.js';

/** What the page inside a host page's frame tells it (Embedded signing URL, host-page messages). */
export type HostMessage =
  | { readonly action: 'ready' | 'signed' | 'declined' | 'delegated' }
  | { readonly action: 'signing_url_invalid'; readonly reason: string; readonly can_remint: boolean };

/** Who may frame a page: nobody at all, or the origins registered against the envelope's brand. */
export type Framing = 'deny' | { readonly origins: readonly string[] };

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  readonly framing: Framing;
  /** Posted to each registered origin, never to everybody; a page that nobody may frame posts nothing. */
  readonly message?: HostMessage;
}

/** The page as it is served: nothing but its own style and script runs, nothing is kept, nothing leaks where it was. */
export function servePage(service: Service, page: Page): ServedReply {
  const nonce = service.random.bytes(16).toString('base64');
  const framed = page.framing === 'deny' ? null : page.framing.origins.filter(isOrigin);
  const ancestors = framed === null || framed.length === 0 ? "'none'" : framed.join(' ');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
  return {
    status: page.status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', policy],
      ...(framed === null ? [['X-Frame-Options', 'DENY'] as const] : []),
      ['Cache-Control', 'no-store'],
      ['Referrer-Policy', 'no-referrer'],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Robots-Tag', 'noindex'],
    ],
    body: written(page, nonce, framed ?? []).text,
  };
}

function written(page: Page, nonce: string, origins: readonly string[]): Html {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body>
<main>
${page.body}
</main>
${page.message !== undefined && origins.length > 0 && post(page.message, nonce, origins)}
</body>
</html>
`;
}

const post = (message: HostMessage, nonce: string, origins: readonly string[]): Html =>
  markup`<script nonce="${nonce}">
if (window.parent !== window) {
  for (const origin of ${scriptValue(origins)}) window.parent.postMessage(${scriptValue(message)}, origin);
}
</script>`;

/** Bare scheme and host: whatever else was stored must not reach a header. */
const isOrigin = (text: string): boolean => /^https?:\/\/[A-Za-z0-9.[\]:-]+$/.test(text);

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1c1c1e; background: #f6f6f4; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
.who { color: #55555a; margin: 0 0 1.5rem; }
label, legend { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
fieldset { border: 0; margin: 0; padding: 0; }
fieldset label, label.tick { font-weight: 400; margin: .25rem 0; }
input[type=text], input[type=email], input[type=date], select, textarea {
  width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; border: 1px solid #b5b5ba; border-radius: 6px;
  background: #fff; color: inherit;
}
input:disabled, select:disabled, textarea:disabled { background: #ececea; }
input.signature { font-size: 1.4rem; font-style: italic; }
button { font: inherit; font-weight: 600; padding: .6rem 1.4rem; border-radius: 6px; border: 1px solid #14532d;
  margin: 1rem 0 0;
  background: #14532d; color: #fff; cursor: pointer; }
details { margin-top: 1.5rem; }
details button { background: #fff; color: #14532d; }
.problem { color: #9b1c1c; margin: .25rem 0 0; }
.problems { border-left: 4px solid #9b1c1c; padding: .25rem 1rem; background: #fff; }
.required { color: #9b1c1c; }
`;
