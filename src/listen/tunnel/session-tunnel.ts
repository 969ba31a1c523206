import { supervise, type Supervisor } from './supervise.js';
import type { Prober } from './probe.js';
import type { SessionOptions } from '../session-options.js';
import { TunnelMonitor, type TunnelNewsOptions } from './tunnel-news.js';

export type SessionTunnelOptions = Pick<
  SessionOptions,
  'provider' | 'machine' | 'clock' | 'send' | 'random' | 'stateDir' | 'reaper' | 'debug' | 'times' | 'tell'
> &
  Pick<TunnelNewsOptions, 'endpoint' | 'path' | 'signal' | 'registering' | 'nameMissing' | 'givenUp'> & {
    readonly prober: Prober;
    /** The local server that the tunnel leads to. */
    readonly localUrl: string;
  };

/** The tunnel of a session: kept up until the signal, with reports about it. */
export class SessionTunnel {
  readonly #story: TunnelMonitor;
  readonly #supervisor: Supervisor;

  constructor(options: SessionTunnelOptions) {
    const { provider, machine, clock, send, random, stateDir, reaper, debug: log, times, signal, prober } = options;
    const story = new TunnelMonitor({ ...options, now: clock.now });
    const children = {
      started: (pid: number) => reaper?.tell({ order: 'started', pid }),
      ended: (pid: number) => reaper?.tell({ order: 'ended', pid }),
    };
    const supervisor = supervise({
      provider,
      start: { localUrl: new URL(options.localUrl), stateDir, machine, clock, send, log, children },
      prober,
      clock,
      random,
      tell: (news) => story.hear(news),
      ...(times === undefined ? {} : { times }),
    });
    signal.addEventListener('abort', () => void supervisor.close(1_500), { once: true });
    if (signal.aborted) void supervisor.close(0);
    this.#story = story;
    this.#supervisor = supervisor;
  }

  /** Its public URL, after a successful probe. */
  get ready(): Promise<URL> {
    return this.#supervisor.ready;
  }

  /** The path prefix of every request through it. */
  get prefix(): string {
    return (this.#supervisor.url?.pathname ?? '').replace(/(?<!\/)\/+$/, '');
  }

  /** How often deliveries could not arrive for a while. */
  get gaps(): number {
    return this.#story.gaps;
  }

  /** From now on its interruptions and recoveries are reported. */
  begin(): void {
    this.#story.begin();
  }

  async close(graceMs: number): Promise<void> {
    await this.#supervisor.close(graceMs);
  }

  /** Resolves when all work started by it has finished. */
  async rest(): Promise<void> {
    await this.#story.rest();
  }
}
