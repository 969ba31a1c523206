import { expect, it } from 'vitest';
import { maxTimerMs, sleep } from '../../../src/core/platform/sleep.js';

it('sleeps on until the whole time is over, in steps that a timer holds', async () => {
  const began = performance.now();
  await sleep(35, undefined, 10);
  expect(performance.now() - began).toBeGreaterThanOrEqual(33);
});

it.each([maxTimerMs + 1, 30 * 86_400_000, Number.MAX_SAFE_INTEGER])(
  'a wait of %i ms is still there, and ends with its signal',
  async (ms) => {
    const stop = new AbortController();
    const ended = sleep(ms, stop.signal);
    const first = await Promise.race([ended, sleep(20).then(() => 'waits')]);
    expect(first).toBe('waits');
    stop.abort();
    await expect(ended).rejects.toThrow();
  },
);

it('a signal that is aborted already, or between two steps, ends it', async () => {
  await expect(sleep(10, AbortSignal.abort())).rejects.toThrow();
  const stop = new AbortController();
  const ended = sleep(60_000, stop.signal, 5);
  await sleep(12);
  stop.abort();
  await expect(ended).rejects.toThrow();
});
