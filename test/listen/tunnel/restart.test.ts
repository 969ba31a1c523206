import { describe, expect, it } from 'vitest';
import { nextTry, type Failing } from '../../../src/listen/tunnel/restart.js';

const plain = { gap: 0, limitedTries: 5, limitedWait: 60_000 };
const quickTunnel = { gap: 5_000, limitedTries: 5, limitedWait: 60_000 };
const most = () => 0.999_999;
const least = () => 0;
const failing = (changes: Partial<Failing>): Failing => ({
  reason: 'network',
  retryable: true,
  failures: 1,
  ofReason: 1,
  failingFor: 0,
  sinceStart: 1_000_000,
  everUp: true,
  ...changes,
});

describe('the wait before the next try', () => {
  it('doubles from a quarter of a second to half a minute', () => {
    const waits = Array.from({ length: 10 }, (_, at) => nextTry(failing({ failures: at + 1 }), plain, most));
    expect(waits).toEqual(
      [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000].map((wait) => ({ wait })),
    );
  });

  it('has full jitter: anything from nothing to the whole', () => {
    expect(nextTry(failing({ failures: 8 }), plain, least)).toEqual({ wait: 0 });
    expect(nextTry(failing({ failures: 8 }), plain, () => 0.5)).toEqual({ wait: 15_000 });
  });

  it('does not run over after very many failures', () => {
    expect(nextTry(failing({ failures: 100_000 }), plain, most)).toEqual({ wait: 30_000 });
  });

  it('leaves the time between two starts that the provider asks for', () => {
    expect(nextTry(failing({ sinceStart: 1_200 }), quickTunnel, least)).toEqual({ wait: 3_800 });
    expect(nextTry(failing({ sinceStart: 9_000 }), quickTunnel, least)).toEqual({ wait: 0 });
  });

  it('is not longer when the clock was set back', () => {
    expect(nextTry(failing({ sinceStart: -3_600_000 }), quickTunnel, least)).toEqual({ wait: 5_000 });
  });

  it('is a minute once a provider has refused too often', () => {
    const refused = (ofReason: number) =>
      failing({ reason: 'rate-limited', ofReason, failures: ofReason, sinceStart: 0 });
    expect(nextTry(refused(4), quickTunnel, least)).toEqual({ wait: 5_000 });
    expect(nextTry(refused(5), quickTunnel, least)).toEqual({ wait: 60_000 });
  });
});

describe('giving up', () => {
  it('is at once on a refused sign-in, even after the tunnel was up', () => {
    expect(nextTry(failing({ reason: 'auth', retryable: false }), plain, most)).toHaveProperty('giveUp');
  });

  it.each(['port-taken', 'network', 'crash', 'rate-limited'] as const)(
    'never happens for %s once the tunnel was up, however long it lasts',
    (reason) => {
      const long = failing({ reason, failures: 500, ofReason: 500, failingFor: 86_400_000 });
      expect(nextTry(long, plain, most)).toHaveProperty('wait');
    },
  );

  it('waits at least a minute for a taken port that never was ours', () => {
    const taken = (failingFor: number) => failing({ reason: 'port-taken', failures: 9, everUp: false, failingFor });
    expect(nextTry(taken(60_000), plain, most)).toHaveProperty('wait');
    expect(nextTry(taken(119_999), plain, most)).toHaveProperty('wait');
    expect(nextTry(taken(120_000), plain, most)).toEqual({ giveUp: 'it was still in use after 120 s' });
  });

  it('comes after a minute in which nothing ever came through', () => {
    expect(nextTry(failing({ everUp: false, failingFor: 59_999 }), plain, most)).toHaveProperty('wait');
    expect(nextTry(failing({ everUp: false, failingFor: 60_000 }), plain, most)).toHaveProperty('giveUp');
  });

  it('comes after five crashes in a row', () => {
    const crash = (failures: number) => failing({ reason: 'crash', failures, everUp: false });
    expect(nextTry(crash(4), plain, most)).toHaveProperty('wait');
    expect(nextTry(crash(5), plain, most)).toEqual({ giveUp: 'it exited 5 times in a row' });
  });
});
