import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type BuiltProgram, builtProgram, type Ended, type RunningProgram } from '../built.js';
import { type Answer, bearer, http } from '../http.js';
import { freePort } from './sshd.js';

/** A line of NDJSON that `esign listen --json` wrote. */
export type ListenLine = Readonly<Record<string, unknown>> & { readonly type: string };

interface ListenReady extends ListenLine {
  readonly url: string;
  readonly endpoint_id: string;
  readonly port: number;
  readonly uncertain: readonly string[];
  readonly resumed: number;
}

/** `esign listen --json` in a process of its own. */
export interface Listening {
  readonly pid: number;
  readonly lines: readonly ListenLine[];
  /** The first line that fits, whether it came already or comes yet; rejects when the program ends without it. */
  line<T extends ListenLine = ListenLine>(fits: (line: ListenLine) => boolean): Promise<T>;
  ready(): Promise<ListenReady>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

export function listening(
  program: BuiltProgram,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  start = program.start,
): Listening {
  const profile = words.includes('--profile') ? [] : ['--profile', 'local'];
  const running: RunningProgram = start(['listen', '--json', ...profile, ...words], env);
  const lines: ListenLine[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  running.process.stdout?.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) lines.push(JSON.parse(part) as ListenLine);
    for (const look of waiting) look();
  });
  const line = <T extends ListenLine>(fits: (line: ListenLine) => boolean): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found as T);
      };
      waiting.add(look);
      look();
      void running.ended.then(({ code, signal, stderr }) => {
        look();
        reject(new Error(`listen ended with ${code ?? signal ?? 'nothing'}: ${stderr}`));
      });
    });
  return {
    pid: running.pid,
    lines,
    line,
    ready: () => line<ListenReady>(({ type }) => type === 'ready'),
    signal: (signal) => void running.process.kill(signal),
    ended: running.ended,
  };
}

interface AppDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly id: string | undefined;
}

/** An app that takes deliveries. */
export interface App {
  readonly url: string;
  readonly port: number;
  readonly took: AppDelivery[];
  /** What it answers from now on. */
  answer(status: number, body?: string): void;
  /** Resolves once so many came. */
  has(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startApp(port?: number): Promise<App> {
  // Not one that connections are given: an app that ends and starts again would find it taken.
  const own = port ?? (await freePort());
  const took: AppDelivery[] = [];
  const waiting = new Set<() => void>();
  let reply = { status: 204, body: '' };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const { headers, rawHeaders } = request;
      took.push({ headers, rawHeaders, body, id: idOf(body) });
      response.writeHead(reply.status).end(reply.status === 204 ? undefined : reply.body);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(own, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/hooks`,
    port: bound,
    took,
    answer: (status, body = '') => {
      reply = { status, body };
    },
    has: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (took.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function idOf(body: Buffer): string | undefined {
  try {
    const { id } = JSON.parse(body.toString('utf8')) as { readonly id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** What the tests of one file share: the built program, its emulator, and listeners and apps that end with each test. */
export interface ListenScene {
  readonly program: BuiltProgram;
  /** The address and the live key of the emulator. */
  readonly base: string;
  readonly key: string;
  listen(words: readonly string[], env?: NodeJS.ProcessEnv): Listening;
  /** An app for one test; one that was closed starts again at its port. */
  app(port?: number): Promise<App>;
  /** Ends a listener as Ctrl-C does; how it ended, and its last line. */
  stopped(one: Listening): Promise<Ended & { readonly done: ListenLine | undefined }>;
  /** A call of the product's API, or of the emulator's own routes. */
  service<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  control<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** Makes an event happen; the ID of its envelope. */
  trigger(event: string, envelope?: string): Promise<string>;
}

/** `prepare` runs once the emulator is there; `signal` is what ends the listeners of a test. */
export function listenScene({
  prepare,
  signal = 'SIGKILL',
}: {
  readonly prepare?: (scene: ListenScene) => Promise<unknown>;
  readonly signal?: NodeJS.Signals;
} = {}): ListenScene {
  const open = new Set<Listening>();
  const apps = new Set<App>();
  let program: BuiltProgram;
  let ready: { readonly url: string; readonly live_key: string };
  const service: ListenScene['service'] = (method, path, body) =>
    http(ready.url, method, path, { body, headers: bearer(ready.live_key) });
  const scene: ListenScene = {
    get program() {
      return program;
    },
    get base() {
      return ready.url;
    },
    get key() {
      return ready.live_key;
    },
    listen: (words, env) => {
      const one = listening(program, words, env);
      open.add(one);
      return one;
    },
    app: async (port) => {
      const one = await startApp(port);
      apps.add(one);
      return one;
    },
    stopped: async (one) => {
      one.signal('SIGINT');
      const ended = await one.ended;
      return { ...ended, done: one.lines.at(-1) };
    },
    service,
    control: (method, path, body) => service(method, `/_emulator${path}`, body),
    trigger: async (event, envelope) => {
      const body = { event, ...(envelope === undefined ? {} : { envelope_id: envelope }) };
      const sent = await service<{ envelope: { id: string } }>('POST', '/_emulator/trigger', body);
      return sent.body.envelope.id;
    },
  };
  beforeAll(async () => {
    program = builtProgram();
    const { stdout } = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
    ready = JSON.parse(stdout) as typeof ready;
    await prepare?.(scene);
  });
  afterEach(async () => {
    for (const one of open) one.signal(signal);
    for (const one of open) await one.ended;
    for (const each of apps) await each.close();
    open.clear();
    apps.clear();
  });
  afterAll(() => program.remove());
  return scene;
}
