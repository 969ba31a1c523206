import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canChange, latestEnvelopes, openSeenEnvelopes, type SeenEnvelope } from '../../src/store/envelope-states.js';
import { openState } from '../../src/store/state.js';

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

describe('the last known states', () => {
  it('the latest counts, for each service and key apart, in a file of the owner alone', async () => {
    const record = openSeenEnvelopes(openState(folder));
    await record.keep([seen(one), seen(two), seen(one, { account: 'k2', status: null })]);
    await record.keep([seen(one, { status: 'completed', sealed: true, turn: [] })]);
    expect(await record.read('api.test', 'k1', two)).toEqual(seen(two));
    expect(await record.read('api.test', 'k1', one)).toEqual(
      seen(one, { status: 'completed', sealed: true, turn: [] }),
    );
    expect((await record.read('api.test', 'k2', one))?.status).toBeNull();
    expect(await record.read('other.test', 'k1', one)).toBeUndefined();
    expect(statSync(join(folder, 'state.db')).mode & 0o777).toBe(0o600);
  });

  it('no file at all is an empty record', async () => {
    expect(await openSeenEnvelopes(openState(join(folder, 'none'))).read('api.test', 'k1', one)).toBeUndefined();
  });

  it('gives the latest of a service first', async () => {
    const record = openSeenEnvelopes(openState(folder));
    await record.keep([seen(one), seen(two), seen(one, { host: 'other.test' })]);
    await record.keep([seen(one, { title: 'Read again' })]);
    const latest = (host: string | null) =>
      latestEnvelopes(openState(folder), host, 10).map(({ id, host: at }) => [id, at]);
    expect(latest('api.test')).toEqual([
      [one, 'api.test'],
      [two, 'api.test'],
    ]);
    expect(latest(null)).toHaveLength(3);
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
