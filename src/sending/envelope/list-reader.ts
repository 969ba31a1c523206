import type { Context } from '../../cli/context/context.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import { joinBudgets, type RateBudget, spend } from '../../client/rate-budget.js';
import { limits } from '../../contract/limits.js';
import { canChange, type SeenEnvelope } from '../../store/envelope-states.js';
import { leftToOthers } from '../../listen/receive/ledger.js';
import { type EnvelopeMemory, type Look, readStatus } from './known-status.js';

export interface ListedEnvelope {
  readonly id: string;
  readonly firstAt: string;
  /** Undefined: it was never read. */
  readonly seen: SeenEnvelope | undefined;
  /** Up to date: read just now, or it cannot change any more. */
  readonly current: boolean;
}

/** The part of the rate limit that one list may use without --all, and a desk in a minute. */
export const share = 0.2;

const hour = 3_600_000;

/**
 * Whether an envelope is not read again: it cannot change any more, or the service did not know it within the last hour.
 * The latter does not hold for an emulator, whose data may be restored at any time.
 */
export function isSettled({ settings, clock }: Context, seen: SeenEnvelope): boolean {
  if (seen.status !== null) return !canChange(seen);
  const age = clock.now() - Date.parse(seen.readAt);
  return !settings().emulator && age >= 0 && age < hour;
}

interface ListReaderOptions {
  /** Uses more than its share. */
  readonly all: boolean;
  /** Requests at most, below its share. */
  readonly max?: number;
}

/** Reads envelopes that can still change, until its share or most of the rate limit is used. */
export class ListReader {
  readonly #context: Context;
  readonly #memory: EnvelopeMemory;
  readonly #client: Client | null;
  readonly #all: boolean;
  readonly #max: number;
  #fresh: SeenEnvelope[] = [];
  #budget: RateBudget | undefined;
  /** The first read; its response says how much of the rate limit is left. */
  #first: Promise<ListedEnvelope> | undefined;
  #refused = false;
  requests = 0;
  unread = 0;
  /** Why some were not read. */
  reason: 'share' | 'minute' = 'minute';

  constructor(
    context: Context,
    memory: EnvelopeMemory,
    client: Client | null,
    { all, max = Infinity }: ListReaderOptions,
  ) {
    this.#context = context;
    this.#memory = memory;
    this.#client = client;
    this.#all = all;
    this.#max = max;
  }

  /** What the responses said about the rate limit. */
  get rate(): RateBudget | undefined {
    return this.#budget;
  }

  /** Until when the service refuses requests, by this machine's clock; undefined: it refused none, or did not say. */
  refusedUntil: number | undefined;

  /** When the rate limit resets, by this machine's clock. */
  get resetsAt(): number | undefined {
    return this.#budget?.resetsAt;
  }

  /** Reads can run concurrently: all wait for the first response. Throws the client's failures. */
  async read(
    { id, firstAt }: Pick<ListedEnvelope, 'id' | 'firstAt'>,
    seen: SeenEnvelope | undefined,
  ): Promise<ListedEnvelope> {
    if (seen !== undefined && isSettled(this.#context, seen)) return { id, firstAt, seen, current: true };
    const old = { id, firstAt, seen, current: false };
    if (this.#client === null) return old;
    if (this.#first === undefined) return await (this.#first = this.#ask(this.#client, old));
    await this.#first;
    return await this.#ask(this.#client, old);
  }

  async keep(): Promise<void> {
    const fresh = this.#fresh;
    this.#fresh = [];
    await this.#memory.store(fresh);
  }

  async #ask(client: Client, old: ListedEnvelope): Promise<ListedEnvelope> {
    if (!this.#take()) return this.#leave(old);
    try {
      const look = await readStatus(client, old.id, {
        signal: this.#context.signal,
        maxWait: 0,
        mayAskSealed: (rate) => {
          this.#observe(rate);
          return this.#take();
        },
      });
      this.#observe(look.rate);
      const row = await this.#current(old, look);
      return look.unasked === true ? this.#leave(row) : row;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      this.#observe(error.rate);
      if (error.status === 404) return await this.#current(old, { gone: old.id });
      if (error.status !== 429) throw error;
      this.#refused = true;
      const { retryAfter } = error;
      if (retryAfter !== undefined) this.refusedUntil = this.#context.clock.now() + retryAfter * 1000;
      return this.#leave(old);
    }
  }

  /** Reserves one request; false if the share or the rate limit is used up. */
  #take(): boolean {
    const limit = this.#budget?.limit ?? limits.requestsPerMinute.free;
    const now = this.#context.clock.now();
    const known = this.#budget !== undefined && now < this.#budget.resetsAt ? this.#budget : undefined;
    if (this.#refused || (known !== undefined && known.remaining - 1 < limit * leftToOthers)) {
      this.reason = 'minute';
      return false;
    }
    if (!this.#all && this.requests >= Math.min(this.#max, Math.max(1, Math.floor(limit * share)))) {
      this.reason = 'share';
      return false;
    }
    this.requests += 1;
    this.#budget = spend(this.#budget, 1);
    return true;
  }

  #observe(rate: RateBudget | undefined): void {
    this.#budget = joinBudgets(this.#budget, rate, this.#context.clock.now());
  }

  #leave(row: ListedEnvelope): ListedEnvelope {
    this.unread += 1;
    return { ...row, current: false };
  }

  async #current({ id, firstAt }: ListedEnvelope, look: Look): Promise<ListedEnvelope> {
    const seen = await this.#memory.digest(look);
    this.#fresh.push(seen);
    return { id, firstAt, seen, current: true };
  }
}
