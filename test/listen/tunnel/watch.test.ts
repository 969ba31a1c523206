import { describe, expect, it } from 'vitest';
import { Nudge } from '../../../src/listen/tunnel/watch.js';

const settled = async (promise: Promise<void>): Promise<boolean> =>
  await Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

describe('a nudge', () => {
  it('wakes who waits, once', async () => {
    const nudge = new Nudge();
    const first = nudge.wait();
    expect(await settled(first)).toBe(false);
    nudge.now();
    expect(await settled(first)).toBe(true);
    expect(await settled(nudge.wait())).toBe(false);
  });

  it('is kept for the next wait when no wait is open, also after one was cancelled', async () => {
    const nudge = new Nudge();
    nudge.now();
    expect(await settled(nudge.wait())).toBe(true);
    void nudge.wait();
    nudge.leave();
    nudge.now();
    expect(await settled(nudge.wait())).toBe(true);
  });
});
