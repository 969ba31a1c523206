import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDoneWrites } from '../../src/journal/done-writes.js';
import type { RecordedRequest } from '../../src/journal/entry.js';
import { openRequestJournal, type RequestJournal } from '../../src/journal/requests.js';
import { times } from '../support/counts.js';

const day = 24 * 60 * 60 * 1000;
let folder = '';
let read = 0;
beforeEach(() => {
  // Where there is memory to write to: a disk's own time is not what is looked at.
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'esign-growth-'));
  read = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = Date.UTC(2026, 10, 20);
const open = (now: () => number = () => start): RequestJournal =>
  openRequestJournal({ folder, now, onRead: (bytes) => (read += bytes) });
const intent = (key: string) => ({
  id: randomUUID(),
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  key,
  fingerprint: 'f'.repeat(64),
  host: 'api.test',
  profile: 'work',
});

/** Sends with a key, as a command does; answers how many bytes of the record were read for it. */
async function send(journal: RequestJournal, key: string, resource: string = randomUUID()): Promise<number> {
  const before = read;
  const wanted = { ...intent(key), chosen: true, reuse: 'while_kept' } as const;
  await journal.isHeld({ ...wanted, credential: undefined });
  await journal.intent(wanted, '{}');
  await journal.settled(wanted.id, { status: 201, resource, unknown: false }, 1);
  return read - before;
}

/** Earlier writes, an hour apart, as the record of an earlier version brings them. */
async function earlier(count: number): Promise<void> {
  const requests = Array.from({ length: count }, (_, index): RecordedRequest => {
    const at = new Date(start - (index + 1) * 60_000).toISOString();
    const settled = { at, status: 201, code: undefined, resource: randomUUID(), unknown: false, attempts: 1 };
    return { ...intent(`old-${index}`), at, settled };
  });
  await openDoneWrites(join(folder, 'requests')).addAll(requests, start);
}

it(
  'a look-up by key reads one small file of a thousand, whatever was written before',
  { timeout: 60_000 },
  async () => {
    const average = async (name: string): Promise<number> => {
      let bytes = 0;
      for (let index = 0; index < 32; index += 1) bytes += await send(open(), `${name}-${index}`);
      return bytes / 32;
    };
    expect(await average('none')).toBeLessThan(1_024);
    await earlier(1_000);
    expect(await average('thousand')).toBeLessThan(4_096);
    rmSync(folder, { recursive: true });
    const many = times(10_000, 100_000);
    await earlier(many);
    // Three times a thousandth of what there is, some 500 bytes a write.
    expect(await average('many')).toBeLessThan((many / 1_024) * 3 * 800 + 2_048);
  },
);

it('a page of the newest reads the ends of files, and not all that there is', { timeout: 60_000 }, async () => {
  await earlier(times(10_000, 100_000));
  read = 0;
  const page: string[] = [];
  for await (const { at } of open().newestFirst()) {
    page.push(at);
    if (page.length === 50) break;
  }
  expect(page).toEqual(page.toSorted().toReversed());
  expect(page[0]).toBe(new Date(start - 60_000).toISOString());
  expect(read).toBeLessThan(5 * 1024 * 1024);
});

it(
  'nothing is forgotten by its number: every envelope is known, and every key is held',
  { timeout: 180_000 },
  async () => {
    const count = times(500, 5_000);
    const made: string[] = [];
    let now = start;
    const journal = open(() => now);
    for (let index = 0; index < count; index += 1) {
      now += 1_000;
      made.push(randomUUID());
      await send(journal, `key-${index}`, made.at(-1));
    }
    expect([...(await open().envelopes('api.test'))].map(({ id }) => id)).toEqual(made.toReversed());
    expect(await open().facts()).toMatchObject({ writes: count, envelopes: count, unsettled: 0, damaged: [] });
    const late = open(() => now + 400 * day);
    const again = { ...intent('key-0'), chosen: true, reuse: 'while_kept' } as const;
    await expect(late.intent(again)).rejects.toMatchObject({ code: 'key_outlived' });
  },
);

it('records are forgotten by age alone, a quarter at a time, when the service agrees on the time', async () => {
  let now = Date.UTC(2024, 0, 10);
  const sendAt = async (key: string, service: number): Promise<void> => {
    const journal = open(() => now);
    const wanted = { ...intent(key), chosen: true };
    await journal.intent(wanted);
    await journal.settled(wanted.id, { status: 201, resource: randomUUID(), unknown: false, serviceAt: service }, 1);
  };
  await sendAt('old', now);
  const left = { ...intent('left'), pid: 2 ** 30 };
  await open(() => now).intent(left, '{}');
  // A clock that has gone years ahead forgets nothing.
  const then = now;
  now += 2_000 * day;
  await sendAt('wrong', then + 1_000);
  expect(await open().requestsUnder('old')).toHaveLength(1);
  now = then + 900 * day;
  await sendAt('new', now);
  expect(await open().requestsUnder('old')).toEqual([]);
  expect(await open().requestsUnder('new')).toHaveLength(1);
  // What is open is kept for as long as it is.
  expect((await open(() => now).listOpen()).map(({ id }) => id)).toEqual([left.id]);
});
