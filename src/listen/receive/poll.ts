import type { Clock } from '../../core/platform/clock.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { RateBudget } from '../../client/rate-budget.js';
import type { EventName } from '../../contract/events.js';
import type { Reported, ReportedEvents } from '../../store/reported-events.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { impliedEvents, isOver, keyOf, type Implied } from './implied-events.js';
import { isLow, readSealed } from './ledger.js';

export interface PollOptions {
  readonly client: Pick<Client, 'call'>;
  readonly clock: Clock;
  readonly events: readonly EventName[];
  /** Milliseconds since 1970: an envelope created later is reported from its start, an older one from now on. */
  readonly since: number;
  /** Accepts an event; a rejected one is reported again at the next poll. */
  readonly emit: (implied: Implied) => Promise<void>;
  /** Keeps what is new of some envelopes. */
  readonly remember: (changed: ReportedEvents) => void;
  readonly trouble: (code: 'not_read' | 'not_recorded', why: string) => void;
  /** Called for a noticeable wait for the rate limit. */
  readonly waiting: (milliseconds: number) => void;
}

/** The number of envelopes that one round reads. */
const maxInRound = 100;
/** Milliseconds: longer waits are reported. */
const longWait = 2_000;

interface Found {
  readonly envelope: Envelope;
  readonly implied: readonly Implied[];
  /** It is in a final state. */
  readonly over: boolean;
}

/** Polls envelopes and turns their changes into events, within the rate limit. */
export class Poller {
  readonly #of: PollOptions;
  readonly #memory: Map<string, Reported>;
  /** The number of each envelope's last turn; one without a number has had none yet. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
  /** The service does not know them, or this key may not read them. */
  readonly #gone = new Set<string>();
  #rate: RateBudget | undefined;
  /** What failed the last time: envelopes, and the memory. */
  readonly #failing = new Set<string>();
  readonly #changed = new Map<string, Reported>();

  constructor(options: PollOptions, memory: ReportedEvents) {
    this.#of = options;
    this.#memory = new Map(memory);
    for (const id of memory.keys()) this.#turns.set(id, (this.#turn += 1));
  }

  /** Those of the envelopes that may still change. */
  due(envelopes: readonly string[]): readonly string[] {
    return envelopes.filter((id) => this.#memory.get(id)?.over !== true && !this.#gone.has(id));
  }

  /** How many of the envelopes have not had a turn, so that what happened to them until then is not known. */
  unread(envelopes: readonly string[]): number {
    return envelopes.filter((id) => !this.#turns.has(id)).length;
  }

  /**
   * Reads some of the envelopes that may have changed, the latest of which are last in the list. False when it ended
   * early, for the rate limit or the signal.
   */
  async round(envelopes: readonly string[], signal: AbortSignal): Promise<boolean> {
    let isWhole = true;
    for (const id of this.#inTurn(envelopes)) {
      // Envelopes that were created during a wait come first in the next round.
      isWhole = !signal.aborted && !(await this.#waitForBudget(signal));
      if (!isWhole) break;
      this.#turns.set(id, (this.#turn += 1));
      await this.#look(id, signal);
    }
    try {
      this.#remember();
    } catch (error) {
      this.#say('not_recorded', 'memory', error);
    }
    return isWhole;
  }

  /** The latest, which change most, alternate with those whose last turn was longest ago, so that every one has its turn. */
  #inTurn(envelopes: readonly string[]): readonly string[] {
    const latest = this.due(envelopes).toReversed();
    const turnOf = (id: string): number => this.#turns.get(id) ?? 0;
    const oldest = latest.toSorted((one, other) => turnOf(one) - turnOf(other));
    const chosen = new Set<string>();
    for (const [at, id] of latest.entries()) {
      chosen.add(id).add(oldest[at] ?? id);
      if (chosen.size >= maxInRound) break;
    }
    return [...chosen].slice(0, maxInRound);
  }

  async #look(id: string, signal: AbortSignal): Promise<void> {
    const found = await this.#read(id, signal);
    if (found === null) return;
    try {
      if (found === 'gone') this.#gone.add(id);
      else await this.#report(id, found);
      this.#failing.delete(id);
    } catch (error) {
      this.#say('not_recorded', id, error);
    }
  }

  async #read(id: string, signal: AbortSignal): Promise<Found | 'gone' | null> {
    const { client, events } = this.#of;
    try {
      const { body: envelope, rate } = await client.call('getEnvelope', { parameters: { envelopeId: id } }, { signal });
      this.#rate = rate;
      const asks = envelope.status === 'completed' && events.includes('envelope.sealed');
      const sealed = asks ? await readSealed(client, id, signal) : null;
      return { envelope, implied: impliedEvents(envelope, sealed), over: isOver(envelope, asks ? sealed : true) };
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof ServiceFailure && error.status === 404) return 'gone';
      this.#say('not_read', id, error);
      return null;
    }
  }

  async #report(id: string, { envelope, implied, over }: Found): Promise<void> {
    const { events, since } = this.#of;
    const known = this.#memory.get(id)?.keys;
    const isNew = Date.parse(envelope.created_at) >= since;
    const earlier = isNew ? [] : implied.filter(({ at }) => at === null || Date.parse(at) < since);
    const reported = new Set(known ?? earlier.map(keyOf));
    const fresh = implied.filter((each) => !reported.has(keyOf(each)));
    const wanted = fresh.filter(({ event }) => events.includes(event));
    for (const each of wanted) await this.#of.emit(each);
    if (known !== undefined && fresh.length === 0 && !over) return;
    const now = { keys: [...reported, ...fresh.map(keyOf)], over };
    this.#memory.set(id, now);
    this.#changed.set(id, now);
    if (wanted.length > 0) this.#remember();
  }

  #remember(): void {
    if (this.#changed.size === 0) return;
    this.#of.remember(this.#changed);
    this.#changed.clear();
    this.#failing.delete('memory');
  }

  /** Reported once until nothing fails any more; a later round retries anyway. */
  #say(code: 'not_read' | 'not_recorded', what: string, error: unknown): void {
    if (this.#failing.size === 0) this.#of.trouble(code, error instanceof Error ? error.message : String(error));
    this.#failing.add(what);
  }

  /** Whether it waited. */
  async #waitForBudget(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#of;
    if (!isLow(this.#rate) || this.#rate === undefined) return false;
    const wait = this.#rate.resetsAt - clock.now();
    this.#rate = undefined;
    if (wait > longWait) this.#of.waiting(wait);
    if (wait > 0) await clock.sleep(wait, signal).catch(() => undefined);
    return wait > 0;
  }
}
