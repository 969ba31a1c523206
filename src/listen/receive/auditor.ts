import type { Clock } from '../../core/platform/clock.js';
import { keyOf, type Implied } from './implied-events.js';
import type { PreviousRuns } from '../../store/listener-deliveries.js';
import { Ledger, type Audit, type Came, type LedgerOptions } from './ledger.js';
import type { MissedEvent, Report } from './report.js';
import { keepReported, readReported, type Reported } from '../../store/reported-events.js';
import { ifUsable, type State } from '../../store/state.js';

export interface AuditorOptions extends LedgerOptions {
  readonly clock: Clock;
  readonly state: State;
  readonly knownEnvelopes: () => Promise<readonly string[]>;
  readonly tell: (report: Report) => void;
}

const maxRead = 50;
const afterGap = 10_000;
const onItsWay = 2_000;

/** Reads the envelopes that this machine knows to find events that occurred but did not arrive. */
export class Auditor {
  readonly #of: AuditorOptions;
  /** The forwarding that it belongs to. */
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

  /** Events from before the listener started that will not arrive. */
  get missedBefore(): number {
    return this.#missedBefore;
  }

  arrived(event: string, envelopeId: string, recipientId: string | null): void {
    this.#ledger.arrived(event, envelopeId, recipientId);
  }

  /**
   * `since`: the time from which all events should arrive, in milliseconds since 1970 on the service's clock. Reports
   * what occurred without a listener, once; with `late` the service still retries it, because its endpoint stayed.
   */
  async begin(
    since: number,
    earlier: Pick<PreviousRuns, 'envelopes'> & { readonly arrived: Came },
    late: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const envelopes = [...new Set([...(await this.#known()), ...earlier.envelopes])].slice(-maxRead);
    const gap = await this.#ledger.begin(since, envelopes, earlier.arrived, signal);
    // The listener has reported its end.
    if (signal.aborted) return;
    this.#gap = gap;
    this.#late = late;
    this.#begun = true;
    if (this.#gap.length === 0) return;
    // Events of this very moment are still on their way.
    await this.#of.clock.sleep(onItsWay, signal).catch(() => undefined);
    await this.#nameGap();
  }

  /** Runs once: events from before the start that have not arrived by now. */
  async #nameGap(): Promise<void> {
    const gap = this.#gap.filter((each) => !this.#ledger.has(each));
    this.#gap = [];
    if (gap.length === 0) return;
    if (this.#late) return this.#tell(gap, 'late');
    const fresh = this.#firstTold(gap);
    if (fresh.length === 0) return;
    this.#missedBefore = fresh.length;
    this.#tell(fresh, 'before');
  }

  /** Those that no earlier start has reported. If this cannot be recorded, they are reported again at the next start. */
  #firstTold(gap: readonly Implied[]): readonly Implied[] {
    const { state, clock } = this.#of;
    const none = new Map<string, Reported>();
    const told = ifUsable(() => readReported(state, this.#listener), none);
    const fresh = gap.filter((each) => told.get(each.envelopeId)?.keys.includes(keyOf(each)) !== true);
    const changed = new Map(none);
    for (const each of fresh) {
      const { keys = [] } = changed.get(each.envelopeId) ?? told.get(each.envelopeId) ?? {};
      changed.set(each.envelopeId, { keys: [...keys, keyOf(each)], over: false });
    }
    if (fresh.length > 0) ifUsable(() => keepReported(state, this.#listener, changed, clock.now()), undefined);
    return fresh;
  }

  /** The result at the end. */
  async finish(signal: AbortSignal): Promise<Audit> {
    await this.#nameGap();
    const audit = await this.#audit(signal);
    return this.#begun ? audit : { ...audit, unsure: 'it stopped before it had checked earlier events' };
  }

  async #audit(signal: AbortSignal): Promise<Audit> {
    this.#ledger.know(await this.#known());
    return this.#ledger.audit(maxRead, signal);
  }

  /** After a gap: `late` when the service still retries what did not arrive. */
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
