import type { Clock } from '../platform/clock.js';
import type { Client } from '../client/client.js';
import { ServiceFailure } from '../client/failure.js';
import type { RateBudget } from '../client/rate-budget.js';
import type { EventName } from '../contract/events.js';
import { impliedEvents, isOver, keyOf, type Implied } from './implied-events.js';
import { isLow, readSealed } from './ledger.js';

/** The state of an envelope between two polls, also across restarts. */
export interface Remembered {
  /** Events that were reported, or that occurred before the first poll. */
  readonly keys: readonly string[];
  /** It is in a final state. */
  readonly over: boolean;
}

export type Memory = ReadonlyMap<string, Remembered>;

export interface PollOptions {
  readonly client: Pick<Client, 'call'>;
  readonly clock: Clock;
  readonly events: readonly EventName[];
  /** Milliseconds since 1970: an envelope created later is reported from its start, an older one from now on. */
  readonly since: number;
  /** Accepts an event; a rejected one is reported again at the next poll. */
  readonly emit: (implied: Implied) => Promise<void>;
  readonly remember: (memory: Memory) => Promise<void>;
  readonly trouble: (words: string) => void;
  /** Called for a noticeable wait for the rate limit. */
  readonly waiting: (milliseconds: number) => void;
}

/** The number of envelopes in one round, latest first. */
const maxBatch = 100;
/** Milliseconds: longer waits are reported. */
const longWait = 2_000;

/** Polls envelopes and turns their changes into events, within the rate limit. */
export class Poller {
  readonly #of: PollOptions;
  readonly #memory: Map<string, Remembered>;
  #rate: RateBudget | undefined;
  #troubled = false;

  constructor(options: PollOptions, memory: Memory) {
    this.#of = options;
    this.#memory = new Map(memory);
  }

  /** Envelopes that are not in a final state. */
  get open(): number {
    return [...this.#memory.values()].filter(({ over }) => !over).length;
  }

  /** One poll of every envelope that may have changed; returns how many were read. */
  async round(envelopes: readonly string[], signal: AbortSignal): Promise<number> {
    const due = envelopes.filter((id) => this.#memory.get(id)?.over !== true).slice(-maxBatch);
    let read = 0;
    for (const id of due) {
      if (signal.aborted) break;
      await this.#waitForBudget(signal);
      if (await this.#look(id, signal)) read += 1;
    }
    return read;
  }

  async #look(id: string, signal: AbortSignal): Promise<boolean> {
    const { client, events, since } = this.#of;
    try {
      const { body: envelope, rate } = await client.call('getEnvelope', { parameters: { envelopeId: id } }, { signal });
      this.#rate = rate;
      const asks = envelope.status === 'completed' && events.includes('envelope.sealed');
      const sealed = asks ? await readSealed(client, id, signal) : null;
      const implied = impliedEvents(envelope, sealed);
      const known = this.#memory.get(id)?.keys;
      const isNew = Date.parse(envelope.created_at) >= since;
      const reported = new Set(known ?? (isNew ? [] : implied.map(keyOf)));
      for (const each of implied) {
        const key = keyOf(each);
        if (reported.has(key)) continue;
        if (events.includes(each.event)) await this.#of.emit(each);
        reported.add(key);
      }
      const over = isOver(envelope, asks ? sealed : true);
      if (known === undefined || reported.size > known.length || over) {
        this.#memory.set(id, { keys: [...reported], over });
        await this.#of.remember(this.#memory);
      }
      this.#troubled = false;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof ServiceFailure && error.status === 404) {
        this.#memory.set(id, { keys: [], over: true });
        return false;
      }
      const words = error instanceof Error ? error.message : String(error);
      // Reported once; the next round retries anyway.
      if (!this.#troubled) this.#of.trouble(words);
      this.#troubled = true;
      return false;
    }
  }

  async #waitForBudget(signal: AbortSignal): Promise<void> {
    const { clock } = this.#of;
    if (!isLow(this.#rate) || this.#rate === undefined) return;
    const wait = this.#rate.resetsAt - clock.now();
    this.#rate = undefined;
    if (wait > longWait) this.#of.waiting(wait);
    if (wait > 0) await clock.sleep(wait, signal).catch(() => undefined);
  }
}
