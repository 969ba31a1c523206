import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventRepository } from '../../../src/emulator/store/event-repository.js';
import { openStore } from '../../../src/emulator/store/store.js';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';

interface Listed {
  readonly data: readonly { readonly sequence: number; readonly id: string; readonly envelope_id: string }[];
  readonly more: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'esign-events-'));
const ids = Array.from({ length: 10_003 }, () => randomUUID());
const envelope = randomUUID();
let at: EmulatorMachine;

beforeAll(async () => {
  const store = openStore(join(folder, 'emulator.db'));
  store.commitNow(() => {
    const events = eventRepository(store.sql);
    for (const [index, id] of ids.entries()) {
      const envelope_id = index % 5_000 === 0 ? envelope : randomUUID();
      const people = { organisation_id: randomUUID(), brand_id: null, recipient_id: null };
      events.insert({ id, name: 'envelope.sent', created_at: index, envelope_id, ...people });
    }
  });
  store.close();
  at = await newEmulatorMachine({ data: join(folder, 'emulator.db') });
});
afterAll(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

it('log events --all lists all events in order, beyond what one response holds', async () => {
  const { data, more } = (await at.ok(['emulator', 'log', 'events', '--all', '--json'])).json<Listed>();
  expect([data.map(({ id }) => id), more]).toEqual([ids, false]);
});

it('log events lists the newest, in order, and says that there are more', async () => {
  const usual = await at.ok(['emulator', 'log', 'events']);
  expect(usual.json<Listed>().data.map(({ id }) => id)).toEqual(ids.slice(-1000));
  expect(usual.stderr).toContain('There are more results. Show more with --limit or --all.');
  const { data, more } = (await at.ok(['emulator', 'log', 'events', '--limit', '2', '--json'])).json<Listed>();
  expect([data.map(({ id }) => id), more]).toEqual([ids.slice(-2), true]);
  expect((await at.ok(['emulator', 'log', 'events', '--since', '1h', '--json'])).json<Listed>().data).toEqual([]);
  expect((await at.run(['emulator', 'log', 'events', '--since', '1h', '--fail-empty'])).code).toBe(4);
});

it('log requests --follow shows each request once, until Ctrl-C', async () => {
  const stopped = new AbortController();
  let looks = 0;
  const sleep = async (): Promise<void> => {
    looks += 1;
    if (looks === 1) await at.ok(['template', 'list']);
    if (looks === 3) stopped.abort();
  };
  await at.ok(['webhook', 'list']);
  const clock = { now: () => Date.now(), sleep };
  const ran = await at.run(['emulator', 'log', 'requests', '--follow'], { signal: stopped.signal, clock });
  const lines = ran.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; path?: string });
  expect(lines.map(({ type, path }) => [type, path])).toEqual([
    ['ready', undefined],
    ['request', '/api/v1/webhooks'],
    ['request', expect.stringMatching(/^\/api\/v1\/templates/)],
  ]);
});

it('log events --envelope lists those of one envelope', async () => {
  const { data } = (await at.ok(['emulator', 'log', 'events', '--envelope', envelope, '--json'])).json<Listed>();
  expect(data.map(({ id }) => id)).toEqual([ids[0], ids[5_000], ids[10_000]]);
});

it('the route gives a page at a time, and says whether there are more', async () => {
  const page = (query: string): Promise<Listed> => at.emulator.control<Listed>(`GET /_emulator/events?${query}`);
  const first = await page('limit=2');
  expect([first.data.map(({ id }) => id), first.more]).toEqual([ids.slice(0, 2), true]);
  const next = await page(`after=${first.data[1]?.sequence}&limit=1`);
  expect([next.data[0]?.id, next.more]).toEqual([ids[2], true]);
  const last = await page(`after=${10_001}`);
  expect([last.data.map(({ id }) => id), last.more]).toEqual([ids.slice(10_001), false]);
  expect((await page('')).data).toHaveLength(10_000);
  await expect(page('limit=10001')).rejects.toThrow('limit must be a whole number from 1 to 10000');
});
