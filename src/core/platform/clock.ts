/** Time for the whole program; tests give their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
