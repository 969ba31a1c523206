import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/emulator/delivery/jobs.js';
import { createRig, rigStart, type Rig } from '../../support/emulator/temporary-store.js';
import { deferred } from '../../support/network/deferred.js';

let rig: Rig;
let ran: [string, number][];
beforeEach(() => {
  rig = createRig();
  ran = [];
});
afterEach(() => rig.close());

const note = (job: Job) => (): void => void ran.push([job.subject, rig.clock.now() - rigStart]);
const schedule = (subject: string, after: number, kind: Job['kind'] = 'seal'): void =>
  rig.store.commitNow(() => rig.scheduler.schedule(kind, subject, rigStart + after));
const advance = (by: number) => rig.scheduler.advance((now) => now + by);
const left = (): number => rig.store.sql.get<{ count: number }>('SELECT count(*) AS count FROM jobs')?.count ?? -1;

describe('moving the clock', () => {
  it('runs each job at its own instant, in the order of their time, and stops at the target', async () => {
    rig.scheduler.on('seal', note);
    rig.scheduler.start();
    schedule('late', 5000);
    schedule('early', 1000);
    schedule('beyond', 9000);
    const told = await advance(6000);
    expect(ran).toEqual([
      ['early', 1000],
      ['late', 5000],
    ]);
    expect(told.map(({ subject, at }) => [subject, at])).toEqual([
      ['early', '2026-03-02T08:00:01.000Z'],
      ['late', '2026-03-02T08:00:05.000Z'],
    ]);
    expect(rig.clock.now()).toBe(rigStart + 6000);
    expect(rig.scheduler.next()).toBe(rigStart + 9000);
  });

  it('runs what falls due on the way, also at the very same instant', async () => {
    rig.scheduler.on('seal', (job) => () => {
      note(job)();
      if (job.subject === 'first') {
        rig.scheduler.schedule('seal', 'at once', rig.clock.now());
        rig.scheduler.schedule('seal', 'soon', rig.clock.now() + 10);
      }
    });
    rig.scheduler.start();
    schedule('first', 100);
    await advance(1000);
    expect(ran).toEqual([
      ['first', 100],
      ['at once', 100],
      ['soon', 110],
    ]);
  });

  it('answers only when slow work has ended, and holds the clock meanwhile', async () => {
    const gate = deferred();
    rig.scheduler.on('seal', async (job) => {
      await gate.promise;
      return note(job);
    });
    rig.scheduler.start();
    schedule('slow', 100);
    let settled = false;
    const moved = advance(60_000).then(() => (settled = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([settled, rig.clock.now()]).toEqual([false, rigStart + 100]);
    gate.resolve();
    await moved;
    expect(ran).toEqual([['slow', 100]]);
  });

  it('jobs at different times share a commit, which is on disk before a delivery leaves', async () => {
    const steps: string[] = [];
    rig.scheduler.on(
      'seal',
      ({ subject }) =>
        () =>
          void steps.push(subject),
    );
    rig.scheduler.on('deliver', ({ subject }) => {
      steps.push(subject);
      return () => undefined;
    });
    rig.scheduler.start();
    schedule('seal 1', 100);
    schedule('seal 2', 200);
    schedule('deliver 3', 300, 'deliver');
    schedule('seal 4', 400);
    schedule('deliver 5', 500, 'deliver');
    rig.store.afterCommit(() => void steps.push('commit'));
    await advance(1000);
    expect(steps).toEqual(['seal 1', 'seal 2', 'commit', 'deliver 3', 'seal 4', 'commit', 'deliver 5', 'commit']);
  });

  it('tells how many jobs are done, of how many that are due until its end', async () => {
    const gate = deferred();
    rig.scheduler.on('seal', async (job) => {
      if (job.subject === 'slow') await gate.promise;
      return note(job);
    });
    rig.scheduler.start();
    for (const [at, subject] of ['quick', 'slow', 'later', 'last'].entries()) schedule(subject, 100 * (at + 1));
    expect(rig.scheduler.progress).toBeNull();
    const moved = advance(300);
    await new Promise((resolve) => setImmediate(resolve));
    expect(rig.scheduler.progress).toEqual({ done: 1, due: 3 });
    gate.resolve();
    await moved;
    expect(rig.scheduler.progress).toBeNull();
  });

  it('at most 200 jobs share a commit, so that other work has its turn', async () => {
    rig.scheduler.on('seal', note);
    rig.scheduler.start();
    for (let each = 0; each < 500; each += 1) schedule(String(each), each + 1);
    const shared: number[] = [];
    rig.store.afterCommit(() => void shared.push(ran.length - shared.reduce((sum, jobs) => sum + jobs, 0)));
    await advance(1000);
    expect([ran.length, left()]).toEqual([500, 0]);
    expect(shared).toEqual([200, 200, 100]);
  });

  it('two moves at once come one after the other', async () => {
    rig.scheduler.on('seal', note);
    rig.scheduler.start();
    schedule('a', 500);
    schedule('b', 1500);
    const [first, second] = await Promise.all([advance(1000), advance(1000)]);
    expect([first.map(({ subject }) => subject), second.map(({ subject }) => subject)]).toEqual([['a'], ['b']]);
    expect(rig.clock.now()).toBe(rigStart + 2000);
  });
});

describe('without moving the clock', () => {
  it('what is due already runs by itself, once its transaction is on disk', async () => {
    rig.scheduler.on('seal', note);
    rig.scheduler.start();
    rig.store.commitNow(() => {
      rig.scheduler.schedule('seal', 'now', rigStart);
      expect(ran).toEqual([]);
    });
    await rig.scheduler.rest();
    expect(ran).toEqual([['now', 0]]);
  });

  it('nothing runs before the start, and then what fell due meanwhile', async () => {
    rig.scheduler.on('seal', note);
    schedule('overdue', -1000);
    await rig.scheduler.rest();
    expect(ran).toEqual([]);
    rig.scheduler.start();
    await rig.scheduler.rest();
    expect(ran).toEqual([['overdue', 0]]);
  });

  it('at most 16 deliveries run at once, and beside them one job of another kind', async () => {
    const gate = deferred();
    let most = 0;
    let now = 0;
    const slow = async (job: Job) => {
      now += 1;
      most = Math.max(most, now);
      await gate.promise;
      now -= 1;
      return note(job);
    };
    rig.scheduler.on('deliver', slow);
    rig.scheduler.on('seal', slow);
    rig.store.commitNow(() => {
      for (let index = 0; index < 40; index += 1) rig.scheduler.schedule('deliver', `d${index}`, rigStart);
      for (let index = 0; index < 3; index += 1) rig.scheduler.schedule('seal', `s${index}`, rigStart);
    });
    rig.scheduler.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(most).toBe(17);
    gate.resolve();
    while (left() > 0) await rig.scheduler.rest();
    expect([ran.length, most]).toEqual([43, 17]);
  });

  it('deliveries that end within a moment of each other share one commit', async () => {
    rig.scheduler.on('deliver', async (job) => {
      // Each in a turn of its own.
      for (let turn = 0; turn < Number(job.subject); turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return note(job);
    });
    rig.scheduler.start();
    for (let each = 0; each < 16; each += 1) schedule(String(each), 10, 'deliver');
    let commits = 0;
    rig.store.afterCommit(() => (commits += 1));
    await advance(10);
    expect([ran.length, left()]).toEqual([16, 0]);
    expect(commits).toBeLessThan(8);
  });

  it('a delivery that takes long does not hold back what others have done', async () => {
    const gate = deferred();
    rig.scheduler.on('deliver', async (job) => {
      if (job.subject === 'slow') await gate.promise;
      return note(job);
    });
    rig.scheduler.start();
    for (const subject of ['slow', 'quick', 'other']) schedule(subject, 10, 'deliver');
    const moved = advance(10);
    await expect.poll(left).toBe(1);
    expect(ran.map(([subject]) => subject)).toEqual(['quick', 'other']);
    gate.resolve();
    await moved;
    expect(left()).toBe(0);
  });

  it('a running clock wakes for the next job by itself', async () => {
    const done = deferred();
    rig.scheduler.on('seal', () => () => done.resolve());
    rig.clock.run();
    rig.scheduler.start();
    // The rig's machine time stands still: the job is due at once when the timer fires.
    schedule('timer', 0);
    await done.promise;
    expect(left()).toBe(0);
  });
});

describe('a job', () => {
  it('that is cancelled while it runs leaves no trace', async () => {
    const gate = deferred();
    rig.scheduler.on('seal', async (job) => {
      await gate.promise;
      return note(job);
    });
    rig.scheduler.start();
    schedule('cancelled', 0);
    rig.store.commitNow(() => rig.scheduler.cancel('seal', 'cancelled'));
    gate.resolve();
    await rig.scheduler.rest();
    expect([ran, left()]).toEqual([[], 0]);
  });

  it('that fails stays, without any of its effects, and stops neither the clock nor the others', async () => {
    rig.scheduler.on('seal', (job) => () => {
      if (job.subject !== 'bad') return note(job)();
      rig.store.sql.run(`INSERT INTO settings (name, value) VALUES ('half', 'done')`);
      throw new Error('broken');
    });
    rig.scheduler.start();
    schedule('bad', 100);
    schedule('good', 200);
    await advance(1000);
    expect(ran).toEqual([['good', 200]]);
    expect(rig.store.sql.get(`SELECT * FROM settings WHERE name = 'half'`)).toBeUndefined();
    expect(left()).toBe(1);
    expect(rig.logged[0]).toMatchObject({
      kind: 'failure',
      where: 'job seal bad, retry at 2026-03-02T08:00:01.100Z',
    });
  });

  it('whose runner throws is tried again later and later, by the clock, and no more once it has succeeded', async () => {
    const tries: number[] = [];
    rig.scheduler.on('seal', (job) => {
      tries.push(rig.clock.now() - rigStart);
      if (tries.length < 5) throw new Error('not yet');
      return note(job);
    });
    rig.scheduler.start();
    schedule('stubborn', 100);
    await advance(60_000);
    expect(tries).toEqual([100, 1100, 3100, 7100, 15_100]);
    expect([ran, left(), rig.logged.length]).toEqual([[['stubborn', 15_100]], 0, 4]);
  });

  it('that never succeeds takes few tries of a year', async () => {
    let tries = 0;
    rig.scheduler.on('seal', () => {
      tries += 1;
      throw new Error('never');
    });
    rig.scheduler.start();
    schedule('hopeless', 0);
    await advance(365 * 24 * 3_600_000);
    expect(tries).toBeLessThan(400);
    expect(rig.scheduler.next()).toBeGreaterThan(rig.clock.now());
  });

  it('of a rolled back transaction never was', async () => {
    rig.scheduler.on('seal', note);
    rig.scheduler.start();
    const work = (): void => {
      rig.scheduler.schedule('seal', 'ghost', rigStart);
      throw new Error('no');
    };
    expect(() => rig.store.transaction(work)).toThrow('no');
    await advance(1000);
    expect(ran).toEqual([]);
  });
});

describe('stopping', () => {
  it('starts nothing more, and waits for jobs in progress', async () => {
    const gate = deferred();
    rig.scheduler.on('seal', async (job) => {
      await gate.promise;
      return note(job);
    });
    rig.scheduler.start();
    schedule('one', 0);
    schedule('two', 0);
    rig.scheduler.stop();
    gate.resolve();
    await rig.scheduler.rest();
    expect([ran, left()]).toEqual([[['one', 0]], 1]);
  });
});
