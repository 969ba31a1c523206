import { afterEach, describe, expect, it } from 'vitest';
import type { TunnelProvider } from '../../../src/listen/tunnel/provider.js';
import { noTunnelProvider } from '../../../src/listen/tunnel/providers/public-url.js';
import { supervise, type Supervisor, type TunnelNews } from '../../../src/listen/tunnel/supervise.js';
import { manualClock } from '../../support/program/clock.js';
import { exitWith, fakeTunnel, type FakeTunnel } from '../../support/listening/fake-tunnel.js';

const minute = 60_000;
const broken = { ok: false, fault: 'there', words: 'nothing answers' } as const;
const offline = { ok: false, fault: 'here', words: 'no route' } as const;
const well = { ok: true, milliseconds: 1 } as const;

interface Bench {
  readonly fake: FakeTunnel;
  readonly supervisor: Supervisor;
  readonly news: readonly TunnelNews[];
  readonly states: () => readonly string[];
  /** Lets so many milliseconds pass, everybody awake in between. */
  pass(milliseconds: number): Promise<void>;
  /** The machine's clock is put right, by so many milliseconds. */
  setBack(milliseconds: number): void;
  /** The machine sleeps: the time jumps, and nobody saw it pass. */
  sleep(milliseconds: number): Promise<void>;
}

const supervisors: Supervisor[] = [];
afterEach(async () => {
  for (const supervisor of supervisors.splice(0)) await supervisor.close();
});

function bench(
  options: Parameters<typeof fakeTunnel>[1] = {},
  prepare: (fake: FakeTunnel) => void = () => undefined,
): Bench {
  const manual = manualClock();
  let behind = 0;
  const clock = { ...manual, now: () => manual.now() - behind };
  const fake = fakeTunnel(clock.now, options);
  prepare(fake);
  const news: TunnelNews[] = [];
  const provider: TunnelProvider = fake.provider;
  const start = { clock } as never;
  const supervisor = supervise({
    provider,
    start,
    prober: fake.prober,
    clock,
    random: () => 0.999_999,
    tell: (piece) => news.push(piece),
  });
  supervisors.push(supervisor);
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    fake,
    supervisor,
    news,
    states: () => news.map(({ state }) => state),
    async pass(milliseconds) {
      await settle();
      for (let left = milliseconds; left > 0; left -= 250) {
        clock.advance(Math.min(250, left));
        await settle();
      }
    },
    setBack(milliseconds) {
      behind += milliseconds;
    },
    async sleep(milliseconds) {
      clock.advance(milliseconds);
      await settle();
    },
  };
}

