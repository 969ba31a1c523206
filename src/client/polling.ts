import type { RateBudget } from './rate-budget.js';

/** Input of the delay before the next poll of envelopes. Durations in milliseconds, times since 1970. */
export interface PollState {
  readonly now: number;
  /** When something last changed, or when waiting began. */
  readonly changedAt: number;
  /** Requests that one round costs. */
  readonly cost: number;
  /** The rate limit as of the last response. */
  readonly rate: RateBudget | undefined;
  /** When a change is certain, such as a deadline; null for never. */
  readonly expectedAt: number | null;
  /** A change may occur at any moment, such as the sealing of a completed envelope. */
  readonly soon: boolean;
  /** Consecutive failed polls. */
  readonly failures: number;
}

const minPauseMs = 2_000;
const maxPauseMs = 60_000;
/** A change expected at any moment that has not occurred by then may never occur. */
const soonAtMost = 600_000;
const maxPauseAfterFailuresMs = 120_000;
/** The share of the rate limit that polling may use; an unknown limit is taken as that of the smallest plan. */
const share = 0.2;
const smallestLimit = 60;
/** The share of the rate limit that is always left to others. */
const leftToOthers = 0.3;

/**
 * The delay before the next poll: short after a change, then longer, and shorter again near an expected change. It
 * never uses more than a fifth of the rate limit, and waits for the reset when most of it is used. `random`, in [0, 1),
 * spreads many pollers.
 */
export function nextLook(state: PollState, random: number): number {
  const { now, changedAt, rate, cost, expectedAt, soon, failures } = state;
  const quiet = Math.max(0, now - changedAt);
  // A sixth of the time since the last change: a minute after a change, the delay is ten seconds.
  const usual = Math.min(Math.max(quiet / 6, minPauseMs), soon && quiet < soonAtMost ? 5_000 : maxPauseMs);
  const near = expectedAt === null ? usual : approach(expectedAt - now, usual);
  const floor = (60_000 * cost) / ((rate?.limit ?? smallestLimit) * share);
  const backedOff = failures === 0 ? 0 : Math.min(minPauseMs * 2 ** failures, maxPauseAfterFailuresMs);
  const wait = Math.max(near, floor, backedOff) * (0.9 + 0.2 * random);
  return Math.round(Math.max(wait, untilAffordable(rate, cost, now)));
}

/** Just after the expected time, which may take effect a little late. */
function approach(left: number, usual: number): number {
  if (left > usual) return usual;
  return left > 0 ? Math.max(left + 500, minPauseMs) : Math.min(usual, minPauseMs + -left / 6);
}

function untilAffordable(rate: RateBudget | undefined, cost: number, now: number): number {
  if (rate?.limit === undefined || now >= rate.resetsAt) return 0;
  return rate.remaining - cost < rate.limit * leftToOthers ? rate.resetsAt - now : 0;
}
