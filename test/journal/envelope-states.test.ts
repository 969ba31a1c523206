import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
    expect(await record.read('api.test', 'k1', two)).toEqual(seen(two));
    expect(await record.read('api.test', 'k1', one)).toEqual(
      seen(one, { status: 'completed', sealed: true, turn: [] }),
    );
    expect((await record.read('api.test', 'k2', one))?.status).toBeNull();
    expect(await record.read('other.test', 'k1', one)).toBeUndefined();
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
    rmSync(join(folder, 'envelopes'), { recursive: true });
    const again = openSeenEnvelopes(folder);
    expect(await again.read('api.test', 'k1', one)).toEqual(seen(one));
    expect(await again.read('api.test', 'k1', two)).toEqual(seen(two, { status: null, turn: [], sealed: null }));
  });

  it('no file at all is an empty record', async () => {
    expect(await openSeenEnvelopes(join(folder, 'none')).read('api.test', 'k1', one)).toBeUndefined();
  });

  it('stays short: only the latest line about each envelope is kept', async () => {
    const record = openSeenEnvelopes(folder, 2_000);
    for (let time = 0; time < 40; time += 1) await record.keep([seen(one, { title: `Look ${time}` }), seen(two)]);
    const files = join(folder, 'envelopes', 'seen');
    const sizes = readdirSync(files).map((name) => statSync(join(files, name)).size);
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(2_700);
    expect((await record.read('api.test', 'k1', one))?.title).toBe('Look 39');
  });

  it('takes over the one file of an earlier version, and keeps all of it', async () => {
    writeFileSync(path(), `${JSON.stringify(seen(one))}\n`);
    const record = openSeenEnvelopes(folder);
    expect(await record.read('api.test', 'k1', one)).toEqual(seen(one));
    await record.keep([seen(two)]);
    rmSync(path());
    expect(await openSeenEnvelopes(folder).read('api.test', 'k1', one)).toEqual(seen(one));
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
