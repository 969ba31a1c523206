import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verify } from '../../../src/domain/webhook/signature.js';
import { type BuiltProgram, builtProgram, type RunningProgram } from '../built.js';
import { type Edge, hasNginx, makeEdgeCertificates, startEdge } from './edge.js';
import { bearer, http } from '../http.js';
import { type App, type Listening, listening, startApp } from './listening.js';
import { freePort, hasSshd, isAlive, startSshd, type SshServer, tell } from './sshd.js';

/** Whether everything real is there; tests are skipped by name where it is not. */
export const hasRealParts = hasSshd && hasNginx;

/** A delivery as the service sees it. */
interface SeenDelivery {
  readonly event_id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

interface SeenEndpoint {
  readonly id: string;
  readonly url: string;
  readonly active: boolean;
}

/** The emulator that the ways of one file lead from, each when the one before is closed; it trusts their edges. */
export interface RealService {
  readonly base: string;
  readonly key: string;
  /** The profile that reaches it. */
  readonly config: string;
  /** Where the authority and the certificate of every edge are. */
  readonly certificates: string;
  /** Empties it: only its clock stays as it is. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openRealService(): Promise<RealService> {
  const program = builtProgram();
  const certificates = join(program.folder, 'certificates');
  makeEdgeCertificates(certificates);
  const words = ['emulator', 'start', '--detach', '--port', '0', '--json'];
  const { stdout } = await program.run(words, { NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem') });
  const { url: base, live_key: key } = JSON.parse(stdout) as { readonly url: string; readonly live_key: string };
  return {
    base,
    key,
    config: join(program.folder, 'config'),
    certificates,
    empty: async () => {
      const { status } = await http(base, 'POST', '/_emulator/reset', { headers: bearer(key) });
      if (status !== 204) throw new Error(`the emulator was not emptied: ${status}`);
    },
    close: () => program.remove(),
  };
}

/** Emulator, nginx with TLS, sshd and an app, each a process or a socket of its own, and the listener between them. */
export interface RealWay {
  readonly program: BuiltProgram;
  readonly sshd: SshServer;
  readonly edge: Edge;
  readonly base: string;
  readonly key: string;
  app: App;
  /** `esign listen --json` through the tunnel. */
  listen(words?: readonly string[], env?: NodeJS.ProcessEnv, options?: ListenHow): Listening;
  /** Ends it as Ctrl-C does; the line that it ends with. */
  stop(one: Listening): Promise<Record<string, unknown>>;
  /** A call of the product's API. */
  service<T>(method: string, path: string, body?: unknown): Promise<T>;
  endpoints(): Promise<readonly SeenEndpoint[]>;
  /** A call of the emulator's own routes. */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Makes an event happen; the id of the last one. */
  trigger(event: string, envelope?: string): Promise<string>;
  deliveries(): Promise<readonly SeenDelivery[]>;
  /** Waits until a delivery of the event has had so many attempts; the statuses, null where no answer came. */
  attempts(event: string, count: number): Promise<readonly (number | null)[]>;
  advance(seconds: number): Promise<void>;
  /** The emulator's time, in milliseconds. */
  now(): Promise<number>;
  /** Every event that the service knows of reached the app once, apart from those that `done` lists. */
  nothingLost(done?: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

interface ListenHow {
  /** Where the far end listens; the usual one otherwise. */
  readonly remote?: string;
  readonly publicUrl?: string;
  /** In a process group of its own. */
  readonly group?: boolean;
}

/**
 * `socket`: the far end is a socket file that a new session takes over; otherwise a port that a frozen one holds. The
 * service is emptied; folders, host, edge and app are new.
 */
export async function openRealWay(
  service: RealService,
  options: { readonly far?: 'port' | 'socket'; readonly clientAlive?: number } = {},
): Promise<RealWay> {
  const program = builtProgram();
  const { clientAlive } = options;
  const sshd = await startSshd(join(program.folder, 'host'), clientAlive === undefined ? {} : { clientAlive });
  const farPort = await freePort();
  const socket = join(program.folder, 't.sock');
  const target = options.far === 'socket' ? { socket } : { port: farPort };
  const edge = await startEdge(join(program.folder, 'edge'), target, service.certificates);
  const usual = options.far === 'socket' ? socket : String(farPort);
  await service.empty();
  cpSync(service.config, join(program.folder, 'config'), { recursive: true });
  const { base, key } = service;
  const running = new Set<Listening>();

  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await http<T>(base, method, path, { body, headers: bearer(key) });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.bytes.toString()}`);
    return answer.body;
  };
  const control = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    ask<T>(method, `/_emulator${path}`, body);
  const way: RealWay = {
    program,
    sshd,
    edge,
    base,
    key,
    app: await startApp(),
    listen(more = [], env = {}, { remote = usual, publicUrl = edge.url, group = false } = {}) {
      const tunnel = ['--tunnel', sshd.destination(remote), '--public-url', publicUrl];
      const start = (argv: readonly string[], given?: NodeJS.ProcessEnv): RunningProgram =>
        program.start(argv, given, group);
      const all = [...tunnel, '--forward-to', way.app.url, ...more];
      const one = listening(program, all, { ESIGN_CA_FILE: edge.caFile, ...env }, start);
      running.add(one);
      return one;
    },
    async stop(one) {
      one.signal('SIGINT');
      await one.ended;
      return one.lines.at(-1) ?? {};
    },
    service: ask,
    endpoints: async () => (await ask<{ readonly data: readonly SeenEndpoint[] }>('GET', '/api/v1/webhooks')).data,
    control,
    trigger: async (event, envelope) =>
      (
        await control<{ readonly event: { readonly id: string } }>('POST', '/trigger', {
          event,
          ...(envelope === undefined ? {} : { envelope_id: envelope }),
        })
      ).event.id,
    deliveries: async () => (await control<{ readonly data: readonly SeenDelivery[] }>('GET', '/deliveries')).data,
    async attempts(event, count) {
      const seen = async () => (await way.deliveries()).filter((each) => each.event_id === event);
      await until(async () => (await seen()).some(({ attempts }) => attempts.length >= count));
      return (await seen()).flatMap(({ attempts }) => attempts.map(({ status }) => status));
    },
    advance: async (seconds) => void (await control('POST', '/clock', { action: 'advance', seconds })),
    now: async () => Date.parse((await control<{ readonly now: string }>('GET', '/clock')).now),
    async nothingLost(done = {}) {
      const { data } = await control<{ readonly data: readonly { readonly id: string }[] }>('GET', '/events');
      const listed = (done['undelivered'] as readonly unknown[] | undefined)?.length ?? 0;
      const taken = way.app.took.map(({ id }) => id ?? '').sort();
      expect(new Set(taken).size).toBe(taken.length);
      expect(data.length).toBeGreaterThan(0);
      expect(taken.length + listed).toBe(data.length);
      if (listed === 0) expect(taken).toEqual(data.map(({ id }) => id).sort());
    },
    async close() {
      for (const one of running) {
        for (const pid of [one.pid, ...childrenOf(one.pid, 'ssh')]) tell(pid, 'SIGCONT');
        one.signal('SIGINT');
      }
      for (const one of running) await one.ended;
      await program.remove();
      await Promise.all([edge.close(), sshd.close(), way.app.close()]);
    },
  };
  return way;
}

/** Waits for a condition outside this process; fails after a minute at the soonest. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come about within a minute');
}

/** The processes of that name that a process started and that are alive. */
export function childrenOf(parent: number, name: string): readonly number[] {
  const of = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && of(pid, 'comm').trim() === name)
    .filter((pid) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(of(pid, 'status')))
    .map(Number)
    .filter(isAlive);
}

/** Every delivery that the app took verifies under the secret, at the time that it was signed at. */
export function allVerify(app: App, secret: string): void {
  for (const { headers, body } of app.took) {
    const header = headers['service-signature'] as string;
    const t = Number(/^t=(\d+)/.exec(header)?.[1]);
    expect(verify({ header, body, current: secret, now: t * 1000 })).toMatchObject({ ok: true });
  }
}
