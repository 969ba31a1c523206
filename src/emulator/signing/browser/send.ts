/** Milliseconds from one attempt to the next, and for the response to an attempt. */
const pauseMs = 2_000;
const timeoutMs = 30_000;

/** Sends the form from the page, which keeps the answers until the service has responded. */
export interface Sender {
  /** Whether an attempt is running. */
  isSending(): boolean;
  /** Sends the form now, and again until the service responds. A signature that has arrived is not made twice. */
  send(submitter: HTMLElement | null): void;
  /** Stops sending again, because what would be sent has changed. Returns whether there was anything to stop. */
  stop(): boolean;
}

export function createSender(page: Document, window: Window, form: HTMLFormElement): Sender {
  let isSending = false;
  let isWanted = false;
  let timer = 0;
  const wait = (submitter: HTMLElement | null): void => {
    const alert = page.getElementById('alert');
    const why = window.navigator.onLine ? 'The service does not respond.' : 'You are offline.';
    const words = `${why} Keep this page open: your answers are still here, and are sent again every few seconds.`;
    if (alert !== null && (alert.hidden || alert.textContent !== words)) {
      alert.textContent = words;
      alert.dataset['from'] = 'sending';
      alert.hidden = false;
      alert.focus();
    }
    timer = window.setTimeout(() => void attempt(submitter), pauseMs);
  };
  const attempt = async (submitter: HTMLElement | null): Promise<void> => {
    isSending = true;
    page.documentElement.classList.add('sending');
    const html = await post(page, form, submitter).catch(() => null);
    isSending = false;
    page.documentElement.classList.remove('sending');
    if (html === null) return isWanted ? wait(submitter) : undefined;
    // Reloading asks for the state instead of sending the form again.
    window.history.replaceState(null, '', form.action);
    page.open();
    page.write(html);
    page.close();
    page.querySelector<HTMLElement>('.notice h1')?.focus();
  };
  const stop = (): boolean => {
    const wasWanted = isWanted;
    isWanted = false;
    window.clearTimeout(timer);
    return wasWanted;
  };
  return {
    isSending: () => isSending,
    send(submitter) {
      stop();
      isWanted = true;
      void attempt(submitter);
    },
    stop,
  };
}

/** The page in response to the form; null without one, such as from a proxy whose service is down. */
async function post(page: Document, form: HTMLFormElement, submitter: HTMLElement | null): Promise<string | null> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value);
  const response = await fetch(form.action, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
  const theirs = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  const own = page.querySelector('script')?.nonce;
  if (response.status >= 500 || theirs === undefined || own === undefined) return null;
  // The policy of this page stays in force, so the response's own style and scripts need its nonce.
  return (await response.text()).replaceAll(theirs, () => own);
}
