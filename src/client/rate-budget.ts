import type { HeaderList } from '../http/headers.js';

/** What is left of the key's minute, and when it is over. */
export interface RateBudget {
  readonly limit: number | undefined;
  readonly remaining: number;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly resetsAt: number;
}

const maxWindowMs = 60_000;
/** Two readings of one window differ by the whole seconds of `RateLimit-Reset` and the way of the answer. */
const sameWindow = 1_500;

/** Reads `RateLimit-*`; undefined when they are missing or make no sense, which says nothing about the window. */
export function readBudget(headers: HeaderList, now: number): RateBudget | undefined {
  const remaining = whole(headers.get('ratelimit-remaining'));
  const reset = whole(headers.get('ratelimit-reset'));
  if (remaining === undefined || reset === undefined) return undefined;
  const limit = whole(headers.get('ratelimit-limit'));
  return { limit, remaining, resetsAt: now + Math.min(reset * 1000, maxWindowMs) };
}

/** Joins what was known with what an answer says: missing headers change nothing, and no window refills half way. */
export function joinBudgets(
  known: RateBudget | undefined,
  said: RateBudget | undefined,
  now: number,
): RateBudget | undefined {
  if (said === undefined) return known;
  if (known === undefined || now >= known.resetsAt || said.resetsAt > known.resetsAt + sameWindow) return said;
  // Whole seconds say it too late, never too early.
  const resetsAt = Math.min(said.resetsAt, known.resetsAt);
  return { ...said, remaining: Math.min(said.remaining, known.remaining), resetsAt };
}

/** Takes requests off the budget as they leave, so that requests side by side do not all count on the same rest. */
export function spend(known: RateBudget | undefined, cost: number): RateBudget | undefined {
  return known === undefined ? undefined : { ...known, remaining: Math.max(0, known.remaining - cost) };
}

/**
 * Milliseconds to wait before a request that costs so much of the minute (a batch costs one a row). Waits only when
 * the window is known to be too far spent, and never for a cost that no window can hold.
 */
export function waitBefore(known: RateBudget | undefined, cost: number, now: number): number {
  if (known === undefined || now >= known.resetsAt || known.remaining >= cost) return 0;
  if (known.limit !== undefined && cost > known.limit) return 0;
  return known.resetsAt - now;
}

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
