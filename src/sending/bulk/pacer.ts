import type { RateBudget } from '../../client/rate-budget.js';

/** The window as it is known here: `remaining` without what is still under way. */
interface Window {
  readonly limit: number | undefined;
  readonly remaining: number;
  /** Milliseconds since 1970; never before the service's own reset. */
  readonly resetsAt: number;
  /** What the window had been charged when it was first heard of: by which client is unknown. */
  readonly before: number;
  /** What it has been charged since, by the latest answer. */
  readonly charged: number;
  /** When it began, where that is only assumed because the last window ended; 0 where the service said so. */
  readonly takenAt: number;
}

const minute = 60_000;
/** `RateLimit-Reset` is in whole seconds, and an answer takes its time. */
const sameWindow = 1_500;

/**
 * Spreads the requests of a bulk run over the key's minute by the service's headers alone (Limits, Request rate): what
 * is left is spent evenly until the reset, in the share that this run has of all that was charged, so that others with
 * the same key keep theirs. What fits into the minute anyway leaves at once.
 */
export class Pacer {
  #window: Window | undefined;
  /** Requests of this run in this window, and those that have no answer yet. */
  #own = 0;
  #underWay = 0;
  /** The share when all have the same, and that of the window before. */
  readonly #even: number;
  #earlier: number;
  #leftAt = Number.NEGATIVE_INFINITY;

  /** `shards`: how many runs are expected to share the key; the headers correct it. */
  constructor({ shards }: { readonly shards: number }) {
    this.#even = 1 / Math.max(1, shards);
    this.#earlier = this.#even;
  }

  /** Milliseconds until the next of `toDo` requests may leave; `now` in milliseconds since 1970. */
  wait(toDo: number, now: number): number {
    const window = this.#at(now);
    if (window === undefined) return 0;
    const mine = this.#mine(window);
    const untilReset = window.resetsAt - now;
    if (mine < 1) return untilReset;
    // How much others take is a guess, so next to others only about half of the part is taken at once.
    if (toDo <= (this.#share(window) === 1 ? mine : mine / 2)) return 0;
    return Math.min(untilReset, Math.max(0, this.#leftAt + untilReset / mine - now));
  }

  /** How many requests may leave at once now; undefined when nothing is known of the window. */
  room(now: number): number | undefined {
    const window = this.#at(now);
    return window === undefined ? undefined : Math.max(0, Math.floor(this.#mine(window)));
  }

  /** What is left of the window for all clients; undefined when nothing is known of it. */
  remaining(now: number): number | undefined {
    return this.#at(now)?.remaining;
  }

  /** When the window ends, for a request that found no room in it. */
  resetsAt(now: number): number {
    return this.#at(now)?.resetsAt ?? now;
  }

  /** A request that is charged `cost` times leaves. */
  left(cost: number, now: number): void {
    const window = this.#at(now);
    this.#own += cost;
    this.#underWay += cost;
    this.#leftAt = now;
    if (window !== undefined) this.#window = { ...window, remaining: window.remaining - cost };
  }

  /** It was answered, or its connection broke; `said` is what its headers told. */
  answered(cost: number, budget: RateBudget | undefined, now: number): void {
    this.#underWay = Math.max(0, this.#underWay - cost);
    if (budget !== undefined) this.learn(budget, now);
  }

  /** What any answer to the key told. */
  learn(budget: RateBudget, now: number): void {
    const known = this.#at(now);
    const fresh = budget.remaining - this.#underWay;
    if (known === undefined || budget.resetsAt > known.resetsAt + sameWindow) {
      if (known !== undefined) this.#earlier = this.#share(known);
      const used = (budget.limit ?? budget.remaining) - budget.remaining;
      const [before, charged] = known === undefined ? [used, 0] : [0, used];
      this.#own = this.#underWay;
      this.#window = { limit: budget.limit, remaining: fresh, resetsAt: budget.resetsAt, before, charged, takenAt: 0 };
      return;
    }
    // An answer that was under way when its window ended says nothing of the next one.
    if (budget.resetsAt <= known.takenAt + sameWindow) return;
    const limit = budget.limit ?? known.limit;
    this.#window = {
      ...known,
      limit,
      charged: Math.max(known.charged, (limit ?? 0) - budget.remaining - known.before),
      remaining: Math.min(known.remaining, fresh),
      resetsAt: Math.min(known.resetsAt, budget.resetsAt),
    };
  }

  /** Milliseconds until `toDo` requests are through, when one takes `each` milliseconds and none has to wait. */
  timeFor(toDo: number, each: number, now: number): number {
    const busy = toDo * each;
    const window = this.#at(now);
    if (window === undefined || toDo <= this.#mine(window)) return busy;
    const aMinute = Math.max(1, (window.limit ?? toDo) * this.#share(window));
    const later = toDo - Math.max(0, this.#mine(window));
    return Math.max(busy, window.resetsAt - now + (later / aMinute) * minute);
  }

  /** After the reset, the next window counts as full until a response says otherwise. */
  #at(now: number): Window | undefined {
    const window = this.#window;
    if (window === undefined || now < window.resetsAt) return window;
    this.#earlier = this.#share(window);
    this.#own = 0;
    const { limit } = window;
    const remaining = (limit ?? 0) - this.#underWay;
    const resetsAt = window.resetsAt + minute * (Math.floor((now - window.resetsAt) / minute) + 1);
    this.#window =
      limit === undefined ? undefined : { limit, remaining, resetsAt, before: 0, charged: 0, takenAt: now };
    return this.#window;
  }

  /** With others about, one is left over: they do not know of each other's last. */
  #mine(window: Window): number {
    const share = this.#share(window);
    return share === 1 ? window.remaining : (window.remaining - 1) * share;
  }

  /** Of all that was charged since the window was heard of, the part of this run; at first, what is expected. */
  #share({ limit, charged }: Window): number {
    // Without the even part, a run that once had more would keep it permanently.
    const expected = (this.#earlier + this.#even) / 2;
    if (limit === undefined) return expected;
    const own = Math.max(0, this.#own - this.#underWay);
    // A few are counted in another window than the one in which they were answered.
    const others = Math.max(0, charged - own - (2 + limit / 50));
    const weight = 4 + limit / 20;
    return (own + expected * weight) / (own + others + weight);
  }
}