describe('a supervised tunnel', () => {
  it('is up after its first probe, and says so once', async () => {
    const { supervisor, news, pass, fake } = bench();
    await pass(30_000);
    expect(await supervisor.ready).toEqual(new URL('https://one.test'));
    expect(news).toEqual([{ state: 'up', url: new URL('https://one.test'), afterMs: 0 }]);
    expect(fake.starts).toHaveLength(1);
  });

  it('does not look a fresh name up before the provider’s delay', async () => {
    const { fake, pass } = bench({ probeAfter: 15_000 });
    await pass(14_750);
    expect(fake.probes).toEqual([]);
    await pass(500);
    expect(fake.probes).toHaveLength(1);
  });

  it('settles which of several addresses is the one', async () => {
    const { fake, supervisor, pass } = bench({}, (made) => {
      made.outcome = (url) => (url.host === 'two.test' ? well : broken);
    });
    await pass(0);
    fake.sessions[0]?.move('https://docs.test', 'https://two.test');
    await pass(2_000);
    expect((await supervisor.ready).host).toBe('two.test');
    // The other one still stands first in its list, which is not a reason to move.
    await pass(minute);
    expect(supervisor.url?.host).toBe('two.test');
    expect(fake.starts).toHaveLength(1);
  });

  it('is probed every minute while all is well', async () => {
    const { fake, pass } = bench();
    await pass(5 * minute);
    const gaps = fake.probes.slice(1).map(({ at }, index) => at - (fake.probes[index]?.at ?? 0));
    expect(gaps.length).toBeGreaterThanOrEqual(4);
    for (const gap of gaps) expect(gap).toBe(minute);
  });

  it('is started again when it ends, and says for how long nothing arrived', async () => {
    const { fake, news, pass, supervisor } = bench();
    await pass(2 * minute);
    fake.sessions[0]?.end('network', 'the host went away');
    await pass(1_000);
    expect(news.slice(1)).toEqual([
      { state: 'down', words: 'the host went away', hint: '', retryIn: 250 },
      { state: 'up', url: supervisor.url, afterMs: expect.any(Number) },
    ]);
    expect(fake.sessions[0]?.closes).toBe(1);
    expect((news.at(-1) as { afterMs: number }).afterMs).toBeGreaterThan(0);
  });

  it('says where it moved when a new start has another address', async () => {
    const { fake, news, pass } = bench({ urls: ['https://one.test', 'https://two.test'] });
    await pass(minute);
    fake.sessions[0]?.end('crash');
    await pass(1_000);
    expect(news.at(-1)).toMatchObject({
      state: 'moved',
      from: new URL('https://one.test'),
      url: new URL('https://two.test'),
    });
  });

  it('says where it moved when the same process names another address', async () => {
    const { fake, states, supervisor, pass } = bench();
    await pass(minute);
    fake.sessions[0]?.move('https://two.test');
    fake.sessions[0]?.update({ state: 'up', words: 'reconnected' });
    await pass(1_000);
    expect(states()).toEqual(['up', 'moved']);
    expect(supervisor.url?.host).toBe('two.test');
    expect(fake.starts).toHaveLength(1);
  });

  it('waits longer from failure to failure, and from the start again after a minute up', async () => {
    const { fake, news, pass } = bench({}, (made) => {
      made.failures.push(exitWith('network'), exitWith('network'), exitWith('network'));
    });
    await pass(10_000);
    const waits = () => news.filter((piece) => piece.state === 'down').map(({ retryIn }) => retryIn);
    expect(waits()).toEqual([250, 500, 1_000]);
    // Up for less than a minute: the row goes on.
    fake.sessions[0]?.end('network');
    await pass(5_000);
    expect(waits().at(-1)).toBe(2_000);
    await pass(minute + 5_000);
    fake.sessions[1]?.end('network');
    await pass(1_000);
    expect(waits().at(-1)).toBe(250);
  });

  it('is kept after one failed probe and replaced after the second', async () => {
    const { fake, states, pass } = bench();
    await pass(minute - 5_000);
    fake.outcome = broken;
    await pass(5_000);
    expect(states()).toEqual(['up', 'degraded']);
    expect(fake.starts).toHaveLength(1);
    fake.outcome = (url) => (fake.starts.length > 1 ? well : { ...broken, words: url.host });
    await pass(6_000);
    expect(states()).toEqual(['up', 'degraded', 'down', 'up']);
    expect(fake.starts).toHaveLength(2);
  });

  it('is up again when the second probe succeeds', async () => {
    const { fake, states, pass } = bench();
    await pass(minute - 5_000);
    fake.outcome = broken;
    await pass(5_000);
    fake.outcome = well;
    await pass(6_000);
    expect(states()).toEqual(['up', 'degraded', 'up']);
    expect(fake.starts).toHaveLength(1);
  });

  it('gives a provider that reconnects by itself its time, for a new start costs the address', async () => {
    const { fake, states, pass } = bench({ timeoutMs: 30_000 });
    await pass(10_000);
    fake.sessions[0]!.says = 'down';
    await pass(28_000);
    expect(states()).toEqual(['up', 'degraded']);
    fake.sessions[0]!.says = 'up';
    await pass(6_000);
    expect(states()).toEqual(['up', 'degraded', 'up']);
    fake.sessions[0]!.says = 'down';
    await pass(40_000);
    expect(states()).toEqual(['up', 'degraded', 'up', 'degraded', 'down', 'up']);
    expect(fake.starts).toHaveLength(2);
  });

  it('believes a provider that says by itself that it reconnects', async () => {
    const { fake, news, pass } = bench({ timeoutMs: 30_000 });
    await pass(10_000);
    fake.sessions[0]?.update({ state: 'degraded', words: 'ngrok is reconnecting' });
    await pass(250);
    expect(news.at(-1)).toEqual({ state: 'degraded', words: 'ngrok is reconnecting' });
    fake.sessions[0]?.update({ state: 'up', words: 'ngrok is connected' });
    await pass(250);
    expect(news.at(-1)).toMatchObject({ state: 'up' });
    expect(fake.starts).toHaveLength(1);
  });

  it('is not restarted while this machine has no network', async () => {
    const { fake, states, news, pass } = bench();
    await pass(10_000);
    fake.outcome = offline;
    await pass(10 * minute);
    expect(states()).toEqual(['up', 'degraded']);
    expect(news.at(-1)).toMatchObject({ words: 'this machine has no network (no route)' });
    expect(fake.starts).toHaveLength(1);
    fake.outcome = well;
    await pass(6_000);
    expect(states()).toEqual(['up', 'degraded', 'up']);
  });

  it('is probed at once when the machine wakes up', async () => {
    const { fake, pass, sleep } = bench();
    await pass(7_000);
    const before = fake.probes.length;
    await sleep(36_000);
    expect(fake.probes.length).toBe(before + 1);
    // A look that is a little late is not a sleep.
    await sleep(20_000);
    expect(fake.probes.length).toBe(before + 1);
  });

  it('is replaced after a sleep that it did not outlive', async () => {
    const { fake, states, pass, sleep } = bench();
    await pass(7_000);
    fake.outcome = () => (fake.starts.length > 1 ? well : broken);
    await sleep(3_600_000);
    await pass(6_000);
    expect(states()).toEqual(['up', 'degraded', 'down', 'up']);
  });

  it('is watched as before when the clock is set back', async () => {
    const { fake, states, pass, setBack } = bench();
    await pass(7_000);
    setBack(3_600_000);
    await pass(10_000);
    fake.outcome = () => (fake.starts.length > 1 ? well : broken);
    await pass(minute + 12_000);
    expect(states()).toEqual(['up', 'degraded', 'down', 'up']);
  });

  it('is checked when somebody asks for it', async () => {
    const { fake, supervisor, pass } = bench();
    await pass(1_000);
    supervisor.check();
    await pass(0);
    expect(fake.probes).toHaveLength(2);
  });

  it('stops at once on a refused sign-in', async () => {
    const { fake, news, supervisor, pass } = bench({}, (made) => made.failures.push(exitWith('auth', 'no such key')));
    await pass(minute);
    expect(news).toMatchObject([{ state: 'given-up', words: expect.stringContaining('no such key') }]);
    expect(fake.starts).toHaveLength(1);
    await expect(supervisor.ready).rejects.toMatchObject({ code: 'tunnel_auth' });
  });

  it('retries for a taken port for a minute and longer', async () => {
    const { fake, states, pass } = bench({}, (made) => {
      made.failures.push(...Array.from({ length: 6 }, () => exitWith('port-taken')));
    });
    await pass(minute);
    expect(states().at(-1)).toBe('up');
    expect(fake.starts).toHaveLength(7);
  });

  it('tries a quick tunnel at most every five seconds, five times, and then once a minute', async () => {
    const { fake, pass } = bench({ pacing: { gap: 5_000, limitedTries: 5, limitedWait: 60_000 } }, (made) => {
      made.failures.push(...Array.from({ length: 6 }, () => exitWith('rate-limited')));
    });
    await pass(4 * minute);
    const gaps = fake.starts.slice(1).map((at, index) => at - (fake.starts[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(5_000);
    expect(gaps.slice(4)).toEqual([60_000, 60_000]);
  });

  it('is given up when nothing ever came through', async () => {
    const { states, news, supervisor, pass } = bench({}, (made) => (made.outcome = broken));
    await pass(3 * minute);
    expect(states().at(-1)).toBe('given-up');
    expect(news.at(-1)).toMatchObject({ words: expect.stringContaining('nothing answers') });
    await expect(supervisor.ready).rejects.toMatchObject({ code: 'tunnel_network' });
  });

  it('is never given up once it was up', async () => {
    const { fake, states, pass } = bench();
    await pass(1_000);
    fake.failures.push(...Array.from({ length: 200 }, () => exitWith('network')));
    fake.sessions[0]?.end('network');
    await pass(60 * minute);
    expect(states()).not.toContain('given-up');
    fake.failures.length = 0;
    await pass(minute);
    expect(states().at(-1)).toBe('up');
  });

  it('tells nothing more once it is closed, and closes the session', async () => {
    const { fake, news, supervisor, pass } = bench();
    await pass(1_000);
    const closing = supervisor.close();
    await pass(0);
    await closing;
    await supervisor.close();
    expect(fake.sessions[0]?.closes).toBe(1);
    expect(news).toHaveLength(1);
    expect(supervisor.pids).toEqual([]);
  });

  it('rejects its promise when it is closed before it was up', async () => {
    const { supervisor, pass } = bench({}, (made) => (made.outcome = broken));
    await pass(1_000);
    await supervisor.close();
    await expect(supervisor.ready).rejects.toMatchObject({ code: 'tunnel_closed' });
  });
});

describe('an address that somebody else’s tunnel serves', () => {
  it('is waited for, and never restarted', async () => {
    const { fake, news, states, pass } = bench({ restartable: false });
    await pass(1_000);
    fake.outcome = broken;
    await pass(2 * minute);
    expect(states()).toEqual(['up', 'degraded', 'down']);
    expect(news.at(-1)).toMatchObject({ retryIn: null });
    await pass(30 * minute);
    expect(states()).toHaveLength(3);
    fake.outcome = well;
    await pass(6_000);
    expect(news.at(-1)).toMatchObject({ state: 'up', afterMs: expect.any(Number) });
    expect((news.at(-1) as { afterMs: number }).afterMs).toBeGreaterThan(30 * minute);
    expect(fake.starts).toHaveLength(1);
  });

  it('is this machine itself where there is no tunnel', async () => {
    const session = await noTunnelProvider().start(
      { localUrl: new URL('http://127.0.0.1:4010') } as never,
      new AbortController().signal,
    );
    expect(session.addresses().map(String)).toEqual(['http://127.0.0.1:4010/']);
    await session.close(0);
    expect(await session.closed).toMatchObject({ reason: 'closed' });
  });
});
