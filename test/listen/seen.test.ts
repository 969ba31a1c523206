import { describe, expect, it } from 'vitest';
import type { Forward, RecordedDelivery } from '../../src/journal/deliveries-entry.js';
import { Seen } from '../../src/listen/seen.js';

const now = Date.parse('2026-12-08T08:00:00Z');
const day = 86_400_000;
const recorded = (eventId: string | null, age: number, forward: Forward): RecordedDelivery =>
  ({ id: `d-${eventId}`, eventId, at: new Date(now - age).toISOString(), forward }) as RecordedDelivery;
const target = 'http://app.test/';

describe('events that have come', () => {
  it('are remembered across restarts for seven days, with what the app made of them', () => {
    const seen = new Seen();
    seen.restore(
      [
        recorded('taken', day, { is: 'delivered', target, attempts: 1, at: '', status: 204, milliseconds: 1 }),
        recorded('open', 6 * day, { is: 'waiting', target }),
        recorded('nowhere', day, { is: 'none' }),
        recorded('old', 8 * day, { is: 'none' }),
        recorded(null, day, { is: 'none' }),
      ],
      now,
    );
    expect(seen.size).toBe(3);
    expect([seen.get('taken')?.app, seen.get('open')?.app, seen.get('nowhere')?.app]).toEqual([
      'taken',
      'open',
      'taken',
    ]);
    expect(seen.get('old')).toBeUndefined();
  });

  it('are forgotten after seven days, and when they could not be written down', () => {
    const seen = new Seen();
    const known = (at: number) => ({ id: 'd', at, recorded: Promise.resolve(), app: 'taken' as const });
    seen.add('a', known(now));
    seen.add('b', known(now + 8 * day));
    expect(seen.get('a')).toBeUndefined();
    const failed = known(now + 8 * day);
    seen.add('c', failed);
    seen.forget('c', known(now));
    expect(seen.get('c')).toBe(failed);
    seen.forget('c', failed);
    expect(seen.get('c')).toBeUndefined();
  });

  it('are bounded in number', () => {
    const seen = new Seen();
    const known = { id: 'd', at: now, recorded: Promise.resolve(), app: 'taken' as const };
    for (let index = 0; index < 200_500; index += 1) seen.add(`e${index}`, known);
    expect(seen.size).toBe(200_000);
    expect(seen.get('e499')).toBeUndefined();
    expect(seen.get('e500')).toBe(known);
  });
});
