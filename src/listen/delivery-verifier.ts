import type { Clock } from '../platform/clock.js';
import { verifyWithSecrets, type VerifiedWith } from './verify-with-secrets.js';
import type { HeldEndpoint } from './state.js';

export interface DeliveryVerifierOptions {
  readonly clock: Clock;
  readonly endpoints: () => readonly HeldEndpoint[];
  /** The service's time if its clock may be moved, as in the emulator; null otherwise. */
  readonly serviceNow: (() => Promise<number>) | null;
  /** Seconds. */
  readonly tolerance?: number | undefined;
}

/** How long a delivery waits for the registration response that contains its secret. */
const timeoutMs = 5_000;

/** Verifies deliveries with a clock that may be the emulator's, and with secrets that may not have arrived yet. */
export class DeliveryVerifier {
  readonly #of: DeliveryVerifierOptions;
  #offset = 0;
  #looking: Promise<void> | undefined;
  #registering: Promise<unknown> | undefined;

  constructor(options: DeliveryVerifierOptions) {
    this.#of = options;
  }

  /** Milliseconds since 1970 on the clock that the service signs with. */
  now(): number {
    return this.#of.clock.now() + this.#offset;
  }

  /** Deliveries that arrive earlier wait for it, because the response contains their secret. */
  during(registering: Promise<unknown>): void {
    const settled = registering.catch(() => undefined);
    this.#registering = settled;
    void settled.then(() => {
      if (this.#registering === settled) this.#registering = undefined;
    });
  }

  async verify(header: readonly string[], body: Buffer): Promise<VerifiedWith> {
    const first = await this.#atClock(header, body);
    if (first.ok || this.#registering === undefined) return first;
    await Promise.race([this.#registering, this.#of.clock.sleep(timeoutMs)]);
    return this.#atClock(header, body);
  }

  async #atClock(header: readonly string[], body: Buffer): Promise<VerifiedWith> {
    const verdict = this.#once(header, body);
    if (verdict.ok || this.#of.serviceNow === null || !this.#isGenuine(verdict, header, body)) return verdict;
    // A query in progress may have read the clock before it was moved.
    const joined = this.#looking !== undefined;
    await this.look();
    const again = this.#once(header, body);
    if (again.ok || !joined) return again;
    await this.look();
    return this.#once(header, body);
  }

  /**
   * Only the time is wrong: it verifies at its own time. Without the secret, nobody can make this machine query the
   * time.
   */
  #isGenuine(verdict: Extract<VerifiedWith, { readonly ok: false }>, header: readonly string[], body: Buffer): boolean {
    const { verification } = verdict;
    if (verification.reason !== 'too_old' && verification.reason !== 'too_new') return false;
    return verifyWithSecrets(this.#of.endpoints(), { header, body, now: verification.t * 1000 }).ok;
  }

  #once(header: readonly string[], body: Buffer): VerifiedWith {
    return verifyWithSecrets(this.#of.endpoints(), {
      header,
      body,
      now: this.now(),
      tolerance: this.#of.tolerance,
    });
  }

  /** Queries a service clock that may have been moved; simultaneous deliveries share the query. */
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
