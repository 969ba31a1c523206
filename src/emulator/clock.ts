/** The one clock that drives the whole service: it runs, stands still, or is moved forward; never back. */
export interface EmulatorClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** ISO 8601 UTC with milliseconds, as every `_at` property is written. */
  instant(): string;
  readonly frozen: boolean;
}
