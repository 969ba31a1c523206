import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeliveryJournal } from '../../src/journal/deliveries.js';
import { openDeliveryReader } from '../../src/journal/deliveries-read.js';
import type { NewDelivery } from '../../src/journal/deliveries-entry.js';

let folder: string;
let time = Date.parse('2026-12-01T08:00:00Z');
const now = (): number => (time += 1);
const target = 'http://127.0.0.1:3000/';

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'esign-deliveries-')), 'deliveries');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function delivery(id: string, overrides: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id,
    at: new Date(now()).toISOString(),
    listener: 'one',
    host: '127.0.0.1:4747',
    endpoint: null,
    event: 'envelope.sent',
    eventId: `event-${id}`,
    envelopeId: 'e1',
    recipientId: null,
    createdAt: null,
    retryCount: 0,
    synthetic: false,
    verdict: { ok: true, by: 'current' },
    signature: ['t=1,v1=00'],
    contentType: 'application/json',
    target,
    body: Buffer.from([0x7b, 0x00, 0xff, 0x0a, 0x0d, 0x7d]),
    ...overrides,
  };
}

const delivered = (at: number) =>
  ({ is: 'delivered', target, attempts: 1, at: new Date(at).toISOString(), status: 204, milliseconds: 3 }) as const;
const segments = (): string[] => readdirSync(folder).filter((name) => /^\d/.test(name));
const open = (sizes = {}) => openDeliveryJournal({ folder, now, sizes });

describe('a delivery in the journal', () => {
  it('is there with its raw bytes for another process as soon as it is acknowledged', async () => {
    const journal = open();
    await journal.got(delivery('a'));
    const reader = openDeliveryReader(folder);
    const [found] = await reader.list();
    expect(found).toMatchObject({ id: 'a', eventId: 'event-a', forward: { is: 'waiting', target }, size: 6 });
    expect(await reader.body(found!)).toEqual(Buffer.from([0x7b, 0x00, 0xff, 0x0a, 0x0d, 0x7d]));
    await journal.close();
  });

  it('says what became of it, also when that was written by a later run', async () => {
    const first = open();
    await first.got(delivery('a'));
    await first.got(delivery('b', { target: null }));
    await first.close();
    const second = open();
    await second.again('a', 1);
    await second.forwarded('a', delivered(now()));
    await second.close();
    const found = await openDeliveryReader(folder).list();
    expect(found.map(({ id, forward, repeats }) => [id, forward.is, repeats])).toEqual([
      ['a', 'delivered', 1],
      ['b', 'none', 0],
    ]);
    expect(segments()).toHaveLength(2);
  });

  it('stays delivered, and keeps its latest try, when the clock was set back in between', async () => {
    const journal = open();
    const before = time - 400_000;
    await journal.got(delivery('a'));
    await journal.got(delivery('b'));
    const failed = { ...delivered(time), is: 'failed', status: null, words: 'nothing is listening there' } as const;
    for (const id of ['a', 'b']) await journal.forwarded(id, failed);
    await journal.forwarded('a', { ...delivered(before), attempts: 2 });
    await journal.forwarded('b', { ...failed, attempts: 2, at: new Date(before).toISOString(), status: 500 });
    const states = (await journal.list()).map(({ forward }) => forward);
    expect(states).toMatchObject([{ is: 'delivered' }, { is: 'failed', attempts: 2, status: 500 }]);
    await journal.forwarded('a', { ...failed, attempts: 3 });
    expect((await journal.list())[0]?.forward.is).toBe('delivered');
    await journal.close();
  });

  it('is found by its id, the beginning of it, its event and its envelope', async () => {
    const journal = open();
    await journal.got(delivery('aa11'));
    await journal.got(delivery('bb22', { envelopeId: 'e2' }));
    const ids = async (id: string) => (await journal.find(id)).map((found) => found.id);
    expect(await ids('aa11')).toEqual(['aa11']);
    expect(await ids('bb')).toEqual(['bb22']);
    expect(await ids('event-aa11')).toEqual(['aa11']);
    expect(await ids('E2')).toEqual(['bb22']);
    await journal.close();
  });

  it('survives a line that a crash left torn, and the lines written after it', async () => {
    const first = open();
    await first.got(delivery('a'));
    await first.got(delivery('b'));
    await first.close();
    const path = join(folder, segments()[0]!);
    truncateSync(path, statSync(path).size - 20);
    appendFileSync(path, '');
    const second = open();
    await second.got(delivery('c'));
    await second.close();
    expect((await openDeliveryReader(folder).list()).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('is the owner’s alone', async () => {
    const journal = open();
    await journal.got(delivery('a'));
    journal.refused(delivery('x', { verdict: { ok: false, cause: 'no_header', words: 'No header.' } }));
    await journal.close();
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

describe('many deliveries at once', () => {
  it('are all there, each at its own place', async () => {
    const journal = open();
    const ids = Array.from({ length: 500 }, (_, index) => `id${index}`);
    await Promise.all(ids.map((id) => journal.got(delivery(id, { body: Buffer.from(`{"id":"${id}"}`) }))));
    const found = await journal.list();
    expect(new Set(found.map(({ id }) => id)).size).toBe(500);
    for (const one of found.slice(0, 20)) expect((await journal.body(one))?.toString()).toBe(`{"id":"${one.id}"}`);
    await journal.close();
  });

  it('fail together when nothing can be written, and the next one is tried again', async () => {
    const file = join(folder, '..', 'a-file');
    appendFileSync(file, '');
    const journal = openDeliveryJournal({ folder: join(file, 'deliveries'), now });
    await expect(journal.got(delivery('a'))).rejects.toMatchObject({ code: 'deliveries_unwritable' });
    await expect(journal.got(delivery('b'))).rejects.toMatchObject({ name: 'DeliveriesUnwritable' });
    await journal.close();
  });
});

describe('the bounds of the journal', () => {
  const sizes = { turnAt: 8_000, max: 60_000, refused: 4_000 };

  it('hold for a flood of refused ones, which push out nothing that verified', async () => {
    const journal = open(sizes);
    await journal.got(delivery('good'));
    const verdict = { ok: false, cause: 'mismatch', words: 'Wrong secret.' } as const;
    const ringFiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('refused'));
    const readRing = (): string =>
      ringFiles()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    for (let round = 0; round < 40; round += 1) {
      for (let index = 0; index < 20; index += 1) journal.refused(delivery(`x${round}-${index}`, { verdict }));
      // A slow disk takes several rounds at once otherwise.
      await vi.waitFor(() => expect(readRing()).toContain(`x${round}-19`), 20_000);
    }
    await journal.close();
    const ring = ringFiles();
    expect(ring).toContain('refused.1.ndjson');
    expect(Math.max(...ring.map((name) => statSync(join(folder, name)).size))).toBeLessThan(60_000);
    expect((await openDeliveryReader(folder, { ...sizes }).find('good')).map(({ id }) => id)).toEqual(['good']);
    expect(readFileSync(join(folder, segments()[0]!), 'utf8')).not.toContain('mismatch');
  });
});
