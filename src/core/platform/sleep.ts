import { setTimeout as wait } from 'node:timers/promises';

/** What a timer of Node holds: 31 bits of milliseconds, 24.8 days. A longer one would end at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Resolves after `ms`, however long that is; rejects when the signal is aborted. `steps` are for tests. */
export async function sleep(ms: number, signal?: AbortSignal, stepMs = maxTimerMs): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  for (let left = ms; ; left -= stepMs) {
    await wait(Math.min(left, stepMs), undefined, options);
    if (left <= stepMs) return;
  }
}
