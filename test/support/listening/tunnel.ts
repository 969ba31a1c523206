import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../src/core/platform/clock.js';
import { readNetwork } from '../../../src/core/http/network.js';
import { createSender } from '../../../src/core/http/send.js';
import { serve, type ServedRequest } from '../../../src/core/http/serve.js';
import { createProber, type Prober } from '../../../src/listen/tunnel/probe.js';
import type { StartOptions, TunnelMachine } from '../../../src/listen/tunnel/provider.js';
import type { TunnelNews } from '../../../src/listen/tunnel/supervise.js';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};

export interface TunnelScene {
  readonly folder: string;
  readonly prober: Prober;
  readonly start: StartOptions;
  /** What arrived that was not a probe, the oldest first. */
  readonly arrived: readonly ServedRequest[];
  /** The programs' lines. */
  readonly lines: readonly string[];
  /** Processes that were started and have not ended. */
  readonly children: ReadonlySet<number>;
  readonly news: TunnelNews[];
  /** Resolves with the next piece of news of that state, also one that has come already but was not waited for. */
  next(state: TunnelNews['state']): Promise<TunnelNews>;
  tell(news: TunnelNews): void;
  /** Sends through the public address as the service does. */
  post(url: URL, body: Buffer, headers?: readonly (readonly [string, string])[]): Promise<number>;
  close(): Promise<void>;
}

/** A receiver on loopback with everything that a tunnel needs, and a sender that trusts the authority. */
export async function openTunnelScene(
  options: {
    readonly caFile?: string;
    readonly machine?: Partial<TunnelMachine>;
    readonly clock?: Clock;
    readonly probeTimeout?: number;
  } = {},
): Promise<TunnelScene> {
  const folder = mkdtempSync(join(tmpdir(), 'esign-tunnel-'));
  const network = { ...readNetwork({}), caFile: options.caFile };
  const sender = createSender({ network, connectTimeout: 15_000 });
  const clock = options.clock ?? realClock;
  const token = (): string => randomBytes(16).toString('hex');
  const path = `/${token()}`;
  const prober = createProber({ send: sender.send, clock, path, token, timeout: options.probeTimeout ?? 15_000 });
  const arrived: ServedRequest[] = [];
  const receiver = await serve({
    handler(request) {
      const answer = request.method === 'GET' ? prober.answer(request.path) : undefined;
      if (answer !== undefined) return { status: 200, body: answer };
      arrived.push(request);
      return { status: 200 };
    },
  });
  const children = new Set<number>();
  const lines: string[] = [];
  const news: TunnelNews[] = [];
  let seen = 0;
  let heard = (): void => undefined;
  return {
    folder,
    prober,
    arrived,
    lines,
    children,
    news,
    start: {
      localUrl: new URL(receiver.url),
      stateDir: join(folder, 'state'),
      machine: { env: process.env, cwd: folder, home: folder, ...options.machine },
      clock,
      send: sender.send,
      log: (line) => lines.push(line),
      children: { started: (pid) => children.add(pid), ended: (pid) => children.delete(pid) },
      startTimeout: 20_000,
    },
    tell(piece) {
      news.push(piece);
      heard();
    },
    async next(state) {
      for (;;) {
        const at = news.findIndex((piece, index) => index >= seen && piece.state === state);
        const piece = news[at];
        if (piece !== undefined) {
          seen = at + 1;
          return piece;
        }
        await new Promise<void>((resolve) => (heard = resolve));
      }
    },
    async post(url, body, headers = []) {
      const answer = await sender.send({ method: 'POST', url, headers, body, timeout: 10_000, maxBody: 65_536 });
      answer.body.resume();
      return answer.status;
    },
    async close() {
      await sender.close();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
