import { afterEach, describe, expect, it } from 'vitest';
import { joinBudgets, readBudget, spend, waitBefore } from '../../src/client/rate-budget.js';
import { HeaderList } from '../../src/core/http/headers.js';
import { type Behaviour, json, refusal } from '../support/network/hostile-server.js';
import { failureOf, type Scene, setScene } from '../support/network/scene.js';

const now = 1_000_000;
const headers = (limit?: string, remaining?: string, reset?: string): HeaderList =>
  new HeaderList(
    [
      ['RateLimit-Limit', limit],
      ['ratelimit-remaining', remaining],
      ['RateLimit-Reset', reset],
    ].flatMap(([name, value]) => (value === undefined ? [] : [[name ?? '', value] as const])),
  );

describe('reading the budget of the minute', () => {
  it('reads the three headers, whatever their case', () => {
    expect(readBudget(headers('60', '12', '31'), now)).toEqual({ limit: 60, remaining: 12, resetsAt: now + 31_000 });
  });

  it('says nothing when a header is missing or no whole number', () => {
    expect(readBudget(headers(), now)).toBeUndefined();
    expect(readBudget(headers('60', undefined, '31'), now)).toBeUndefined();
    expect(readBudget(headers('60', '12'), now)).toBeUndefined();
    expect(readBudget(headers('60', '-1', '31'), now)).toBeUndefined();
    expect(readBudget(headers('60', 'many', '31'), now)).toBeUndefined();
  });

  it('never believes in a window of more than a minute', () => {
    expect(readBudget(headers('60', '0', '999999'), now)?.resetsAt).toBe(now + 60_000);
  });
});

describe('keeping the budget over several answers', () => {
  const known = { limit: 60, remaining: 3, resetsAt: now + 30_000 };

  it('keeps the budget when a response has no rate headers', () => {
    expect(joinBudgets(known, undefined, now)).toBe(known);
  });

  it('takes the lower of two readings of one window, since answers may overtake each other', () => {
    const late = { limit: 60, remaining: 9, resetsAt: now + 30_900 };
    expect(joinBudgets(known, late, now)?.remaining).toBe(3);
  });

  it('starts afresh in a new window', () => {
    const fresh = { limit: 60, remaining: 59, resetsAt: now + 60_000 };
    expect(joinBudgets(known, fresh, now)).toBe(fresh);
    expect(joinBudgets(known, { ...fresh, resetsAt: now + 31_000 }, now + 30_000)?.remaining).toBe(59);
  });

  it('takes a request off when it leaves, and does not go below nothing', () => {
    expect(spend(known, 1)?.remaining).toBe(2);
    expect(spend(known, 10)?.remaining).toBe(0);
    expect(spend(undefined, 1)).toBeUndefined();
  });
});

describe('waiting before a request', () => {
  const spent = { limit: 60, remaining: 0, resetsAt: now + 12_000 };

  it('waits for the end of a window that is spent', () => {
    expect(waitBefore(spent, 1, now)).toBe(12_000);
    expect(waitBefore(spent, 1, now + 11_999)).toBe(1);
  });

  it('does not wait when the window is over, not spent, or not known', () => {
    expect(waitBefore(spent, 1, now + 12_000)).toBe(0);
    expect(waitBefore({ ...spent, remaining: 1 }, 1, now)).toBe(0);
    expect(waitBefore(undefined, 1, now)).toBe(0);
  });

  it('holds a batch back that the rest of the window cannot hold, since it would be refused whole', () => {
    expect(waitBefore({ ...spent, remaining: 20 }, 21, now)).toBe(12_000);
    expect(waitBefore({ ...spent, remaining: 20 }, 20, now)).toBe(0);
  });

  it('does not hold back what no window can ever hold', () => {
    expect(waitBefore(spent, 61, now)).toBe(0);
  });
});

describe('rate window', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const envelope = {
    id,
    status: 'draft',
    template_id: id,
    title: 'Lease',
    created_at: '2026-12-01T08:00:00Z',
    sent_at: null,
    expires_at: null,
    recipients: [],
  };
  const recipients = [{ role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' }];

  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function meet(behaviours: readonly Behaviour[]): Promise<Scene> {
    const scene = await setScene(behaviours);
    ends.push(scene.close);
    return scene;
  }

  describe('keeping within the minute', () => {
    const budget = (remaining: number, seconds: number) => ({
      'RateLimit-Limit': '60',
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(seconds),
    });
    const read = (scene: Scene) => scene.client.call('getEnvelope', { parameters: { envelopeId: id } });

    it('waits for the next window before a request that this one cannot hold', async () => {
      const scene = await meet([
        json(200, envelope, budget(1, 40)),
        json(200, envelope, budget(0, 40)),
        json(200, envelope),
      ]);
      await read(scene);
      await read(scene);
      expect(scene.clock.slept).toEqual([]);
      await read(scene);
      expect(scene.gaps()).toEqual([0, 40_000]);
    });

    it('does not take an answer without headers for a full window', async () => {
      const scene = await meet([json(200, envelope, budget(1, 40)), refusal(403, 'forbidden'), json(200, envelope)]);
      await read(scene);
      await failureOf(read(scene));
      await read(scene);
      expect(scene.gaps()).toEqual([0, 40_000]);
    });

    it('holds back a batch that the rest of the minute cannot hold', async () => {
      const scene = await meet([json(200, envelope, budget(2, 30)), json(200, { rows: [] })]);
      await read(scene);
      const rows = Array.from({ length: 3 }, () => ({ recipients }));
      await scene.client.call('createEnvelopeBatch', { body: { template_id: id, rows } });
      expect(scene.gaps()).toEqual([30_000]);
    });

    it('does not let requests side by side count on the same rest', async () => {
      const scene = await meet([json(200, envelope, budget(2, 30)), json(200, envelope)]);
      await read(scene);
      await Promise.all([read(scene), read(scene), read(scene)]);
      expect(scene.clock.slept).toEqual([30_000]);
    });
  });
});
