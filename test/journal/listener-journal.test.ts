import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeliveryJournal } from '../../src/journal/deliveries.js';
import { arrivalOf, type NewDelivery } from '../../src/journal/deliveries-entry.js';
import { openDeliveryReader } from '../../src/journal/deliveries-read.js';
import { openListenerJournal, type ListenerJournal } from '../../src/journal/listener-journal.js';

let folder: string;
let time = Date.parse('2026-12-01T08:00:00Z');
const now = (): number => (time += 1);
const day = 86_400_000;
const target = 'http://127.0.0.1:3000/';
const host = '127.0.0.1:4747';
const nobody: ReadonlySet<string> = new Set();
const opened = new Set<ListenerJournal>();

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'esign-listener-')), 'deliveries');
});
afterEach(async () => {
  for (const each of opened) await each.close();
  opened.clear();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const delivery = (id: string, overrides: Partial<NewDelivery> = {}): NewDelivery => ({
  id,
  at: new Date(now()).toISOString(),
  listener: 'one',
  host,
  endpoint: null,
  event: 'envelope.sent',
  eventId: `event-${id}`,
  envelopeId: `envelope-${id}`,
  recipientId: null,
  createdAt: null,
  retryCount: 0,
  synthetic: false,
  verdict: { ok: true, by: 'current' },
  signature: ['t=1,v1=00'],
  contentType: 'application/json',
  target,
  body: Buffer.alloc(1_000, 0x41),
  ...overrides,
});
const taken = () =>
  ({
    is: 'delivered',
    target,
    attempts: 1,
    at: new Date(now()).toISOString(),
    status: 204,
    milliseconds: 3,
  }) as const;
const failed = () => ({ ...taken(), is: 'failed', status: 500, words: 'it answered 500' }) as const;
const small = { turnAt: 8_000, max: 60_000 };

function open(listener = 'one', sizes = {}): ListenerJournal {
  const journal = openListenerJournal({ folder, now, listener, sizes });
  opened.add(journal);
  return journal;
}
async function started(listener = 'one', sizes = {}): Promise<ListenerJournal> {
  const journal = open(listener, sizes);
  await journal.start(nobody);
  return journal;
}
async function done(journal: ListenerJournal): Promise<void> {
  opened.delete(journal);
  await journal.close();
}
/** As a killed process leaves it: the files as they are before its last checkpoint, and nobody who owns them. */
async function kill(journal: ListenerJournal): Promise<void> {
  const copy = join(folder, '..', 'as-killed');
  cpSync(folder, copy, { recursive: true });
  await done(journal);
  rmSync(folder, { recursive: true });
  renameSync(copy, folder);
  for (const name of readdirSync(join(folder, 'known'))) rmSync(join(folder, 'known', name, 'owner'), { force: true });
}
const segments = (): string[] => readdirSync(folder).filter((name) => /^\d/.test(name));
const total = (): number => segments().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
async function many(journal: ListenerJournal, count: number, prefix = 'id'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const id = `${prefix}${String(index).padStart(4, '0')}`;
    await journal.got(delivery(id));
    await journal.forwarded(id, taken());
  }
}

describe('an event that came', () => {
  it('is known after its record made room, across restarts, with what the app made of it', async () => {
    const first = await started('one', small);
    await many(first, 200);
    await done(first);
    expect(total()).toBeLessThan(70_000);
    expect(await openDeliveryReader(folder).find('event-id0000')).toEqual([]);
    const second = await started('one', small);
    expect(second.event('event-id0000')).toMatchObject({ id: 'id0000', taken: true });
    expect(second.event('event-never')).toBeUndefined();
    expect(second.arrived(host, arrivalOf('envelope.sent', 'envelope-id0000', null))).toBe(true);
    expect(second.arrived(host, arrivalOf('envelope.voided', 'envelope-id0000', null))).toBe(false);
    expect(second.arrived('other.test', arrivalOf('envelope.sent', 'envelope-id0000', null))).toBe(false);
  });

  it('is forgotten when the week is over, with the table that held it', async () => {
    const first = await started();
    await first.got(delivery('old'));
    const tables = (): string[] => readdirSync(join(folder, 'known', 'one')).filter((name) => name.endsWith('.event'));
    const before = tables();
    time += 9 * day;
    expect(first.event('event-old')).toBeUndefined();
    await first.got(delivery('new'));
    expect(tables()).toHaveLength(1);
    expect(tables()).not.toEqual(before);
    expect(first.event('event-new')).toMatchObject({ id: 'new' });
  });

  it('is known when the process was killed before it wrote down what it knows', async () => {
    const first = await started();
    await many(first, 5);
    await first.got(delivery('open'));
    await kill(first);
    rmSync(join(folder, 'known', 'one', 'checkpoint.json'), { force: true });
    for (const name of readdirSync(join(folder, 'known', 'one'))) rmSync(join(folder, 'known', 'one', name));
    const second = open();
    const { own } = await second.start(nobody);
    expect(own.map(({ id, forward }) => [id, forward.is])).toEqual([['open', 'waiting']]);
    expect(second.event('event-id0003')).toMatchObject({ taken: true });
    expect(second.event('event-open')).toMatchObject({ taken: false });
  });

  it('is taken from the segments again when a table was torn', async () => {
    const first = await started();
    await many(first, 5);
    await done(first);
    const known = join(folder, 'known', 'one');
    for (const name of readdirSync(known).filter((each) => /\.(event|arrival)$/.test(each))) {
      truncateSync(join(known, name), 100);
    }
    const second = await started();
    expect(second.event('event-id0002')).toMatchObject({ id: 'id0002', taken: true });
    expect(second.arrived(host, arrivalOf('envelope.sent', 'envelope-id0002', null))).toBe(true);
  });

  it('is known from the record of an older version, to every forwarding', async () => {
    const older = openDeliveryJournal({ folder, now });
    await older.got(delivery('mine'));
    await older.got(delivery('theirs', { listener: 'two' }));
    await older.close();
    const one = open();
    const { own, others } = await one.start(nobody);
    expect([own.map(({ id }) => id), others.map(({ id }) => id)]).toEqual([['mine'], ['theirs']]);
    expect(one.event('event-mine')).toBeDefined();
    expect(one.event('event-theirs')).toBeUndefined();
    expect(one.arrived(host, arrivalOf('envelope.sent', 'envelope-theirs', null))).toBe(true);
    await done(one);
    const two = open('two');
    expect((await two.start(nobody)).own.map(({ id }) => id)).toEqual(['theirs']);
    expect(two.event('event-theirs')).toBeDefined();
  });

  it('is not a duplicate for another process that forwards the same at the same time', async () => {
    const one = await started();
    await one.got(delivery('before'));
    time += 5_000;
    const two = await started();
    time += 5_000;
    await one.got(delivery('both'));
    expect(two.event('event-both')).toBeUndefined();
    expect(two.event('event-before')).toBeDefined();
    await two.got(delivery('both'));
    await Promise.all([done(one), done(two)]);
    const three = await started();
    expect([three.event('event-both'), three.event('event-before')]).not.toContain(undefined);
  });

  it('is not assumed to be known when a newer version wrote it, with a note', async () => {
    const first = await started();
    await done(first);
    const path = join(folder, 'known', 'one', 'checkpoint.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2'));
    await expect(open().start(nobody)).rejects.toMatchObject({ code: 'deliveries_too_new' });
  });
});

