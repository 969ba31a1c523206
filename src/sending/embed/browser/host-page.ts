import { visible, visibleJson } from '../../../core/platform/visible-text.js';

/** A minimal application around the signing page: it embeds it, listens to its messages, and requests new URLs. */

/** Milliseconds after the frame has loaded: an expired URL is refused and sends no message. */
const timeoutMs = 8_000;
/** A page that fails repeatedly must not create URLs without end. */
const maxMinted = 5;

function start(page: Document, window: Window): void {
  const frame = page.querySelector('iframe');
  const list = page.getElementById('messages');
  if (frame === null || list === null) return;
  let signingOrigin = '';
  let minted = 0;
  let mintedForSilence = false;
  let isOver = false;
  let timer = 0;

  const tell = (title: string, small: string, data?: unknown, ignored = false): void => {
    const item = page.createElement('li');
    item.className = ignored ? 'ignored' : '';
    item.append(element('b', title), element('small', small));
    if (data !== undefined) item.append(element('pre', visibleJson(data, 2)));
    list.append(item);
    item.scrollIntoView({ block: 'nearest' });
  };
  const element = (name: string, text: string): HTMLElement => {
    const made = page.createElement(name);
    made.textContent = visible(text);
    return made;
  };
  let posted: Promise<Response | null> = Promise.resolve(null);
  /** One after the other: on connections of their own, they could overtake each other. */
  const post = (path: string, body: string): typeof posted =>
    (posted = posted.then(() => fetch(path, { method: 'POST', body })).catch(() => null));
  const now = (): string => new Date().toLocaleTimeString('en-ZA', { hour12: false });

  const show = async (why: 'first' | 'can_remint' | 'no_ready'): Promise<void> => {
    minted += 1;
    if (minted > maxMinted) return tell('No more signing URLs', `${now()}, reload this page to continue`);
    const answer = await post('url', why);
    if (answer?.ok !== true) return tell('No signing URL', `${now()}, see the terminal`);
    const { url } = (await answer.json()) as { url: string };
    signingOrigin = new URL(url).origin;
    tell(why === 'first' ? 'Signing URL created' : 'Signing URL created again', `${now()}, used in the frame only`);
    frame.src = url;
  };
  frame.addEventListener('load', () => {
    window.clearTimeout(timer);
    if (signingOrigin === '' || mintedForSilence || isOver) return;
    timer = window.setTimeout(() => {
      mintedForSilence = true;
      void show('no_ready');
    }, timeoutMs);
  });
  /** A signer's frame stays: it has the link to the signed copy. */
  const end = (words: string, keepsFrame = false): void => {
    isOver = true;
    if (!keepsFrame) frame.remove();
    const over = page.getElementById('over');
    if (over === null) return;
    over.textContent = words;
    over.hidden = false;
  };

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const trusted = event.origin === signingOrigin && event.source === frame.contentWindow;
    const data = event.data as Readonly<Record<string, unknown>> | null;
    const action = typeof data === 'object' && data !== null ? data['action'] : undefined;
    tell(String(action ?? 'message'), `${now()} from ${event.origin}${trusted ? '' : ', ignored'}`, data, !trusted);
    void post('message', JSON.stringify({ origin: event.origin, trusted, data }));
    if (!trusted || isOver) return;
    window.clearTimeout(timer);
    if (action === 'signed') end('Done. The application now waits for its webhooks.', true);
    else if (action === 'declined') end('Declined.');
    else if (action === 'delegated') end('Delegated. The application reads the envelope again.');
    else if (action === 'signing_url_invalid') {
      if (data?.['can_remint'] === true) void show('can_remint');
      else if (data?.['reason'] === 'session_replaced') end('This page was opened elsewhere. Continue there.');
      else end('There is nothing left to sign here.');
    } else mintedForSilence = true;
  });
  void show('first');
}

start(document, window);
