import type { Clock } from './apps.js';
import { judge, type Judged } from './ring.js';
import type { HeldEndpoint } from './state.js';

export interface JudgingOptions {
  readonly clock: Clock;
  readonly endpoints: () => readonly HeldEndpoint[];
  /** The service's own time, where it has one that may be moved, as the emulator's; null elsewhere. */
  readonly serviceNow: (() => Promise<number>) | null;
}

/** How long a delivery waits for the answer to the registration that names its secret. */
const patience = 5_000;
/** Milliseconds between two looks at a clock that may have been moved. */
const lookAgain = 250;

/** Judges deliveries, by a clock that may be the emulator's, and with secrets that may be on their way still. */
export class Judging {
  readonly #of: JudgingOptions;
  #offset = 0;
  #looked = Number.NEGATIVE_INFINITY;
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
    await Promise.race([this.#registering, this.#of.clock.sleep(patience)]);
    return this.#atClock(header, body);
  }

  async #atClock(header: readonly string[], body: Buffer): Promise<Judged> {
    const judged = this.#once(header, body);
    if (judged.ok || this.#of.serviceNow === null) return judged;
    const { reason } = judged.verification;
    if (reason !== 'too_old' && reason !== 'too_new') return judged;
    await this.look();
    return this.#once(header, body);
  }

  #once(header: readonly string[], body: Buffer): Judged {
    return judge(this.#of.endpoints(), { header, body, now: this.now() });
  }

  /** Looks at the service's clock where it may have been moved; deliveries that come at the same moment share the look. */
  look(): Promise<void> {
    const { clock, serviceNow } = this.#of;
    if (this.#looking !== undefined) return this.#looking;
    if (serviceNow === null) return Promise.resolve();
    // A flood of deliveries that are out of time must not become a flood of questions.
    const wait = Math.max(0, this.#looked + lookAgain - clock.now());
    this.#looking = (wait === 0 ? this.#setBy(serviceNow) : this.#setByAfter(wait, serviceNow)).finally(() => {
      this.#looked = clock.now();
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #setByAfter(wait: number, serviceNow: () => Promise<number>): Promise<void> {
    await this.#of.clock.sleep(wait);
    await this.#setBy(serviceNow);
  }

  async #setBy(serviceNow: () => Promise<number>): Promise<void> {
    const time = await serviceNow().catch(() => undefined);
    if (time !== undefined) this.#offset = time - this.#of.clock.now();
  }
}
