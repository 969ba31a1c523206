import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canChange, openSeenEnvelopes, type SeenEnvelope } from '../../src/journal/envelope-states.js';

const one = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const two = '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const seen = (id: string, more: Partial<SeenEnvelope> = {}): SeenEnvelope => ({
  id,
  host: 'api.test',
  account: 'k1',
  readAt: '2026-12-01T08:00:00.000Z',
  status: 'sent',
  title: 'Lease',
  createdAt: '2026-12-01T07:00:00.000Z',
  sentAt: null,
  expiresAt: null,
  turn: [{ role: 'Tenant', name: 'Thandi' }],
  sealed: null,
  ...more,
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'esign-seen-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (): string => join(folder, 'envelopes.ndjson');

describe('the last known states', () => {
  it('the latest counts, for each service and key apart, in a file of the owner alone', async () => {
    const record = openSeenEnvelopes(folder);
    await record.keep([seen(one), seen(two), seen(one, { account: 'k2', status: null })]);
    await record.keep([seen(one, { status: 'completed', sealed: true, turn: [] })]);
    const read = await record.read('api.test', 'k1');
    expect([...read.values()]).toEqual([seen(two), seen(one, { status: 'completed', sealed: true, turn: [] })]);
    expect((await record.read('api.test', 'k2')).get(one)?.status).toBeNull();
    expect((await record.read('other.test', 'k1')).size).toBe(0);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('torn, foreign and nonsensical lines are passed over', async () => {
    const record = openSeenEnvelopes(folder);
    await record.keep([seen(one)]);
    appendFileSync(path(), '{"id":"2\n[]\nnull\n{"id":1}\n');
    appendFileSync(
      path(),
      `${JSON.stringify({ ...seen(two), status: 'eaten', turn: [7, { role: 1 }], sealed: 'yes' })}\n`,
    );
    const read = await record.read('api.test', 'k1');
    expect([...read.keys()]).toEqual([one, two]);
    expect(read.get(two)).toEqual(seen(two, { status: null, turn: [], sealed: null }));
  });

  it('no file at all is an empty record', async () => {
    expect((await openSeenEnvelopes(join(folder, 'none')).read('api.test', 'k1')).size).toBe(0);
  });

  it('stays short: only the latest line about each envelope is kept', async () => {
    const record = openSeenEnvelopes(folder, 2_000);
    for (let time = 0; time < 40; time += 1) await record.keep([seen(one, { title: `Look ${time}` }), seen(two)]);
    expect(readFileSync(path()).length).toBeLessThan(2_700);
    expect((await record.read('api.test', 'k1')).get(one)?.title).toBe('Look 39');
  });

  it('one that is sealed, over, or not shown cannot change', () => {
    const can = (status: SeenEnvelope['status'], sealed: boolean | null = null) => canChange({ status, sealed });
    expect([can('draft'), can('sent'), can('partially_signed'), can('completed'), can('completed', false)]).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect([can('completed', true), can('voided'), can('declined'), can('expired'), can(null)]).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
