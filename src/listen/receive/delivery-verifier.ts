import type { Clock } from '../../core/platform/clock.js';
import { verifyWithSecrets, type VerifiedWith } from './verify-with-secrets.js';
import type { HeldEndpoint } from '../endpoint/state.js';

export interface DeliveryVerifierOptions {
  readonly clock: Clock;
  readonly endpoints: () => readonly HeldEndpoint[];
  /** Seconds. */
  readonly tolerance?: number | undefined;
}

/** How long a delivery waits for the registration response that contains its secret. */
const timeoutMs = 5_000;

/** Verifies deliveries with secrets that may not have arrived yet. */
export class DeliveryVerifier {
  readonly #of: DeliveryVerifierOptions;
  #registering: Promise<unknown> | undefined;

  constructor(options: DeliveryVerifierOptions) {
    this.#of = options;
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
    const first = this.#once(header, body);
    if (first.ok || this.#registering === undefined) return first;
    await Promise.race([this.#registering, this.#of.clock.sleep(timeoutMs)]);
    return this.#once(header, body);
  }

  #once(header: readonly string[], body: Buffer): VerifiedWith {
    return verifyWithSecrets(this.#of.endpoints(), {
      header,
      body,
      now: this.#of.clock.now(),
      tolerance: this.#of.tolerance,
    });
  }
}
