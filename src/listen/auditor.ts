import type { Clock } from './apps.js';
import { Ledger, type Audit, type LedgerOptions } from './ledger.js';
import type { Report } from './report.js';

export interface AuditorOptions extends LedgerOptions {
  readonly clock: Clock;
  readonly knownEnvelopes: () => Promise<readonly string[]>;
  readonly tell: (report: Report) => void;
}

const mostRead = 50;
const afterGap = 10_000;

/** Finds out, by reading the envelopes that this machine knows, whether an event happened and did not come. */
export class Auditor {
  readonly #of: AuditorOptions;
  readonly #ledger: Ledger;

  constructor(options: AuditorOptions) {
    this.#of = options;
    this.#ledger = new Ledger(options);
  }

  arrived(event: string, envelopeId: string, recipientId: string | null): void {
    this.#ledger.arrived(event, envelopeId, recipientId);
  }

  /** `since`: the moment from which everything should come, on the service's clock, in milliseconds since 1970. */
  async begin(since: number, signal: AbortSignal): Promise<void> {
    await this.#ledger.begin(since, (await this.#known()).slice(-mostRead), signal);
  }

  async audit(signal: AbortSignal): Promise<Audit> {
    this.#ledger.know(await this.#known());
    return this.#ledger.audit(mostRead, signal);
  }

  /** After a gap: `late` when the service goes on repeating what did not come. */
  async nameMissing(late: boolean, signal: AbortSignal): Promise<void> {
    const { missing } = await this.audit(AbortSignal.any([signal, AbortSignal.timeout(afterGap)]));
    const at = new Date(this.#of.clock.now()).toISOString();
    if (missing.length > 0) this.#of.tell({ is: 'missed', at, events: missing, late });
  }

  #known(): Promise<readonly string[]> {
    return this.#of.knownEnvelopes().catch(() => []);
  }
}
