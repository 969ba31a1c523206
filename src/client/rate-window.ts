import type { HeaderList } from '../http/headers.js';
import { joinBudgets, readBudget, spend, waitBefore, type RateBudget } from './rate-budget.js';

/** What this client knows of the key's minute, kept over its calls. */
export class RateWindow {
  #budget: RateBudget | undefined;

  /** Requests in a minute, as the service said last; undefined when it did not. */
  get limit(): number | undefined {
    return this.#budget?.limit;
  }

  waitBefore(cost: number, now: number): number {
    return waitBefore(this.#budget, cost, now);
  }

  spend(cost: number): void {
    this.#budget = spend(this.#budget, cost);
  }

  /** What the answer itself says of the window; undefined when it says nothing. */
  observe(headers: HeaderList, now: number): RateBudget | undefined {
    const said = readBudget(headers, now);
    this.#budget = joinBudgets(this.#budget, said, now);
    return said;
  }
}
