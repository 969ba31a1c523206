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
  readonly has_more: boolean;
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

it('log events lists all events in order, beyond what one response holds', async () => {
  const { data } = (await at.ok(['emulator', 'log', 'events', '--json'])).json<Listed>();
  expect(data.map(({ id }) => id)).toEqual(ids);
});

it('log events --envelope lists those of one envelope', async () => {
  const { data } = (await at.ok(['emulator', 'log', 'events', '--envelope', envelope, '--json'])).json<Listed>();
  expect(data.map(({ id }) => id)).toEqual([ids[0], ids[5_000], ids[10_000]]);
});

it('the route gives a page at a time, and says whether there are more', async () => {
  const page = (query: string): Promise<Listed> => at.emulator.control<Listed>(`GET /_emulator/events?${query}`);
  const first = await page('limit=2');
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const next = await page(`after=${first.data[1]?.sequence}&limit=1`);
  expect([next.data[0]?.id, next.has_more]).toEqual([ids[2], true]);
  const last = await page(`after=${10_001}`);
  expect([last.data.map(({ id }) => id), last.has_more]).toEqual([ids.slice(10_001), false]);
  expect((await page('')).data).toHaveLength(10_000);
  await expect(page('limit=10001')).rejects.toThrow('limit must be a whole number from 1 to 10000');
});
