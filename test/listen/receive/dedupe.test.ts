import { describe, expect, it } from 'vitest';
import { Dedupe } from '../../../src/listen/receive/dedupe.js';

const now = Date.parse('2026-12-08T08:00:00Z');
const day = 86_400_000;

describe('events that have come', () => {
  it('are looked up in the record when they are not in memory, with what the app made of them', () => {
    const record = new Map([
      ['taken', { id: 'd-taken', at: now - day, taken: true }],
      ['open', { id: 'd-open', at: now - 6 * day, taken: false }],
    ]);
    const seen = new Dedupe((event) => record.get(event));
    expect([seen.get('taken'), seen.get('open')]).toMatchObject([
      { id: 'd-taken', app: 'taken' },
      { id: 'd-open', app: 'open' },
    ]);
    expect(seen.get('never')).toBeUndefined();
    // From then on it is one and the same, since the app may be asked meanwhile.
    expect(seen.get('open')).toBe(seen.get('open'));
  });

  it('are forgotten after seven days, and when they could not be written down', () => {
    const seen = new Dedupe();
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
    const seen = new Dedupe();
    const known = { id: 'd', at: now, recorded: Promise.resolve(), app: 'taken' as const };
    for (let index = 0; index < 10_500; index += 1) seen.add(`e${index}`, known);
    expect(seen.size).toBe(10_000);
    expect(seen.get('e499')).toBeUndefined();
    expect(seen.get('e500')).toBe(known);
  });
});
