import type { HeaderList } from '../core/http/headers.js';
import { joinBudgets, readBudget, spend, waitBefore, type RateBudget } from './rate-budget.js';

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
