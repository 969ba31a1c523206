import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryIndex } from '../../src/journal/deliveries-index.js';

let folder: string;
let time = Date.parse('2026-12-01T08:00:00Z');
const day = 86_400_000;
const host = 'service.test';
const open = new Set<DeliveryIndex>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-index-'));
  mkdirSync(join(folder, 'own'));
});
afterEach(() => {
  for (const index of open) index.close();
  open.clear();
  rmSync(folder, { recursive: true, force: true });
});
function index(name: string | null = 'own', others: readonly string[] = []): DeliveryIndex {
  const path = name === null ? null : join(folder, name);
  const made = new DeliveryIndex({ folder: path, others: others.map((each) => join(folder, each)), now: () => time });
  open.add(made);
  return made;
}
const delivery = (id: string, more = {}) => ({
  id: `d${id}`,
  eventId: id,
  at: time,
  taken: false,
  arrival: `envelope-${id} envelope.sent `,
  ...more,
});

describe('the index of deliveries', () => {
  it('grows while a day does, and finds all of it', () => {
    const made = index();
    for (let count = 0; count < 5_000; count += 1) made.add(host, delivery(`e${count}`));
    expect(readdirSync(join(folder, 'own')).filter((name) => name.endsWith('.event')).length).toBeGreaterThan(1);
    for (let count = 0; count < 5_000; count += 97) expect(made.event(`e${count}`)).toMatchObject({ id: `de${count}` });
    expect(made.event('e5000')).toBeUndefined();
    time += day;
    // The next day begins with room for as many.
    for (let count = 5_000; count < 9_000; count += 1) made.add(host, delivery(`e${count}`));
    const today = String(Math.floor(time / day)).padStart(6, '0');
    const names = readdirSync(join(folder, 'own')).filter((name) => name.endsWith('.event'));
    expect(names.filter((name) => name.startsWith(today))).toHaveLength(1);
    expect([made.event('e0'), made.event('e8999')]).not.toContain(undefined);
  });

  it('gets the response of the app to an event as soon as it is reported', () => {
    const made = index();
    made.add(host, delivery('a'));
    made.add(host, delivery('b', { taken: true }));
    expect([made.event('a')?.taken, made.event('b')?.taken]).toEqual([false, true]);
    made.take('a');
    made.take('never');
    expect(made.event('a')?.taken).toBe(true);
    made.addOnce(host, delivery('a', { id: 'other', taken: false }));
    expect(made.event('a')).toMatchObject({ id: 'da', taken: true });
  });

  it('counts of another process what came before, and nothing after', () => {
    mkdirSync(join(folder, 'other'));
    const other = index('other');
    other.add(host, delivery('before'));
    time += 5_000;
    const own = index('own', ['other']);
    other.add(host, delivery('after'));
    expect([own.event('before')?.id, own.event('after')]).toEqual(['dbefore', undefined]);
    expect(own.arrived(host, 'envelope-before envelope.sent ')).toBe(true);
    own.take('before');
    expect(other.event('before')?.taken).toBe(false);
    expect([own.ownEvent('before'), other.ownEvent('before')]).toEqual([false, true]);
  });

  it('forgets after seven days to the second, and drops a table when its whole day is over', () => {
    const made = index();
    made.add(host, delivery('old'));
    const before = time;
    time = before + 7 * day;
    expect(made.event('old')).toBeDefined();
    time += 1_000;
    expect(made.event('old')).toBeUndefined();
    time = before + 9 * day;
    made.close();
    index();
    expect(readdirSync(join(folder, 'own'))).toEqual([]);
  });

  it('takes nothing that was over before it came', () => {
    const made = index();
    made.add(host, delivery('old', { at: time - 9 * day }));
    expect(readdirSync(join(folder, 'own'))).toEqual([]);
  });
});
