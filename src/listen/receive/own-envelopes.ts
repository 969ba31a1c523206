import type { Clock } from '../../core/platform/clock.js';
import type { MadeEnvelopes } from '../../store/made-envelopes.js';
import { ifUsable } from '../../store/state.js';

/** Milliseconds to wait for the response of a request that may have created the envelope, and between two looks. */
const maxWaitMs = 4_000;
const pauseMs = 100;
/** A request that is older ended without an answer. */
const maxRequestMs = 60_000;

/** Which envelopes are this machine's own, for `--mine`: those that its requests, or the command, created. */
export class OwnEnvelopes {
  readonly #made: MadeEnvelopes;
  readonly #clock: Clock;
  /** Of the command, whose requests are not recorded here. */
  readonly #noted = new Set<string>();
  readonly #isBusy: () => boolean;

  constructor(made: MadeEnvelopes, clock: Clock, isBusy: () => boolean) {
    this.#made = made;
    this.#clock = clock;
    this.#isBusy = isBusy;
  }

  noted(envelopes: readonly string[]): void {
    for (const id of envelopes) this.#noted.add(id.toLowerCase());
  }

  /** A delivery may come before the response that names its envelope, so an open request is waited for. */
  async has(id: string | undefined): Promise<boolean> {
    if (id === undefined) return false;
    const until = this.#clock.now() + maxWaitMs;
    for (;;) {
      const isOwn = this.#noted.has(id.toLowerCase()) || ifUsable(() => this.#made.has(id), true);
      const isAwaited = this.#made.isAwaited(this.#clock.now() - maxRequestMs) || this.#isBusy();
      if (isOwn || !isAwaited || this.#clock.now() >= until) return isOwn;
      await this.#clock.sleep(pauseMs);
    }
  }
}
