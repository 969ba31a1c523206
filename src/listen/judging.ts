import type { Clock } from '../platform/clock.js';
import { judge, type Judged } from './verify-with-secrets.js';
import type { HeldEndpoint } from './state.js';

export interface JudgingOptions {
  readonly clock: Clock;
  readonly endpoints: () => readonly HeldEndpoint[];
  /** The service's own time, where it has one that may be moved, as the emulator's; null elsewhere. */
  readonly serviceNow: (() => Promise<number>) | null;
}

/** How long a delivery waits for the answer to the registration that names its secret. */
const timeoutMs = 5_000;

/** Judges deliveries, by a clock that may be the emulator's, and with secrets that may be on their way still. */
export class Judging {
  readonly #of: JudgingOptions;
  #offset = 0;
  #looking: Promise<void> | undefined;
  #registering: Promise<unknown> | undefined;

  constructor(options: JudgingOptions) {
    this.#of = options;
  }

  /** Milliseconds since 1970 by the clock that the service signs by. */
  now(): number {
    return this.#of.clock.now() + this.#offset;
  }

  /** Deliveries that come before its end wait for it, since its answer holds their secret. */
  during(registering: Promise<unknown>): void {
    const settled = registering.catch(() => undefined);
    this.#registering = settled;
    void settled.then(() => {
      if (this.#registering === settled) this.#registering = undefined;
    });
  }

  async judge(header: readonly string[], body: Buffer): Promise<Judged> {
    const first = await this.#atClock(header, body);
    if (first.ok || this.#registering === undefined) return first;
    await Promise.race([this.#registering, this.#of.clock.sleep(timeoutMs)]);
    return this.#atClock(header, body);
  }

  async #atClock(header: readonly string[], body: Buffer): Promise<Judged> {
    const judged = this.#once(header, body);
    if (judged.ok || this.#of.serviceNow === null || !this.#isGenuine(judged, header, body)) return judged;
    // A look that was under way already may have read the clock before it was moved.
    const joined = this.#looking !== undefined;
    await this.look();
    const again = this.#once(header, body);
    if (again.ok || !joined) return again;
    await this.look();
    return this.#once(header, body);
  }

  /** Out of time alone: at its own time it verifies. Nobody without the secret can make this machine ask for the time. */
  #isGenuine(judged: Extract<Judged, { readonly ok: false }>, header: readonly string[], body: Buffer): boolean {
    const { verification } = judged;
    if (verification.reason !== 'too_old' && verification.reason !== 'too_new') return false;
    return judge(this.#of.endpoints(), { header, body, now: verification.t * 1000 }).ok;
  }

  #once(header: readonly string[], body: Buffer): Judged {
    return judge(this.#of.endpoints(), { header, body, now: this.now() });
  }

  /** Looks at the service's clock where it may have been moved; deliveries that come at the same moment share the look. */
  look(): Promise<void> {
    const { clock, serviceNow } = this.#of;
    if (this.#looking !== undefined) return this.#looking;
    if (serviceNow === null) return Promise.resolve();
    this.#looking = serviceNow()
      .then((time) => {
        this.#offset = time - clock.now();
      })
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }
}
