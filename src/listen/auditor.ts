import type { Clock } from '../platform/clock.js';
import { keyOf, type Implied } from './implied-events.js';
import type { PreviousRuns } from './previous-runs.js';
import { Ledger, type Audit, type Came, type LedgerOptions } from './ledger.js';
import type { MissedEvent, Report } from './report.js';
import { readReportedMisses, writeReportedMisses } from './reported-misses.js';

export interface AuditorOptions extends LedgerOptions {
  readonly clock: Clock;
  readonly stateDir: string;
  readonly knownEnvelopes: () => Promise<readonly string[]>;
  readonly tell: (report: Report) => void;
}

const maxRead = 50;
const afterGap = 10_000;
const onItsWay = 2_000;

/** Finds out, by reading the envelopes that this machine knows, whether an event happened and did not come. */
export class Auditor {
  readonly #of: AuditorOptions;
  /** The forwarding that it is for. */
  readonly #listener: string;
  readonly #ledger: Ledger;
  #missedBefore = 0;
  #gap: readonly Implied[] = [];
  #late = false;
  #begun = false;

  constructor(options: AuditorOptions, listener: string) {
    this.#of = options;
    this.#listener = listener;
    this.#ledger = new Ledger(options);
  }

  /** Events that happened before listening began and will not come. */
  get missedBefore(): number {
    return this.#missedBefore;
  }

  arrived(event: string, envelopeId: string, recipientId: string | null): void {
    this.#ledger.arrived(event, envelopeId, recipientId);
  }

  /**
   * `since`: the moment from which everything should come, on the service's clock, in milliseconds since 1970. Names what
   * happened while nobody listened, once; with `late` the service still repeats it, since its endpoint stayed.
   */
  async begin(
    since: number,
    earlier: Pick<PreviousRuns, 'envelopes'> & { readonly arrived: Came },
    late: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const envelopes = [...new Set([...(await this.#known()), ...earlier.envelopes])].slice(-maxRead);
    this.#gap = await this.#ledger.begin(since, envelopes, earlier.arrived, signal);
    this.#late = late;
    this.#begun = true;
    if (this.#gap.length === 0) return;
    // What happened at this very moment is on its way.
    await this.#of.clock.sleep(onItsWay, signal).catch(() => undefined);
    await this.#nameGap();
  }

  /** Once: what of the time before the start has not come by now. */
  async #nameGap(): Promise<void> {
    const gap = this.#gap.filter((each) => !this.#ledger.has(each));
    this.#gap = [];
    if (gap.length === 0) return;
    if (this.#late) return this.#tell(gap, 'late');
    const told = await readReportedMisses(this.#of.stateDir, this.#listener);
    const fresh = gap.filter((each) => !told.has(keyOf(each)));
    if (fresh.length === 0) return;
    this.#missedBefore = fresh.length;
    this.#tell(fresh, 'before');
    const keys = [...told, ...fresh.map(keyOf)];
    // Unwritten, it is named once more at the next start.
    await writeReportedMisses(this.#of.stateDir, this.#listener, keys).catch(() => undefined);
  }

  /** At the end: what is known by then. */
  async finish(signal: AbortSignal): Promise<Audit> {
    await this.#nameGap();
    const audit = await this.#audit(signal);
    return this.#begun ? audit : { ...audit, unsure: 'it stopped before it had checked earlier events' };
  }

  async #audit(signal: AbortSignal): Promise<Audit> {
    this.#ledger.know(await this.#known());
    return this.#ledger.audit(maxRead, signal);
  }

  /** After a gap: `late` when the service goes on repeating what did not come. */
  async nameMissing(late: boolean, signal: AbortSignal): Promise<void> {
    const { missing } = await this.#audit(AbortSignal.any([signal, AbortSignal.timeout(afterGap)]));
    this.#tell(missing, late ? 'late' : 'gone');
  }

  #tell(events: readonly MissedEvent[], when: 'late' | 'gone' | 'before'): void {
    if (events.length === 0) return;
    this.#of.tell({ is: 'missed', at: new Date(this.#of.clock.now()).toISOString(), events, when });
  }

  #known(): Promise<readonly string[]> {
    return this.#of.knownEnvelopes().catch(() => []);
  }
}
