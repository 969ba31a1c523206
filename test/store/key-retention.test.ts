import { describe, expect, it } from 'vitest';
import { type Clocks, type Dated, isKeptByAll, isKeyKept } from '../../src/store/key-retention.js';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-12-01T08:00:00.000Z');
const isoAt = (instant: number): string => new Date(instant).toISOString();
const at = isoAt(start);
/** Ten minutes less than the 24 hours for which the service keeps a key. */
const life = 23 * hour + 50 * minute;

describe('by the clock of this machine', () => {
  it.each([
    ['at once', 0, true],
    ['a millisecond before it may be forgotten', life - 1, true],
    ['when it may be forgotten', life, false],
    ['when the clock was set back by a little', -10 * minute + 1, true],
    ['when it was set back by more', -10 * minute, false],
  ])('a key %s', (_when, later, wanted) => expect(isKeyKept(at, start + later)).toBe(wanted));

  it('is not sure of a write that has no time', () => {
    expect(isKeyKept('then', start)).toBe(false);
  });
});

describe('by every clock that can tell', () => {
  const kept = (request: Dated, clocks: Partial<Clocks> = {}): boolean =>
    isKeptByAll(request, { now: start + hour, ...clocks });
  const settled = (serviceAt?: string) => ({
    settled: { at, status: 201, code: undefined, resource: undefined, unknown: false, attempts: 1, serviceAt },
  });

  it('this machine alone, where no other can', () => {
    expect(kept({ at })).toBe(true);
    expect(kept({ at }, { now: start + life })).toBe(false);
  });

  it('the service, which this machine may differ from by any time', () => {
    expect(kept({ at }, { service: start + life })).toBe(false);
    expect(kept({ at }, { service: start + life - 1 })).toBe(true);
    // A year behind or ahead, and an hour old by both.
    const ahead = start + 365 * 24 * hour;
    expect(kept({ at, serviceAt: isoAt(ahead) }, { service: ahead + hour })).toBe(true);
    expect(kept({ at, serviceAt: isoAt(ahead) }, { service: ahead + life })).toBe(false);
  });

  it('the service as it answered rather than as it was estimated before', () => {
    const answered = { at, serviceAt: isoAt(start + 5 * hour), ...settled(isoAt(start)) };
    expect(kept(answered, { service: start + life })).toBe(false);
    expect(kept({ ...answered, ...settled() }, { service: start + life })).toBe(true);
  });

  describe('the time for which the machine has been running', () => {
    const sent = { at, uptime: 1_000, mark: 'start-1 200' };
    const later = { uptime: 1_000 + life / 1000, mark: 'start-1 900' };

    it('counts within one start of it: no change of a clock alters it', () => {
      expect(kept(sent, later)).toBe(false);
      expect(kept(sent, { ...later, uptime: later.uptime - 1 })).toBe(true);
      // The clock was set back by a day since.
      expect(kept(sent, { ...later, now: start + minute })).toBe(false);
    });

    it.each<[string, Dated, Partial<Clocks>]>([
      ['after another start', sent, { ...later, mark: 'start-2 900' }],
      ['where the write has no mark', { at, uptime: 1_000 }, later],
      ['where this process has none', sent, { uptime: later.uptime }],
      ['where neither has', { at, uptime: 1_000 }, { uptime: later.uptime }],
      ['where marks do not tell the start', { ...sent, mark: '200' }, { ...later, mark: '200' }],
      ['where the write has none', { at, mark: sent.mark }, later],
      ['where this process does not know it', sent, { mark: later.mark }],
    ])('does not count %s', (_when, request, clocks) => {
      expect(kept(request, clocks)).toBe(true);
      expect(kept(request, { ...clocks, now: start + life })).toBe(false);
    });
  });
});
