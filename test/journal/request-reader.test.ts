import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../src/journal/entry.js';
import { openRequestReader } from '../../src/journal/request-reader.js';
import { openRequestStore, type RequestStore } from '../../src/journal/request-store.js';

const now = Date.parse('2026-12-01T08:00:00Z');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-reader-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const openStore = (): RequestStore => openRequestStore({ folder, now: () => now });
const intent = (id: string, changes: Partial<Intent> = {}): Intent => ({
  id,
  at: new Date(now).toISOString(),
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  key: 'k',
  fingerprint: 'f'.repeat(64),
  host: 'api.example.test',
  profile: undefined,
  ...changes,
});
const end = { at: '', status: 201, code: undefined, resource: 'e', unknown: false, attempts: 1 };
const holders = async (store: RequestStore, own?: string): Promise<string[]> =>
  (await openRequestReader(store, () => now).underKey('k', own)).holders.map(({ id }) => id);

describe('who holds a key', () => {
  it('of two processes that chose the same key, only the first claim wins', async () => {
    const store = openStore();
    await store.open.add(intent('first', { chosen: true }), undefined);
    await store.open.add(intent('second', { chosen: true }), undefined);
    await store.done.claim({ id: 'first', key: 'k' }, now);
    await store.done.claim({ id: 'second', key: 'k' }, now);
    expect([await holders(store, 'first'), await holders(store, 'second')]).toEqual([[], ['first']]);
  });

  it('a second claim of the same write does not move it behind another', async () => {
    const store = openStore();
    await store.open.add(intent('first', { chosen: true }), undefined);
    await store.open.add(intent('second', { chosen: true }), undefined);
    for (const id of ['first', 'second', 'first']) await store.done.claim({ id, key: 'k' }, now);
    expect([await holders(store, 'first'), await holders(store, 'second')]).toEqual([[], ['first']]);
  });

  it('a write that chose a key and has not claimed it yet waits, and finds the one that has', async () => {
    const store = openStore();
    await store.open.add(intent('slow', { chosen: true }), undefined);
    await store.open.add(intent('fast', { chosen: true }), undefined);
    await store.done.claim({ id: 'fast', key: 'k' }, now);
    expect(await holders(store, 'fast')).toEqual([]);
    await store.done.claim({ id: 'slow', key: 'k' }, now);
    expect(await holders(store, 'slow')).toEqual(['fast']);
  });

  it('an open write with a key of its own holds it without a claim', async () => {
    const store = openStore();
    await store.open.add(intent('earlier'), undefined);
    await store.open.add(intent('own', { chosen: true }), undefined);
    await store.done.claim({ id: 'own', key: 'k' }, now);
    expect(await holders(store, 'own')).toEqual(['earlier']);
  });

  it('a write that ended holds its key, also when it chose it and its claim is lost', async () => {
    const store = openStore();
    await store.done.add({ ...intent('done', { chosen: true }), settled: end }, now);
    await store.open.add(intent('own', { chosen: true }), undefined);
    await store.done.claim({ id: 'own', key: 'k' }, now);
    expect(await holders(store, 'own')).toEqual(['done']);
  });

  it('without a write of its own, a key is held by what ended or was claimed, and not by what has sent nothing', async () => {
    const store = openStore();
    await store.done.add({ ...intent('done'), settled: end }, now);
    await store.open.add(intent('claimed', { chosen: true }), undefined);
    await store.done.claim({ id: 'claimed', key: 'k' }, now);
    await store.open.add(intent('unsent', { chosen: true }), undefined);
    expect((await holders(store)).toSorted()).toEqual(['claimed', 'done']);
  });
});

it('keeps reading when an open record is damaged, and names it', async () => {
  const store = openStore();
  await store.open.add(intent('whole'), undefined);
  const { path } = await store.open.add(intent('cut', { key: 'other' }), undefined);
  writeFileSync(path, '{"id":"cu');
  const reader = openRequestReader(openStore(), () => now);
  expect((await reader.listOpen()).map(({ id }) => id)).toEqual(['whole']);
  expect(await reader.damaged()).toEqual([{ id: 'cut', open: true }]);
  expect(await reader.standingNow()).toEqual({ unsettled: 1, damaged: 1 });
});
