import type { Machine, Ran } from './program.js';
import type { EditorState, Outcome } from '../../src/authoring/editor/shapes.js';

/** A page that a browser has open. */
export interface EditorPage {
  readonly url: string;
  /** Opens the page as a browser does, whose cookie the calls below have. */
  visit(): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  state(): Promise<EditorState>;
  act(path: string, body?: unknown): Promise<Outcome>;
}

/** The page of `esign template edit`, served by the program in this process. */
export interface OpenEditor extends EditorPage {
  readonly ended: Promise<Ran>;
  /** As Ctrl-C. */
  stop(): Promise<Ran>;
}

const dayMs = 24 * 3_600_000;

export async function openEditor(machine: Machine, words: readonly string[]): Promise<OpenEditor> {
  const stopping = new AbortController();
  let slept = 0;
  // Only the wait for the person lasts; a client that waits to try again is not kept.
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (ms < dayMs) {
        slept += ms;
        return resolve();
      }
      const end = (): void => reject(new Error('ended'));
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end);
    });
  const { terminal, ended } = machine.start(['template', 'edit', ...words, '--no-open', '--json'], {
    signal: stopping.signal,
    clock: { now: () => Date.now() + slept, sleep },
  });
  return {
    ...editorPage(await readyUrl(() => terminal.stdout(), ended)),
    ended,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

export function editorPage(url: string): EditorPage {
  let cookie = '';
  const get: EditorPage['get'] = (path, headers = {}) => fetch(`${url}${path}`, { headers: { cookie, ...headers } });
  const post: EditorPage['post'] = (path, body, headers = {}) =>
    fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { cookie, ...headers } });
  return {
    url,
    visit: async () => {
      const answer = await fetch(url, { headers: { cookie } });
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return answer;
    },
    get,
    post,
    state: async () => (await (await get('state')).json()) as EditorState,
    act: async (path, body = {}) => (await (await post(path, body)).json()) as Outcome,
  };
}

async function readyUrl(written: () => string, ended: Promise<Ran>): Promise<string> {
  let over: Ran | undefined;
  void ended.then((ran) => (over = ran));
  for (;;) {
    const line = /^\{"type":"ready".*$/m.exec(written())?.[0];
    if (line !== undefined) return (JSON.parse(line) as { url: string }).url;
    if (over !== undefined) throw new Error(`the page was not served: ${over.stderr}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
