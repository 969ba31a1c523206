import { plain, privateAnswer, type PrivatePage, servePrivatePage } from '../../core/http/private-page.js';
import { scriptPage } from '../../core/page/script-page.js';
import { isObject, parseJson } from '../../core/platform/json.js';

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

const maxReportBytes = 64 * 1024;
const wanted: readonly string[] = ['first', 'can_remint', 'no_ready'] satisfies readonly Wanted[];

/** Serves the host page to the first browser that opens it, which alone gets signing URLs. */
export async function openHost(parts: HostParts): Promise<PrivatePage> {
  const { page, files } = scriptPage({
    name: 'host-page',
    title: 'Host page: embedded signing',
    styles: ['sending/embed/host-page.css'],
    body: bodyOf(parts),
    sources: { 'frame-src': parts.signingOrigin },
  });
  return await servePrivatePage({
    port: parts.port,
    cookie: 'host_page',
    maxBody: maxReportBytes,
    page,
    handle: async (request, path) => {
      if (request.method === 'GET' && Object.hasOwn(files, path)) return files[path]?.() ?? notFound;
      if (request.method !== 'POST') return notFound;
      const text = request.body.toString('utf8');
      if (path === 'url' && wanted.includes(text)) {
        const url = await parts.mint(text as Wanted).catch(() => null);
        return url === null
          ? plain(502, 'Could not create a signing URL.')
          : privateAnswer(200, 'application/json', JSON.stringify({ url }));
      }
      const message = path === 'message' ? readReport(text) : null;
      if (message === null) return plain(400, 'Invalid message.');
      parts.heard(message);
      return plain(200, 'Received.');
    },
  });
}

const notFound = plain(404, 'Not found.');

/** A sample application: the signing page in a frame, and its messages next to it. IDs contain no special characters. */
const bodyOf = ({ envelopeId, recipientId, signingOrigin }: HostParts): string =>
  `<header><h1>Your application</h1>
<p>Envelope <code>${envelopeId}</code>, recipient <code>${recipientId}</code></p></header>
<main>
<section class="framed" aria-label="The signing page"><iframe title="Signing page of ${signingOrigin}"></iframe>
<p id="over" hidden></p></section>
<section class="heard" aria-label="Messages" tabindex="0"><h2>Messages</h2>
<p class="hint">What the frame posts to this page, with the origin that the browser vouches for. Messages can be forged:
completion is decided by the webhooks.</p>
<ol id="messages" aria-live="polite"></ol></section>
</main>`;

/** A message that the host page received, from its frame or elsewhere. */
export interface HeardMessage {
  readonly origin: string;
  /** From the frame and the origin of the signing page; other messages are ignored. */
  readonly trusted: boolean;
  readonly data: unknown;
}

const maxDataLength = 4_000;

/** The report of the host page about a message, or null when it is not a report. */
export function readReport(text: string): HeardMessage | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { origin, trusted, data } = value;
  if (typeof origin !== 'string' || origin.length > 300 || typeof trusted !== 'boolean') return null;
  const size = JSON.stringify(data ?? null).length;
  return { origin, trusted, data: size > maxDataLength ? `(${size} characters)` : (data ?? null) };
}

/** The action of a trusted message; null for every other one. */
export function actionOf({ trusted, data }: HeardMessage): string | null {
  if (!trusted || !isObject(data)) return null;
  return typeof data['action'] === 'string' ? data['action'] : null;
}
