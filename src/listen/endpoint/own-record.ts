import type { SessionOptions } from '../session-options.js';
import { forgetListener, type HeldEndpoint, type ListenerState, retireListener, writeListener } from './state.js';
import type { HttpServer } from '../../core/http/serve.js';
import { ListenFailure } from '../failure.js';

/** The listener's record on disk and at the reaper, so that another run can continue or clean up. */
export class OwnRecord {
  readonly #of: Pick<SessionOptions, 'stateDir' | 'reaper' | 'keep'>;
  #state: ListenerState | undefined;

  constructor(options: Pick<SessionOptions, 'stateDir' | 'reaper' | 'keep'>) {
    this.#of = options;
  }

  async begin(state: ListenerState): Promise<void> {
    this.#state = state;
    await writeListener(this.#of.stateDir, state);
  }

  /** The current endpoints; nothing is stored before the start. */
  async hold(endpoints: readonly HeldEndpoint[]): Promise<void> {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, endpoints };
    // One with secrets and no ID was deleted.
    const left = endpoints.filter(({ id, secrets }) => id !== null || secrets.length === 0);
    const held = left.map(({ id, url }) => ({ id, url }));
    this.#of.reaper?.tell({ order: 'hold', id: this.#state.id, endpoints: held });
    await writeListener(this.#of.stateDir, this.#state);
  }

  /** For an endpoint that was deleted or stays; `unfinished`: some deliveries were not accepted by an app. */
  async leave(unfinished: boolean): Promise<void> {
    const { keep, stateDir, reaper } = this.#of;
    const forget = unfinished ? retireListener : forgetListener;
    const state = this.#state;
    // Nothing writes it again.
    this.#state = undefined;
    if (!keep && state !== undefined) await forget(stateDir, state.id).catch(() => undefined);
    reaper?.tell({ order: 'bye' });
  }
}

/** The requested port, else the port of the previous run if it is free, else any. Throws ListenFailure. */
export async function openPort(
  serveAt: (port: number) => Promise<HttpServer>,
  asked: number | null,
  former: number | null,
): Promise<HttpServer> {
  if (asked === null) return serveAt(former ?? 0).catch(() => serveAt(0));
  return serveAt(asked).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const hint = 'Use another --port, or omit it to use any free port.';
    throw new ListenFailure('port_unavailable', `Cannot listen on port ${asked} (${code}).`, hint);
  });
}