describe('a delivery that an app is still to have', () => {
  it('keeps its bytes when its segment goes, once and not at every turn', async () => {
    const first = await started('one', small);
    await first.got(delivery('waits', { body: Buffer.from('kept') }));
    await first.got(delivery('fails', { body: Buffer.from('too') }));
    await first.forwarded('fails', failed());
    await many(first, 400);
    await done(first);
    const kept = join(folder, 'known', 'one', 'kept');
    const copies = readdirSync(kept).map((name) => readFileSync(join(kept, name), 'utf8'));
    expect(copies.join('').match(/"id":"waits"/g)).toHaveLength(1);
    const second = open('one', small);
    const { own } = await second.start(nobody);
    expect(own.map(({ id, forward }) => [id, forward.is])).toEqual([
      ['waits', 'waiting'],
      ['fails', 'failed'],
    ]);
    expect((await second.body(own[0]!))?.toString()).toBe('kept');
    await second.forwarded('waits', taken());
    await second.forwarded('fails', { ...taken(), attempts: 2 });
    await many(second, 400, 'no');
    await done(second);
    expect(readdirSync(kept)).toEqual([]);
    expect((await (await started('one', small)).undelivered()).map(({ id }) => id)).toEqual([]);
  });

  it('is given up, with a note, when more are waiting than the limit allows', async () => {
    const journal = await started('one', { turnAt: 8_000, max: 30_000 });
    for (let index = 0; index < 150; index += 1) await journal.got(delivery(`w${String(index).padStart(3, '0')}`));
    await done(journal);
    const next = open('one', { turnAt: 8_000, max: 30_000 });
    const { own } = await next.start(nobody);
    expect(own.length).toBeGreaterThan(10);
    expect(own.length).toBeLessThan(100);
    expect(own.at(-1)?.id).toBe('w149');
    const gone = (await next.list()).filter(({ forward }) => forward.is === 'given-up');
    expect(gone[0]?.forward).toMatchObject({ words: expect.stringContaining('make room') });
    const kept = join(folder, 'known', 'one', 'kept');
    const size = readdirSync(kept).reduce((sum, name) => sum + statSync(join(kept, name)).size, 0);
    expect(size + total()).toBeLessThan(90_000);
  });

  it('is delivered once another program says so', async () => {
    const first = await started();
    await first.got(delivery('waits'));
    await done(first);
    const replay = openDeliveryJournal({ folder, now });
    await replay.forwarded('waits', taken());
    await replay.close();
    const second = open();
    expect((await second.start(nobody)).own).toEqual([]);
    expect(second.event('event-waits')).toMatchObject({ taken: true });
  });

  it('is offered to other forwardings, unless one is handling it', async () => {
    const first = await started();
    await first.got(delivery('waits'));
    await kill(first);
    const other = open('two');
    expect((await other.start(nobody)).others.map(({ id }) => id)).toEqual(['waits']);
    await done(other);
    expect((await open('two').start(new Set(['one']))).others).toEqual([]);
  });

  it('is found again when the state folder was moved', async () => {
    const first = await started();
    await first.got(delivery('waits', { body: Buffer.from('bytes') }));
    await done(first);
    const before = folder;
    folder = join(mkdtempSync(join(tmpdir(), 'esign-moved-')), 'deliveries');
    rmSync(folder, { recursive: true, force: true });
    renameSync(before, folder);
    const second = open();
    const [found] = (await second.start(nobody)).own;
    expect((await second.body(found!))?.toString()).toBe('bytes');
    rmSync(join(before, '..'), { recursive: true, force: true });
  });
});

