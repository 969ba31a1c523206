import type { HeaderList } from '../core/http/headers.js';

/** The remaining requests of the rate limit, and when it resets. */
export interface RateBudget {
  readonly limit: number | undefined;
  readonly remaining: number;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly resetsAt: number;
}

const maxWindowMs = 60_000;
/** Two readings of one window differ by the rounding of `RateLimit-Reset` and the transport time. */
const sameWindow = 1_500;

/** Reads `RateLimit-*`; undefined when they are missing or invalid. */
export function readBudget(headers: HeaderList, now: number): RateBudget | undefined {
  const remaining = whole(headers.get('ratelimit-remaining'));
  const reset = whole(headers.get('ratelimit-reset'));
  if (remaining === undefined || reset === undefined) return undefined;
  const limit = whole(headers.get('ratelimit-limit'));
  return { limit, remaining, resetsAt: now + Math.min(reset * 1000, maxWindowMs) };
}

/** Merges a response into the known state: missing headers change nothing, and a window never refills early. */
export function joinBudgets(
  known: RateBudget | undefined,
  said: RateBudget | undefined,
  now: number,
): RateBudget | undefined {
  if (said === undefined) return known;
  if (known === undefined || now >= known.resetsAt || said.resetsAt > known.resetsAt + sameWindow) return said;
  // Whole seconds report the reset too late, never too early.
  const resetsAt = Math.min(said.resetsAt, known.resetsAt);
  return { ...said, remaining: Math.min(said.remaining, known.remaining), resetsAt };
}

/** Subtracts requests when they are sent, so that parallel requests do not count on the same budget. */
export function spend(known: RateBudget | undefined, cost: number): RateBudget | undefined {
  return known === undefined ? undefined : { ...known, remaining: Math.max(0, known.remaining - cost) };
}

/**
 * Milliseconds to wait before a request of this cost (a batch costs one for each row). Waits only if the window is
 * known to be used up, and never for a cost above the limit.
 */
export function waitBefore(known: RateBudget | undefined, cost: number, now: number): number {
  if (known === undefined || now >= known.resetsAt || known.remaining >= cost) return 0;
  if (known.limit !== undefined && cost > known.limit) return 0;
  return known.resetsAt - now;
}

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The client's knowledge of the rate limit, across calls. */
export class RateWindow {
  #budget: RateBudget | undefined;

  /** The rate limit per minute, from the last response; undefined without one. */
  get limit(): number | undefined {
    return this.#budget?.limit;
  }

  waitBefore(cost: number, now: number): number {
    return waitBefore(this.#budget, cost, now);
  }

  spend(cost: number): void {
    this.#budget = spend(this.#budget, cost);
  }

  /** The window in the response itself; undefined without headers. */
  observe(headers: HeaderList, now: number): RateBudget | undefined {
    const budget = readBudget(headers, now);
    this.#budget = joinBudgets(this.#budget, budget, now);
    return budget;
  }
}
