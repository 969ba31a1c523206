import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { HeaderList } from '../../../src/core/http/headers.js';
import { SendFailure } from '../../../src/core/http/send-failure.js';
import type { Send } from '../../../src/core/http/send.js';
import type { Forward } from '../../../src/store/delivery.js';
import { AppQueues } from '../../../src/listen/forward/app-queues.js';
import type { ForwardJob, Tried } from '../../../src/listen/forward/forward-job.js';
import { manualClock } from '../../support/program/clock.js';

const target = new URL('http://app.test/');
const about = { is: 'delivery' } as ForwardJob['about'];
const job = (id: string, more: Partial<ForwardJob> = {}): ForwardJob => ({
  id,
  target,
  headers: [['Service-Signature', 'old']],
  body: Buffer.from(id),
  signedAt: 0,
  attempts: 0,
  about,
  ...more,
});
const unreachable = () =>
  new SendFailure('unreachable', false, 'no connection to app.test: nothing is listening there');

function apps(
  answer: (body: string, count: number) => number | Error | Promise<number>,
  retries = 3,
  load?: (id: string) => ForwardJob | undefined,
  refusals: ('sending' | 'delivered' | 'unknown' | 'removed')[] = [],
) {
  const clock = manualClock();
  const set = { by: 0 };
  const sent: string[] = [];
  const tried: Tried[] = [];
  const recorded: [string, Forward['is'], number][] = [];
  const reachable: (readonly [boolean, string])[] = [];
  const waits: (readonly [string, number, boolean])[] = [];
  const send: Send = async ({ body, headers }) => {
    const text = String(body).trim();
    sent.push(headers.some(([, value]) => value === 'new') ? `${text} anew` : text);
    const status = await answer(text, sent.filter((each) => each.startsWith(text)).length);
    if (status instanceof Error) throw status;
    return { status, headers: new HeaderList([]), body: Readable.from([]) };
  };
  const made = new AppQueues({
    send,
    clock: { now: () => clock.now() + set.by, sleep: clock.sleep },
    random: () => 1,
    journal: {
      forwarded: (id, { is, attempts }) => {
        recorded.push([id, is, attempts]);
        return Promise.resolve(refusals.shift());
      },
    },
    timeout: 1_000,
    ...(load === undefined ? {} : { load }),
    retries,
    signAgain: ({ signedAt }) => (signedAt === null ? [['Service-Signature', 'new']] : null),
    tried: (each) => void tried.push(each),
    waits: ({ id }, attempts, answer) => void waits.push([id, attempts, answer !== null]),
    reachable: (_, is, words) => void reachable.push([is, words]),
  });
  return { made, clock, sent, tried, recorded, reachable, waits, set };
}
/** Lets everything that is ready happen. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a delivery on its way to an app', () => {
  it('is written down before it goes, and again when it was taken', async () => {
    const { made, recorded, tried } = apps(() => 204);
    made.add(job('a'));
    await settle();
    expect(recorded).toEqual([
      ['a', 'sending', 1],
      ['a', 'delivered', 1],
    ]);
    expect(tried).toMatchObject([{ attempts: 1, retryIn: null, signedAgain: false, answer: { status: 204 } }]);
    expect(made.waiting).toBe(0);
  });

  it('is tried again after longer and longer waits while the app refuses it, and then given up', async () => {
    const { made, clock, tried, recorded, sent } = apps(() => 500, 2);
    made.add(job('a'));
    await settle();
    for (const wait of [1_000, 2_000]) {
      expect(tried.at(-1)?.retryIn).toBe(wait);
      clock.advance(wait - 1);
      await settle();
      const before = sent.length;
      clock.advance(1);
      await settle();
      expect(sent.length).toBe(before + 1);
    }
    expect(tried.at(-1)?.retryIn).toBeNull();
    expect(recorded.at(-1)).toEqual(['a', 'given-up', 3]);
    expect(made.waiting).toBe(0);
  });

  it('does not lie in the way of others while it waits', async () => {
    const { made, sent } = apps((body) => (body === 'a' ? 500 : 204));
    made.add(job('a'));
    made.add(job('b'));
    await settle();
    expect(sent).toEqual(['a', 'b']);
    expect(made.waiting).toBe(1);
  });

  it('is signed again when its signature would be too old, and read from the journal when it was not in memory', async () => {
    const stored = job('a', { signedAt: null, body: Buffer.from('stored') });
    const { made, sent } = apps(
      () => 204,
      3,
      () => stored,
    );
    made.add({ id: 'a', target, attempts: 0, size: 6 });
    await settle();
    expect(sent).toEqual(['stored anew']);
  });

  it('is given up when its bytes are gone, which is told', async () => {
    const { made, recorded, sent, tried } = apps(
      () => 204,
      3,
      () => undefined,
    );
    made.add({ id: 'a', target, attempts: 0, size: 6 });
    made.add(job('b'));
    await settle();
    expect(recorded).toContainEqual(['a', 'given-up', 0]);
    expect(tried[0]).toMatchObject({ job: { about: { id: 'a', target: target.href } }, retryIn: null });
    expect([sent, made.waiting]).toEqual([['b'], 0]);
  });
});

describe('an app that nothing listens at', () => {
  it('is asked about one delivery alone until it answers, and then gets them all', async () => {
    let up = false;
    const { made, clock, sent, reachable } = apps(() => (up ? 204 : unreachable()));
    for (let index = 0; index < 50; index += 1) made.add(job(`p${index}`));
    await settle();
    const first = sent.length;
    expect(first).toBeLessThanOrEqual(8);
    for (let round = 0; round < 5; round += 1) {
      clock.advance(5_000);
      await settle();
    }
    expect(sent.length).toBe(first + 5);
    up = true;
    clock.advance(5_000);
    await settle();
    expect(made.waiting).toBe(0);
    expect(reachable).toEqual([
      [false, expect.any(String)],
      [true, 'responds'],
    ]);
  });

  it('is not said to respond when it takes a delivery and breaks off', async () => {
    let up = false;
    const { made, clock, reachable } = apps(() =>
      up ? new SendFailure('reset', true, 'the connection broke') : unreachable(),
    );
    made.add(job('p'));
    await settle();
    up = true;
    clock.advance(5_000);
    await settle();
    expect(reachable.at(-1)).toEqual([true, 'takes connections']);
  });

  it('reports each waiting delivery once, and again when it was accepted', async () => {
    let up = false;
    const { made, clock, waits, tried } = apps(() => (up ? 204 : unreachable()));
    for (let index = 0; index < 12; index += 1) made.add(job(`p${index}`));
    await settle();
    made.add(job('later'));
    made.add(job('earlier run', { resumed: true }));
    for (let round = 0; round < 3; round += 1) {
      clock.advance(5_000);
      await settle();
    }
    const ids = [...Array.from({ length: 12 }, (_, index) => `p${index}`), 'later'];
    expect(waits.map(([id]) => id).sort()).toEqual(ids.sort());
    expect(waits.filter(([, , tried]) => tried).every(([, attempts]) => attempts === 1)).toBe(true);
    expect(waits).toContainEqual(['later', 0, false]);
    expect(tried).toEqual([]);
    up = true;
    clock.advance(5_000);
    await settle();
    expect(tried).toHaveLength(14);
  });

  it('is tried again soon when the clock was set back meanwhile', async () => {
    let up = false;
    const { made, clock, sent, set } = apps(() => (up ? 204 : unreachable()));
    made.add(job('a'));
    await settle();
    up = true;
    set.by = -400_000;
    clock.advance(5_000);
    await settle();
    expect([sent.length, made.waiting]).toEqual([2, 0]);
  });

  it('never makes a delivery be given up', async () => {
    const { made, clock, recorded } = apps(() => unreachable(), 0);
    made.add(job('a'));
    for (let round = 0; round < 30; round += 1) {
      await settle();
      clock.advance(5_000);
    }
    await settle();
    expect(recorded.some(([, is]) => is === 'given-up')).toBe(false);
    expect(made.waiting).toBe(1);
  });
});

describe('the end', () => {
  it('starts nothing more, and what was waiting is in the journal as it was', async () => {
    const { made, clock, sent, recorded } = apps(() => 500);
    made.add(job('a'));
    await settle();
    await made.close(0);
    clock.advance(60_000);
    await settle();
    expect(sent).toEqual(['a']);
    expect(recorded.at(-1)).toEqual(['a', 'failed', 1]);
  });

  it.each([
    ['sending', ['a'], []],
    ['delivered', [], []],
    ['unknown', [], []],
    ['removed', [], [['a', true]]],
  ] as const)('is not sent when its record says: %s by another process', async (refused, later, lost) => {
    const { made, clock, sent, tried } = apps(() => 204, 3, undefined, [refused]);
    made.add(job('a'));
    await settle();
    expect(sent).toEqual([]);
    expect(tried.map(({ job: { id }, answer }) => [id, answer.is === 'silent'])).toEqual(lost);
    clock.advance(60_000);
    await settle();
    expect(sent).toEqual(later);
  });

  it('leaves one in progress recorded as such, since its arrival is unknown', async () => {
    const clock = manualClock();
    const recorded: string[] = [];
    const made = new AppQueues({
      send: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new SendFailure('aborted', true, 'stopped')));
        }),
      clock,
      random: () => 1,
      journal: {
        forwarded: (_, { is }) => {
          recorded.push(is);
          return Promise.resolve(undefined);
        },
      },
      timeout: 1_000,
      retries: 0,
      signAgain: () => null,
      tried: () => undefined,
      waits: () => undefined,
      reachable: () => undefined,
    });
    made.add(job('a'));
    await settle();
    await made.close(1);
    expect(recorded).toEqual(['sending']);
  });
});

describe('more deliveries than an app takes at once', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);
  const large = (id: string, size: number) => job(id, { body: Buffer.from(id.padEnd(size)) });
  const [kib, mib] = [1_024, 1_048_576];

  it('are held in memory to a bound, and the others are read when their turn comes, in their order', async () => {
    const loaded: string[] = [];
    const load = (id: string): ForwardJob => {
      loaded.push(id);
      return job(id, { signedAt: null });
    };
    const { made, sent } = apps(() => 204, 3, load);
    for (const id of many(300)) made.add(large(id, 126 * kib));
    await expect.poll(() => sent).toHaveLength(300);
    expect(loaded).toEqual(many(300).slice(128));
    expect(sent.map((each) => each.replace(' anew', ''))).toEqual(many(300));
    expect(made.waiting).toBe(0);
  });

  it('take little memory each, so that thousands of small ones are held', async () => {
    const load = (): undefined => undefined;
    const { made, sent } = apps(() => 204, 3, load);
    for (const id of many(5_000)) made.add(job(id));
    await expect.poll(() => made.waiting).toBe(0);
    expect(sent).toHaveLength(5_000);
  });

  it('are not held while they wait for a retry, beyond that bound', async () => {
    const loaded: string[] = [];
    const load = (id: string): ForwardJob => {
      loaded.push(id);
      return job(id);
    };
    const { made, clock, sent } = apps((_, count) => (count === 1 ? 500 : 204), 3, load);
    for (const id of many(40)) made.add(large(id, mib));
    await expect.poll(() => sent).toHaveLength(40);
    expect(new Set(loaded)).toEqual(new Set(many(40).slice(15)));
    await clock.advance(1_000);
    await expect.poll(() => sent).toHaveLength(80);
    expect(new Set(sent.slice(40))).toEqual(new Set(many(40)));
    expect(made.waiting).toBe(0);
  });

  it('are given up when they are not in the journal any more', async () => {
    const { made, sent, recorded } = apps(
      () => 204,
      3,
      () => undefined,
    );
    for (const id of many(17)) made.add(large(id, mib));
    await expect.poll(() => made.waiting).toBe(0);
    expect(recorded.filter(([, is]) => is === 'given-up')).toEqual([
      ['m15', 'given-up', 0],
      ['m16', 'given-up', 0],
    ]);
    expect(sent).toHaveLength(15);
  });

  it('delay new ones until the app has caught up, for a limited time, and not for an unreachable app', async () => {
    let open: (status: number) => void = () => undefined;
    const gate = new Promise<number>((resolve) => {
      open = resolve;
    });
    const slow = apps(() => gate);
    for (const id of many(15)) slow.made.add(large(id, mib));
    await slow.made.room(target);
    slow.made.add(large('late', mib));
    const told: string[] = [];
    void slow.made.room(target).then(() => told.push('in time'));
    await settle();
    expect(told).toEqual([]);
    open(204);
    await expect.poll(() => told).toEqual(['in time']);

    const stuck = apps(() => new Promise<number>(() => undefined));
    for (const id of many(16)) stuck.made.add(large(id, mib));
    const waited = stuck.made.room(target);
    await stuck.clock.advance(4_000);
    await waited;

    const away = apps(() => unreachable());
    for (const id of many(16)) away.made.add(large(id, mib));
    await settle();
    await away.made.room(target);
    await away.made.room(new URL('http://nobody.test/'));
  });
});
