import { type JSX, render } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Notice, useMessage } from '../../../core/page/kit.js';
import { ClockControl } from './clock.js';
import { Endpoints } from './endpoints.js';
import { Envelopes } from './envelopes.js';
import { Faults } from './faults.js';
import { type Api, createApi, LiveContext, useChanges, wordsOf, type Live } from './live.js';
import { Mails } from './mails.js';
import { Requests } from './requests.js';
import { Templates } from './templates.js';

/** The script of the emulator's page. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  const token = await openSession();
  render(token === null ? <Closed /> : <App api={createApi(token)} />, root);
}

const Closed = (): JSX.Element => (
  <Notice title="esign emulator">
    <p>
      Open this page with <code>esign emulator open</code>, which gives it access to this emulator.
    </p>
  </Notice>
);

/** Where this tab keeps the token of the emulator: never in an address, a cookie or a log. */
const tokenName = 'esign-emulator-token';

/** The token that this tab has, or the one that the single-use code in the fragment stands for. Null without either. */
async function openSession(): Promise<string | null> {
  const kept = window.sessionStorage.getItem(tokenName);
  const code = /^#code=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (code === undefined) return kept;
  // Neither the history nor a reload has the code.
  window.history.replaceState(null, '', '/');
  const answer = await fetch('/_emulator/dashboard/sessions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) return kept;
  const { token } = (await answer.json()) as { readonly token: string };
  window.sessionStorage.setItem(tokenName, token);
  return token;
}

/** The whole page: its head, one of its views, and what the last act led to. */
function App({ api }: { readonly api: Api }): JSX.Element {
  const { following, onChange } = useChanges(api);
  const [view, id] = useFragment();
  const { message, say } = useMessage();
  const act = useCallback<Live['act']>(
    async (done, work) => {
      try {
        await work();
        say(done);
        return true;
      } catch (error) {
        say(wordsOf(error), true);
        return false;
      }
    },
    [say],
  );
  const live = useMemo<Live>(() => ({ api, onChange, act }), [api, onChange, act]);
  if (following.state === 'refused') {
    window.sessionStorage.removeItem(tokenName);
    return <Closed />;
  }
  return (
    <LiveContext.Provider value={live}>
      <header class="bar">
        <a class="name" href="#/">
          <img src="/signing/icon.svg" alt="" width="26" height="26" />
          esign emulator
        </a>
        <nav aria-label="Views">
          {views.map((each) => (
            <a key={each} href={`#/${each.toLowerCase()}`} aria-current={view === each ? 'page' : undefined}>
              {each}
            </a>
          ))}
        </nav>
        <ClockControl following={following} />
      </header>
      {following.state === 'lost' && (
        <p class="lost" role="status">
          The emulator does not respond. This page continues when it is back.
        </p>
      )}
      {view === 'Envelopes' && <Envelopes chosen={id} />}
      {view === 'Requests' && <Requests chosen={id} />}
      {view === 'Endpoints' && <Endpoints chosen={id} />}
      {view === 'Mails' && <Mails chosen={id} />}
      {view === 'Templates' && <Templates chosen={id} />}
      {view === 'Faults' && <Faults />}
      {view === null && (
        <Notice title="Page not found">
          <p>
            Nothing is at this address. <a href="#/envelopes">Show the envelopes</a>
          </p>
        </Notice>
      )}
      {message}
    </LiveContext.Provider>
  );
}

const views = ['Envelopes', 'Requests', 'Endpoints', 'Mails', 'Templates', 'Faults'] as const;

/** What the page shows, from the fragment of its address: a view, null for an unknown one, and the ID of what is open. */
function useFragment(): readonly [(typeof views)[number] | null, string | null] {
  const [hash, setHash] = useState(window.location.hash);
  // Before the page is drawn: an address that changes right after it is not missed.
  useLayoutEffect(() => {
    const moved = (): void => setHash(window.location.hash);
    window.addEventListener('hashchange', moved);
    return () => window.removeEventListener('hashchange', moved);
  }, []);
  const [, name = '', id = '', ...more] = hash.split('/');
  if (name === '') return ['Envelopes', null];
  const view = views.find((each) => each.toLowerCase() === name && more.length === 0) ?? null;
  return [view, view === null || id === '' ? null : id];
}

void start();
