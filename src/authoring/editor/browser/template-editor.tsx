import { render } from 'preact';
import type { EditorState } from '../shapes.js';
import { read } from './api.js';
import { App } from './app.js';

/** The script of the page of `esign template edit`. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  try {
    render(<App first={await read<EditorState>('state')} />, root);
  } catch (error) {
    render(
      <main class="notice">
        <h1>esign template edit</h1>
        <p role="alert">{(error as Error).message}</p>
      </main>,
      root,
    );
  }
}

void start();
