import type { RateBudget } from './rate-budget.js';

/** What the wait before the next look at some envelopes depends on. Times are milliseconds, instants since 1970. */
export interface PollState {
  readonly now: number;
  /** When something last changed, or when the waiting began. */
  readonly changedAt: number;
  /** Requests that one round costs. */
  readonly cost: number;
  /** The key's minute, as the last answer told it. */
  readonly rate: RateBudget | undefined;
  /** When something is sure to change, such as a deadline; null for never. */
  readonly expectedAt: number | null;
  /** A change is due at any moment, such as the sealing of what is completed. */
  readonly soon: boolean;
  /** Looks that failed, one after another. */
  readonly failures: number;
}

const minPauseMs = 2_000;
const maxPauseMs = 60_000;
/** What was due at any moment and has not come by then may never come. */
const soonAtMost = 600_000;
const maxPauseAfterFailuresMs = 120_000;
/** Part of the minute that waiting may take; where the limit is not known, it is taken for the smallest plan's. */
const share = 0.2;
const smallestLimit = 60;
/** Part of the minute that is always left to others. */
const leftToOthers = 0.3;

/**
 * How long to wait before the next look. Right after a change it looks often, then ever less often, and again more often
 * as an expected change comes near; never so often that it takes more than a fifth of the key's minute, and where most of
 * that is spent it waits for the next one. `random`, in [0, 1), keeps many waiters from looking at the same moment.
 */
export function nextLook(state: PollState, random: number): number {
  const { now, changedAt, rate, cost, expectedAt, soon, failures } = state;
  const quiet = Math.max(0, now - changedAt);
  // A sixth of the time since the last change: what changed a minute ago is looked at after ten seconds.
  const usual = Math.min(Math.max(quiet / 6, minPauseMs), soon && quiet < soonAtMost ? 5_000 : maxPauseMs);
  const near = expectedAt === null ? usual : approach(expectedAt - now, usual);
  const floor = (60_000 * cost) / ((rate?.limit ?? smallestLimit) * share);
  const backedOff = failures === 0 ? 0 : Math.min(minPauseMs * 2 ** failures, maxPauseAfterFailuresMs);
  const wait = Math.max(near, floor, backedOff) * (0.9 + 0.2 * random);
  return Math.round(Math.max(wait, untilAffordable(rate, cost, now)));
}

/** Just after the expected moment rather than long after it; the moment itself may take effect a little late. */
function approach(left: number, usual: number): number {
  if (left > usual) return usual;
  return left > 0 ? Math.max(left + 500, minPauseMs) : Math.min(usual, minPauseMs + -left / 6);
}

function untilAffordable(rate: RateBudget | undefined, cost: number, now: number): number {
  if (rate?.limit === undefined || now >= rate.resetsAt) return 0;
  return rate.remaining - cost < rate.limit * leftToOthers ? rate.resetsAt - now : 0;
}
