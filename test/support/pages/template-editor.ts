import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Machine, Ran } from '../program.js';
import type { EditorState, Outcome } from '../../../src/authoring/editor/shapes.js';

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

export const openEditor = (machine: Machine, words: readonly string[]): Promise<OpenEditor> =>
  openLocalPage(machine, ['template', 'edit', ...words]);

/** The page of a command, served by the program in this process. */
export async function openLocalPage(machine: Machine, words: readonly string[]): Promise<OpenEditor> {
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
  const { terminal, ended } = machine.start([...words, '--no-open', '--json'], {
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

/** A way to a service that can be shut: then its port refuses every connection, as that of a stopped service does. */
export interface Door {
  readonly url: string;
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Shuts by itself at the next request by a method: before its answer comes back, or before the request after it. */
  shutAt(method: string, moment: 'answer' | 'next request'): void;
}

export async function startDoor(service: string): Promise<Door> {
  const { hostname, port } = new URL(service);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let own = 0;
  let plan: { readonly method: string; readonly moment: 'answer' | 'next request' } | null = null;
  let isNear = false;
  const shut: Door['shut'] = async () => {
    const shutting = server;
    [server, plan, isNear] = [null, null, false];
    for (const socket of sockets) socket.destroy();
    if (shutting !== null) await new Promise<void>((resolve) => shutting.close(() => resolve()));
  };
  /** Whether the request still goes through. */
  const passes = (chunk: Buffer): boolean => {
    if (plan === null || !/^[A-Z]+ \//.test(chunk.subarray(0, 9).toString('latin1'))) return true;
    if (isNear) {
      void shut();
      return false;
    }
    isNear = chunk.toString('latin1', 0, plan.method.length) === plan.method;
    return true;
  };
  const open: Door['open'] = async () => {
    if (server !== null) return;
    const opened = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined).on('close', () => void (sockets.delete(one), other.destroy()));
      }
      socket.on('data', (chunk: Buffer) => passes(chunk) && onward.write(chunk));
      onward.on('data', (chunk: Buffer) => {
        if (isNear && plan?.moment === 'answer') void shut();
        else socket.write(chunk);
      });
    });
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(own, '127.0.0.1', resolve));
    own = (opened.address() as { readonly port: number }).port;
    server = opened;
  };
  await open();
  return {
    url: `http://127.0.0.1:${own}`,
    open,
    shut,
    shutAt: (method, moment) => (plan = { method, moment }),
  };
}
