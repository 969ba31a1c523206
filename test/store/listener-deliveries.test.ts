import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  deliveryBody,
  findDeliveries,
  insertDelivery,
  listDeliveries,
  recordAttempt,
  removeDelivery,
} from '../../src/store/deliveries.js';
import type { NewDelivery } from '../../src/store/delivery.js';
import { claimDeliveries } from '../../src/store/delivery-processes.js';
import { JournalFailure } from '../../src/store/failure.js';
import { ListenerDeliveries } from '../../src/store/listener-deliveries.js';
import { openState, type State } from '../../src/store/state.js';
import { delivered, failed, newDelivery, sending } from '../support/records/recorded-deliveries.js';

let folder: string;
let state: State;
let time: number;
const now = (): number => (time += 1);
const day = 86_400_000;
const host = '127.0.0.1:4747';
const opened = new Set<ListenerDeliveries>();

beforeEach(() => {
  time = Date.parse('2026-12-01T08:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'esign-listener-'));
  state = openState(folder);
});
afterEach(() => {
  for (const each of opened) each.close();
  opened.clear();
  rmSync(folder, { recursive: true, force: true });
});

const delivery = (id: string, overrides: Partial<NewDelivery> = {}): NewDelivery =>
  newDelivery(id, now(), { body: Buffer.alloc(1_000, 0x41), ...overrides });
const small = { max: 60_000 };

function open(listener = 'one', sizes = {}, of: State = state): ListenerDeliveries {
  const made = new ListenerDeliveries({ state: of, now, listener, host, sizes });
  opened.add(made);
  return made;
}
async function started(listener = 'one', sizes = {}, of: State = state): Promise<ListenerDeliveries> {
  const made = open(listener, sizes, of);
  await made.start();
  return made;
}
function close(each: ListenerDeliveries): void {
  opened.delete(each);
  each.close();
}
/** As a killed process leaves it: all that was acknowledged, and its mark, which is that of nobody by now. */
function kill(each: ListenerDeliveries): void {
  opened.delete(each);
  state.write((sql) => sql.run("UPDATE delivery_processes SET mark = '999999999 gone'"));
}
async function many(each: ListenerDeliveries, count: number, prefix = 'id'): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, '0')}`);
  for (let from = 0; from < count; from += 10) {
    const some = ids.slice(from, from + 10);
    await Promise.all(some.map((id) => each.got(delivery(id))));
    await Promise.all(some.map((id) => each.forwarded(id, delivered(now()))));
  }
}
const count = (table: 'deliveries' | 'delivery_bodies' | 'events' | 'delivery_processes'): number =>
  state.read((sql) => sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0, 0);
const arrival = (id: string, event = 'envelope.sent') => ({ event, envelopeId: `envelope-${id}`, recipientId: null });

describe('deliveries that arrive', () => {
  it('are recorded when the promise resolves, many at once in one transaction', async () => {
    const one = await started();
    const all = Array.from({ length: 500 }, (_, index) => one.got(delivery(`d${index}`)));
    expect(count('deliveries')).toBe(0);
    await Promise.race(all);
    expect(count('deliveries')).toBe(500);
    await Promise.all(all);
    await one.again('d7');
    await one.forwarded('d7', sending(now()));
    expect(findDeliveries(openState(folder), 'event-d7')).toMatchObject([
      { id: 'd7', repeats: 1, forward: { is: 'sending', by: expect.stringContaining(String(process.pid)) } },
    ]);
  });

  it('are not acknowledged when nothing can be written, each with the reason, and the next ones are', async () => {
    let fails = false;
    const failing: State = {
      ...state,
      write: (work) => {
        if (fails) throw new JournalFailure(state.path, 'ENOSPC');
        return state.write(work);
      },
    };
    const one = await started('one', {}, failing);
    fails = true;
    const results = await Promise.allSettled([one.got(delivery('a')), one.got(delivery('b'))]);
    expect(results.map((each) => each.status === 'rejected' && (each.reason as JournalFailure).systemCode)).toEqual([
      'ENOSPC',
      'ENOSPC',
    ]);
    fails = false;
    await one.got(delivery('c'));
    expect(listDeliveries(state, {}).map(({ id }) => id)).toEqual(['c']);
  });
});

describe('an event that came', () => {
  it('is known after its record made room, across restarts, with what the app made of it', async () => {
    const first = await started('one', small);
    await many(first, 200);
    close(first);
    expect(count('deliveries')).toBeLessThan(60);
    expect(findDeliveries(state, 'event-id0000')).toEqual([]);
    const second = await started('one', small);
    expect(second.event('event-id0000')).toMatchObject({ id: 'id0000', taken: true });
    expect(second.event('event-never')).toBeUndefined();
    expect(second.arrived(arrival('id0000'))).toBe(true);
    expect(second.arrived(arrival('ID0000'))).toBe(true);
    expect(second.arrived(arrival('id0000', 'envelope.voided'))).toBe(false);
    const elsewhere = new ListenerDeliveries({ state, now, listener: 'one', host: 'other.test' });
    expect(elsewhere.arrived(arrival('id0000'))).toBe(false);
  });

  it('is forgotten when the week is over, with what held it', async () => {
    const first = await started('one', small);
    await many(first, 200);
    await first.got(delivery('old', { target: null }));
    time += 8 * day;
    expect(first.event('event-old')).toBeUndefined();
    expect(first.event('event-id0000')).toBeUndefined();
    await first.got(delivery('new'));
    for (let turn = 0; turn < 5; turn += 1) await first.again('new');
    expect([count('deliveries'), count('delivery_bodies'), count('events')]).toEqual([1, 1, 1]);
    expect(first.event('event-new')).toMatchObject({ id: 'new', taken: false });
  });

  it('is not a duplicate for another process that forwards the same at the same time', async () => {
    const one = await started();
    await one.got(delivery('before'));
    const two = await started();
    await one.got(delivery('both'));
    expect(two.event('event-both')).toBeUndefined();
    expect(two.event('event-before')).toBeDefined();
    await two.got(delivery('both-2', { eventId: 'event-both' }));
    for (const each of [one, two]) close(each);
    const three = await started();
    expect([three.event('event-both'), three.event('event-before')]).not.toContain(undefined);
  });

  it('is known when nothing else is recorded any more', async () => {
    const one = await started();
    await one.got(delivery('a'));
    close(one);
    state.write((sql) => removeDelivery(sql, { place: 1, at: time }, now()));
    expect((await started()).event('event-a')).toMatchObject({ id: 'a', taken: false });
  });

  it('is known to its own forwarding only, and its arrival to all', async () => {
    const one = await started();
    await one.got(delivery('a'));
    const two = await started('two');
    expect([two.event('event-a'), two.arrived(arrival('a')), two.arrived(arrival('a'), true)]).toEqual([
      undefined,
      false,
      true,
    ]);
  });
});

describe('a delivery that an app is still to have', () => {
  it('keeps its bytes while others make room', async () => {
    const first = await started('one', small);
    await first.got(delivery('waits', { body: Buffer.from('kept') }));
    await first.got(delivery('fails', { body: Buffer.from('too') }));
    await first.forwarded('fails', failed(now()));
    await many(first, 200);
    close(first);
    const second = open('one', small);
    const { own } = await second.start();
    expect(own.map(({ id, forward }) => [id, forward.is])).toEqual([
      ['waits', 'waiting'],
      ['fails', 'failed'],
    ]);
    expect(second.open('waits')?.body.toString()).toBe('kept');
    await second.forwarded('waits', delivered(now()));
    await second.forwarded('fails', delivered(now()));
    await many(second, 200, 'no');
    expect(second.undelivered()).toEqual([]);
    expect(findDeliveries(state, 'waits')).toEqual([]);
    expect(second.event('event-waits')).toMatchObject({ taken: true });
  });

  it('is given up, with a note, when more are waiting than the bound allows', async () => {
    const one = await started('one', small);
    for (let index = 0; index < 150; index += 1) await one.got(delivery(`w${String(index).padStart(3, '0')}`));
    const [first] = findDeliveries(state, 'w000');
    expect(first?.forward).toMatchObject({ is: 'given-up', words: expect.stringContaining('make room') });
    expect(deliveryBody(state, first!)).toBeUndefined();
    expect(one.open('w149')?.body).toHaveLength(1_000);
    expect(count('delivery_bodies')).toBeLessThan(50);
    expect(one.undelivered().at(-1)?.id).toBe('w149');
  });

  it('is not given up for others that another program delivered or removed meanwhile', async () => {
    const one = await started('one', small);
    for (let index = 0; index < 36; index += 1) await one.got(delivery(`w${index}`));
    state.write((sql) => {
      for (let index = 0; index < 18; index += 1) recordAttempt(sql, `w${index}`, delivered(now()), null);
      for (const row of sql.all<{ place: number; at: number }>(
        "SELECT place, at FROM deliveries WHERE state = 'waiting'",
      )) {
        removeDelivery(sql, row, now());
      }
    });
    for (let index = 0; index < 20; index += 1) await one.got(delivery(`n${index}`));
    expect(one.undelivered().map(({ forward }) => forward.is)).toEqual(Array.from({ length: 20 }, () => 'waiting'));
    expect(deliveryBody(state, findDeliveries(state, 'w0')[0]!)).toBeDefined();
  });

  it('is delivered once another program says so', async () => {
    const first = await started();
    await first.got(delivery('waits'));
    close(first);
    state.write((sql) => recordAttempt(sql, 'waits', delivered(now()), null));
    const second = open();
    expect((await second.start()).own).toEqual([]);
    expect(second.event('event-waits')).toMatchObject({ taken: true });
  });

  it('is sent by one process at a time, a listener or a replay', async () => {
    const first = await started();
    for (const id of ['a', 'b']) await first.got(delivery(id));
    close(first);
    const [target] = [sending(now()).target];
    const claims = await claimDeliveries(state, [{ id: 'a', target }], now());
    const replayed = (id: string) => state.write((sql) => recordAttempt(sql, id, sending(now()), claims.process));
    const second = open();
    expect((await second.start()).own.map(({ id }) => id)).toEqual(['b']);
    expect(await second.forwarded('a', sending(now()))).toBe('sending');
    expect(await second.forwarded('b', sending(now()))).toBeUndefined();
    expect(replayed('b')).toBe('sending');
    await second.forwarded('b', delivered(now()));
    expect(replayed('b')).toBe('delivered');
    expect(replayed('removed')).toBe('removed');
    claims.release();
    expect(await second.forwarded('a', sending(now()))).toBeUndefined();
  });

  it('is sent after a replay that ended before it began, and not after one that may have sent it', async () => {
    const one = await started();
    for (const id of ['a', 'b']) await one.got(delivery(id));
    const { target } = sending(now());
    const claims = await claimDeliveries(
      state,
      ['a', 'b'].map((id) => ({ id, target })),
      now(),
    );
    state.write((sql) => {
      recordAttempt(sql, 'b', sending(now()), claims.process);
      sql.run("UPDATE delivery_processes SET mark = '999999999 gone' WHERE number = ?", claims.process);
    });
    expect(await one.forwarded('a', sending(now()))).toBe('sending');
    expect(await one.forwarded('a', sending(now()))).toBeUndefined();
    expect(await one.forwarded('b', sending(now()))).toBe('unknown');
  });

  it('is taken over from a process that is gone, and left to one that runs', async () => {
    const first = await started();
    await first.got(delivery('left'));
    kill(first);
    const second = open();
    expect((await second.start()).own.map(({ id }) => id)).toEqual(['left']);
    const third = open();
    expect((await third.start()).own).toEqual([]);
    expect([second, third].map((each) => each.undelivered().map(({ id }) => id))).toEqual([['left'], []]);
    close(third);
    kill(second);
    const fourth = open();
    expect((await fourth.start()).own.map(({ id }) => id)).toEqual(['left']);
    await fourth.forwarded('left', delivered(now()));
    close(fourth);
    close(await started());
    expect(count('delivery_processes')).toBe(0);
  });

  it('is not forwarded again when another process of the forwarding delivered its event', async () => {
    const first = await started();
    const second = await started();
    await first.got(delivery('a'));
    await second.got(delivery('b', { eventId: 'event-a' }));
    await second.forwarded('b', delivered(now()));
    close(second);
    kill(first);
    expect((await open().start()).own).toEqual([]);
  });

  it('is offered to other forwardings of the service, unless a process forwards it', async () => {
    const first = await started();
    await first.got(delivery('waits'));
    await first.got(delivery('foreign', { host: 'other.test' }));
    expect((await open('two').start()).elsewhere).toEqual([]);
    kill(first);
    expect((await open('two').start()).elsewhere.map(({ id }) => id)).toEqual(['waits']);
  });
});

it('a start names the envelopes that may bring more, the latest last', async () => {
  const one = await started();
  await one.got(delivery('a'));
  await one.got(delivery('b', { event: 'envelope.sealed' }));
  await one.got(delivery('c', { host: 'other.test' }));
  await one.got(delivery('d'));
  await one.got(delivery('a2', { envelopeId: 'envelope-a', event: 'envelope.completed' }));
  await one.got(delivery('b2', { envelopeId: 'envelope-b', event: 'envelope.completed' }));
  expect((await open('two').start()).envelopes).toEqual(['envelope-d', 'envelope-a']);
});

it('a flood of refused deliveries has a bound of its own, and pushes out nothing that verified', async () => {
  const one = await started('one', { refused: 20_000 });
  await one.got(delivery('good'));
  const verdict = { ok: false, cause: 'mismatch', words: 'Wrong secret.' } as const;
  for (let round = 0; round < 20; round += 1) {
    for (let index = 0; index < 20; index += 1) {
      one.refused(delivery(`x${round}-${index}`, { verdict, eventId: null, target: null }));
    }
    await one.again('good');
  }
  const refused = listDeliveries(state, { refused: true });
  expect(refused[0]?.id).toBe('x19-19');
  expect(refused.length).toBeLessThan(40);
  one.refused(delivery('large', { verdict, target: null, body: Buffer.alloc(70_000) }));
  await one.again('good');
  const [large] = listDeliveries(state, { refused: true }, 1);
  expect([large?.size, deliveryBody(state, large!)]).toEqual([70_000, undefined]);
  expect(findDeliveries(state, 'good')).toMatchObject([{ repeats: 21 }]);
  // Its content is not trustworthy, and must not block the real event.
  expect(one.event('event-x19-19')).toBeUndefined();
});

it('ten thousand deliveries make room without a long pause, and with a file of bounded size', async () => {
  const one = await started('one', { max: 500_000 });
  const pages = (): number => Number(state.read((sql) => sql.pragma('page_count'), 0));
  await many(one, 2_000);
  const before = pages();
  await many(one, 2_000, 'more');
  expect(pages()).toBeLessThan(before * 1.4);
  expect(count('deliveries')).toBeLessThan(1_000);
});

it('what is inserted by nobody is forwarded by the next listener', async () => {
  state.write((sql) => insertDelivery(sql, delivery('a'), null));
  expect((await open().start()).own).toEqual([]);
});
