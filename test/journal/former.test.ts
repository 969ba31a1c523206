import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRequestJournal, type NewIntent, type RequestJournal } from '../../src/journal/requests.js';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'esign-former-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const envelope = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const minute = (count: number): string => new Date(Date.UTC(2026, 10, 20, 8, count)).toISOString();
const open = (): RequestJournal => openRequestJournal({ folder, now: () => Date.UTC(2026, 10, 20, 12) });
const intent = (id: string, at: number, more: object = {}) => ({
  kind: 'intent',
  id,
  at: minute(at),
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  fingerprint: 'f',
  host: 'api.test',
  key: `key-${id}`,
  pid: 2 ** 30,
  ...more,
});
const end = (id: string, at: number, more: object = {}) => ({
  kind: 'settled',
  id,
  at: minute(at),
  status: 201,
  resource: envelope,
  unknown: false,
  attempts: 1,
  ...more,
});
const write = (name: string, ...lines: readonly (object | string)[]): void =>
  writeFileSync(
    join(folder, name),
    lines.map((line) => `\n${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
const kept = (id: string, body: string): void => {
  mkdirSync(join(folder, 'requests.kept'), { recursive: true });
  writeFileSync(join(folder, 'requests.kept', id), body);
};

describe('the record of an earlier version', () => {
  it('is moved over once, and still keeps a key from being used twice', async () => {
    write('requests.1.ndjson', intent('old', 1), end('old', 2), intent('open', 3));
    write('requests.ndjson', intent('lost', 4), end('lost', 5, { unknown: true, status: undefined }), '{torn');
    kept('open', '{"a":1}');
    kept('lost', '');
    expect((await open().listRequests()).map(({ id }) => id)).toEqual(['old', 'open', 'lost']);
    expect(
      ['requests.ndjson', 'requests.1.ndjson', 'requests.kept', 'requests.lock'].map((name) =>
        existsSync(join(folder, name)),
      ),
    ).toEqual([false, false, false, false]);
    expect(await open().countUnsettled()).toBe(2);
    expect([await open().body('open'), await open().body('lost')]).toEqual(['{"a":1}', undefined]);
    expect([...(await open().envelopes('api.test'))].map(({ id }) => id)).toEqual([envelope]);
    const again = { ...intent('new', 6, { key: 'key-old', fingerprint: 'g', chosen: true }) } as unknown as NewIntent;
    await expect(open().intent(again)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('that an older program wrote later is moved as well, and a move that was cut off changes nothing', async () => {
    const lines = [intent('a', 1), end('a', 2), intent('b', 3)];
    write('requests.ndjson', ...lines);
    await open().listRequests();
    write('requests.ndjson', ...lines, intent('c', 4), end('c', 5));
    expect((await open().listRequests()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(await open().countUnsettled()).toBe(1);
  });

  it('that was cut is reported: a body without a recorded write', async () => {
    write('requests.ndjson', intent('a', 1), end('a', 2));
    kept('0f8fad5b-d9cb-469f-a165-70867728950e', '{"title":"Lease"}');
    expect(await open().standingNow()).toEqual({ unsettled: 0, damaged: 1 });
  });

  it('that cannot be read is never taken for an empty one', async () => {
    mkdirSync(join(folder, 'requests.ndjson'));
    await expect(open().countUnsettled()).rejects.toMatchObject({ code: 'journal_unreadable', systemCode: 'EISDIR' });
  });
});
