import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.js';
import { eventNames } from '../../../src/contract/events.js';
import { Poller } from '../../../src/listen/receive/poll.js';
import type { ReportedEvents } from '../../../src/store/reported-events.js';
import { refused } from '../../support/listening/listen-client.js';
import { scriptedClock } from '../../support/program/clock.js';

const start = Date.parse('2026-12-01T08:00:00Z');
const body = { id: 'a', status: 'sent', created_at: '2026-12-01T07:00:00.000Z', sent_at: null, recipients: [] };

/** Looks at two envelopes; after the first, `remaining` of 60 are left for so many milliseconds. */
async function waitsOf(remaining: number, milliseconds: number) {
  const clock = scriptedClock([], { start, each: () => Promise.resolve() });
  const rate = { limit: 60, remaining, resetsAt: start + milliseconds };
  const call = (): Promise<unknown> => Promise.resolve({ status: 200, body, rate });
  const told: number[] = [];
  const nothing = (): Promise<void> => Promise.resolve();
  const poller = new Poller(
    {
      client: { call: call as unknown as Client['call'] },
      clock,
      events: eventNames,
      since: start,
      emit: nothing,
      remember: () => undefined,
      trouble: (_code, why) => expect.fail(why),
      waiting: (wait) => told.push(wait),
    },
    new Map(),
  );
  await poller.round(['a', 'b'], new AbortController().signal);
  return { told, slept: clock.slept };
}

describe('polling within the minute of the key', () => {
  it('tells of a wait for a new minute', async () => {
    expect(await waitsOf(3, 32_000)).toEqual({ told: [32_000], slept: [32_000] });
  });

  it('does not report a short one, nor where there is enough', async () => {
    expect(await waitsOf(3, 2_000)).toEqual({ told: [], slept: [2_000] });
    expect(await waitsOf(40, 32_000)).toEqual({ told: [], slept: [] });
  });
});

describe('polling more envelopes than one round reads', () => {
  const names = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, index) => `e${from + index}`);

  interface Service {
    /** Requests of a minute; more than any round needs unless given. */
    readonly perMinute?: number;
    /** Cannot be read. */
    readonly broken?: ReadonlySet<string>;
    readonly memory?: ReportedEvents;
  }

  /** A service with as many envelopes as wanted, of which those in `voided` are voided. */
  function polling({ perMinute = 100_000, broken = new Set(), memory = new Map() }: Service = {}) {
    const voided = new Set<string>();
    const asked: string[] = [];
    const emitted: string[] = [];
    const told: string[] = [];
    let stored: ReportedEvents = memory;
    const clock = scriptedClock([], { start, each: () => Promise.resolve() });
    let used = { minute: 0, count: 0 };
    const call = async (
      _operation: string,
      { parameters }: { readonly parameters: { readonly envelopeId: string } },
    ) => {
      const id = parameters.envelopeId;
      asked.push(id);
      const minute = Math.floor((clock.now() - start) / 60_000);
      used = { minute, count: used.minute === minute ? used.count + 1 : 1 };
      if (broken.has(id)) throw refused(500, 'internal_error');
      const status = voided.has(id) ? 'voided' : 'sent';
      const rate = { limit: perMinute, remaining: perMinute - used.count, resetsAt: start + (minute + 1) * 60_000 };
      return { status: 200, body: { ...body, id, status }, rate };
    };
    const poller = new Poller(
      {
        client: { call: call as unknown as Client['call'] },
        clock,
        events: eventNames,
        since: start,
        emit: ({ event, envelopeId }) => Promise.resolve(void emitted.push(`${event} ${envelopeId}`)),
        remember: (changed) => void (stored = new Map([...stored, ...changed])),
        trouble: (code, why) => told.push(`${code}: ${why}`),
        waiting: () => undefined,
      },
      memory,
    );
    const round = async (envelopes: readonly string[]): Promise<readonly string[]> => {
      asked.length = 0;
      await poller.round(envelopes, new AbortController().signal);
      return [...asked];
    };
    return { poller, round, voided, emitted, told, stored: () => stored };
  }

  it('gives every one its turn, and the latest one in each round', async () => {
    const [all, { poller, round }] = [names(0, 350), polling()];
    const seen = new Set<string>();
    for (let rounds = 1; rounds <= 6; rounds += 1) {
      const asked = await round(all);
      expect([asked.length, new Set(asked).size]).toEqual([100, 100]);
      expect(asked).toEqual(expect.arrayContaining(names(300, 350)));
      for (const id of asked) seen.add(id);
      expect(poller.unread(all)).toBe(350 - seen.size);
    }
    expect(seen.size).toBe(350);
  });

  it('reports what happens to the oldest of them', async () => {
    const [all, { round, voided, emitted }] = [names(0, 350), polling()];
    for (let rounds = 1; rounds <= 6; rounds += 1) await round(all);
    voided.add('e0').add('e349');
    await round(all);
    expect(emitted).toEqual(['envelope.voided e349']);
    for (let rounds = 1; rounds <= 6; rounds += 1) await round(all);
    expect(emitted).toEqual(['envelope.voided e349', 'envelope.voided e0']);
  });

  it('shares a small budget between the oldest and the latest, and turns to new ones after a wait', async () => {
    const [old, { round }] = [names(0, 120), polling({ perMinute: 20 })];
    let all = old;
    const seen = new Set<string>();
    const asked: (readonly string[])[] = [];
    for (let rounds = 1; rounds <= 30; rounds += 1) {
      all = names(0, 120 + rounds);
      const these = await round(all);
      asked.push(these);
      for (const id of these) seen.add(id);
      expect(these[0]).toBe(`e${119 + rounds}`);
    }
    expect(old.filter((id) => !seen.has(id))).toEqual([]);
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThan(20);
  });

  it('lets envelopes that cannot be read hold up no others, and says so once', async () => {
    const [all, { round, told }] = [names(0, 250), polling({ broken: new Set(names(0, 120)) })];
    const seen = new Set<string>();
    for (let rounds = 1; rounds <= 8; rounds += 1) for (const id of await round(all)) seen.add(id);
    expect(seen.size).toBe(250);
    expect(told).toHaveLength(1);
  });

  it('begins after a restart with those that it does not know, then those that it has not read for longest', async () => {
    const [all, first] = [names(0, 150), polling()];
    await first.round(names(0, 120));
    const second = polling({ memory: first.stored() });
    const asked = await second.round(all);
    expect(asked.filter((id) => !first.stored().has(id))).toHaveLength(50);
    expect(asked).toHaveLength(100);
  });
});

it('tells a change to an older envelope that happened before its first turn where its time shows it', async () => {
  const emitted: string[] = [];
  const sent = { ...body, sent_at: '2026-12-01T08:00:01.000Z' };
  const before = { ...body, id: 'b', sent_at: '2026-12-01T07:59:59.000Z' };
  const nothing = (): Promise<void> => Promise.resolve();
  const call = (_: string, { parameters }: { readonly parameters: { readonly envelopeId: string } }) =>
    Promise.resolve({ status: 200, body: parameters.envelopeId === 'a' ? sent : before, rate: undefined });
  const poller = new Poller(
    {
      client: { call: call as unknown as Client['call'] },
      clock: scriptedClock([]),
      events: eventNames,
      since: start,
      emit: ({ event, envelopeId }) => Promise.resolve(void emitted.push(`${event} ${envelopeId}`)),
      remember: () => undefined,
      trouble: (_code, why) => expect.fail(why),
      waiting: nothing,
    },
    new Map(),
  );
  await poller.round(['a', 'b'], new AbortController().signal);
  expect(emitted).toEqual(['envelope.sent a']);
});