describe('a start', () => {
  it('reads no segment that was read before', async () => {
    const first = await started();
    await many(first, 50);
    await done(first);
    // Whatever would be read of them now would show.
    for (const name of segments()) writeFileSync(join(folder, name), '{"broken');
    const second = open();
    expect((await second.start(nobody)).own).toEqual([]);
    expect(second.event('event-id0049')).toMatchObject({ taken: true });
  });

  it('is refused where nothing can be written', async () => {
    writeFileSync(join(folder, '..', 'a-file'), '');
    folder = join(folder, '..', 'a-file');
    await expect(open().start(nobody)).rejects.toMatchObject({ code: 'deliveries_unwritable' });
    folder = join(folder, '..', 'deliveries');
  });
});

describe('the record from its end', () => {
  it('gives deliveries whose bytes were copied in their place, with what became of them', async () => {
    const journal = await started('one', small);
    for (const id of ['a', 'b', 'c']) await journal.got(delivery(id));
    await journal.forwarded('a', failed());
    await many(journal, 200);
    await journal.forwarded('c', { ...failed(), attempts: 2 });
    await many(journal, 3, 'new');
    await done(journal);
    const read: string[] = [];
    for await (const { id, forward } of openDeliveryReader(folder).newest()) read.push(`${id} ${forward.is}`);
    expect(read.slice(0, 3)).toEqual(['new0002 delivered', 'new0001 delivered', 'new0000 delivered']);
    expect(read.slice(-3)).toEqual(['c failed', 'b waiting', 'a failed']);
    expect(new Set(read).size).toBe(read.length);
  });

  it('gives the newest first, with what became of each, over several segments and listeners', async () => {
    const one = await started('one', { turnAt: 8_000 });
    const two = await started('two', { turnAt: 8_000 });
    const order: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const id = `d${String(index).padStart(2, '0')}`;
      const journal = index % 3 === 0 ? two : one;
      await journal.got(delivery(id, { listener: index % 3 === 0 ? 'two' : 'one' }));
      if (index % 2 === 0) await journal.forwarded(id, taken());
      order.push(`${id} ${index % 2 === 0 ? 'delivered' : 'waiting'}`);
    }
    await one.again('d01', 1);
    const read: string[] = [];
    for await (const { id, forward } of openDeliveryReader(folder).newest()) read.push(`${id} ${forward.is}`);
    expect(read).toEqual(order.toReversed());
    const all = await openDeliveryReader(folder).list();
    expect(all.map(({ id }) => id)).toEqual(order.map((text) => text.slice(0, 3)));
    expect(all[1]?.repeats).toBe(1);
  });
});
