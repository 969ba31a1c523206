import { render } from 'preact';
import { createApi } from './api.js';
import { App } from './app.js';
import { openSession } from './session.js';

/** The script of the emulator's page. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  const token = await openSession(window);
  if (token === null) render(<Closed />, root);
  else render(<App api={createApi(token)} closed={<Closed />} />, root);
}

function Closed() {
  return (
    <main class="notice">
      <h1>esign emulator</h1>
      <p>
        Open this page with <code>esign emulator open</code>, which gives it access to this emulator.
      </p>
    </main>
  );
}

void start();
