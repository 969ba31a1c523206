import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SnapshotDigest } from '../../../src/emulator/store/snapshot-format.js';
import { expectRefusal, startTestEmulator, type StartOptions, type TestEmulator } from '../../support/emulator.js';
import { bearer, http } from '../../support/http.js';
import type { Envelope } from '../../support/shapes.js';

const open: TestEmulator[] = [];
const start = async (options: StartOptions = {}): Promise<TestEmulator> => {
  const emulator = await startTestEmulator(options);
  open.push(emulator);
  return emulator;
};
afterEach(async () => {
  for (const emulator of open.splice(0)) await emulator.close();
});

interface Triggered {
  readonly envelope: Envelope;
}
const snapshot = async (emulator: TestEmulator): Promise<string> =>
  JSON.stringify(await emulator.control('GET /_emulator/snapshot'));
const trigger = async (emulator: TestEmulator, event: string): Promise<string> =>
  (await emulator.control<Triggered>('POST /_emulator/trigger', { event })).envelope.id;

describe('snapshot and restore', () => {
  it('another emulator continues from it, byte for byte, with its own keys, address and organisation', async () => {
    const one = await start({ seed: 1 });
    const sealed = await trigger(one, 'envelope.sealed');
    const half = await trigger(one, 'recipient.completed');
    const taken = await snapshot(one);
    expect(taken).not.toContain(one.url);

    const other = await start({ seed: 2, now: '2027-01-01T00:00:00Z' });
    const gone = await trigger(other, 'envelope.sent');
    await other.control('POST /_emulator/restore', JSON.parse(taken));
    expect(await snapshot(other)).toBe(taken);
    expect(other.now()).toBe(one.now());

    await expect(
      other.control('POST /_emulator/trigger', { event: 'envelope.sent', envelope_id: gone }),
    ).rejects.toThrow('404');
    // What was half done is carried on, and what was sealed can be had, with the links of this address.
    const done = await other.control<Triggered>('POST /_emulator/trigger', {
      event: 'envelope.sealed',
      envelope_id: half,
    });
    expect(done.envelope.status).toBe('completed');
    const mails = await other.mails(`?envelope_id=${sealed}`);
    expect(mails.flatMap(({ link }) => (link === null ? [] : [new URL(link).origin]))).toContain(other.url);
  });

  it('keeps the order of the envelopes, and leaves every kind of fault behind', async () => {
    const emulator = await start();
    for (let at = 0; at < 12; at++) await trigger(emulator, 'envelope.sent');
    const listed = () => emulator.control<{ data: readonly object[] }>('GET /_emulator/dashboard/envelopes');
    const order = (await listed()).data;
    expect(order).toHaveLength(12);
    const taken = JSON.parse(await snapshot(emulator)) as object;
    await emulator.control('POST /_emulator/faults/operations', { operation: 'listWebhooks', http_status: 500 });
    await emulator.control('POST /_emulator/faults/deliveries', { drop: 1 });
    await emulator.control('POST /_emulator/restore', taken);
    expect((await listed()).data).toEqual(order);
    const faults = ['', '/operations', '/deliveries'].map((kind) => emulator.control(`GET /_emulator/faults${kind}`));
    expect(await Promise.all(faults)).toEqual([{ data: [], held: 0 }, { data: [] }, { data: [] }]);
  });

  it('the first keys stay, and see what was restored', async () => {
    const one = await start();
    const id = await trigger(one, 'envelope.sealed');
    const taken = JSON.parse(await snapshot(one)) as object;
    const { startEmulator } = await import('../../../src/emulator/emulator.js');
    const other = await startEmulator();
    try {
      await other.control('POST', '/_emulator/restore', taken);
      const answer = await http<Envelope>(other.url, 'GET', `/api/v1/envelopes/${id}`, {
        headers: { Authorization: `Bearer ${other.keys.live}` },
      });
      expect([answer.status, answer.body.status]).toEqual([200, 'completed']);
    } finally {
      await other.close();
    }
  });

  it('refuses what does not fit, and changes nothing', async () => {
    const emulator = await start();
    await trigger(emulator, 'envelope.sent');
    const taken = await snapshot(emulator);
    const parsed = JSON.parse(taken) as Parsed;
    const events = (row: object): object => ({ tables: { ...parsed.tables, events: [row] } });
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ schema: ['0001-service.sql'] }, /another version of esign/],
      [{ tables: {} }, /tables of the snapshot differ/],
      [{ files: {} }, /lacks the file/],
      [{ format: 'x' }, /format/],
      [events({ nothing: 1 }), /has no column nothing/],
      [events({ id: 'x', envelope_id: null }), /is inconsistent/],
      [events({ id: true }), /has no value/],
      [events({ id: { file: '__proto__' } }), /lacks the file/],
    ];
    for (const [change, told] of wrong) {
      const sent = { headers: bearer(emulator.token), body: sealed({ ...parsed, ...change }) };
      const answer = await http(emulator.url, 'POST', '/_emulator/restore', sent);
      expectRefusal(answer, 400, 'invalid_request', told);
    }
    expect(await snapshot(emulator)).toBe(taken);
  });

  it('refuses a damaged, a broken and a newer one in words, and changes nothing', async () => {
    const emulator = await start();
    await trigger(emulator, 'envelope.sent');
    const taken = await text(emulator);
    const newer = taken.replace('esign-emulator-snapshot/3', 'esign-emulator-snapshot/4');
    const wrong: readonly (readonly [string, RegExp])[] = [
      [taken.replace('"envelope.sent"', '"envelope.void"'), /damaged or was edited/],
      [taken.replace(/[0-9a-f]"\n}\n$/, '"\n}\n'), /damaged or was edited/],
      [taken.replace(/,\n {2}"sha256": "[0-9a-f]{64}"/, ''), /damaged or was edited/],
      [
        taken.replace(/(\n {6}")(\w)(\w{50,99}",\n)/, (_, ...[head, , tail]) => `${head}${'-'}${tail}`),
        /has another SHA-256/,
      ],
      [newer, /snapshot\/4, of another version of esign/],
      [taken.slice(0, -3), /not whole or not JSON: it ends early/],
      [taken.slice(0, taken.length / 2), /not whole or not JSON/],
      ['', /not whole or not JSON/],
      ['[]', /no valid content/],
      ['{}', /has no format/],
      [taken.replace('"schema":', '"schemas":'), /unknown member schemas/],
      [taken.replace('"tables": {', '"tables": {}, "tables": {'), /two members tables/],
      [taken.replace('"frozen": true', '"frozen": 1'), /clock\.frozen must be true or false/],
    ];
    for (const [body, told] of wrong) {
      const answer = await http(emulator.url, 'POST', '/_emulator/restore', { headers: bearer(emulator.token), body });
      expectRefusal(answer, 400, 'invalid_request', told);
    }
    expect(await text(emulator)).toBe(taken);
  });

  it('is JSON in lines of two spaces, and may be written again by a program that sorts members', async () => {
    const emulator = await start();
    await trigger(emulator, 'envelope.sealed');
    const taken = await text(emulator);
    const parsed = JSON.parse(taken) as Record<string, unknown>;
    expect(`${JSON.stringify(parsed, null, 2)}\n`).toBe(taken);
    const sorted = Object.fromEntries(Object.entries(parsed).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    await emulator.control('POST /_emulator/restore', sorted);
    expect(await text(emulator)).toBe(taken);
  });

  it('restores a snapshot that esign 1.0.0 wrote', async () => {
    const emulator = await start();
    const stored = new URL('../../fixtures/emulator/snapshot-of-1.0.0.json', import.meta.url);
    const body = readFileSync(stored, 'utf8');
    const restored = await http(emulator.url, 'POST', '/_emulator/restore', { headers: bearer(emulator.token), body });
    expect(restored.status).toBe(204);
    const { key } = await emulator.control<{ key: string }>('POST /_emulator/keys', { mode: 'live' });
    const [sealed, sent] = ['03f54b82-c0d4-4e28-bade-2ebf4fb2afde', 'c3cb2949-f803-42e5-9889-9f6ccbecc945'];
    const read = (path: string) => emulator.call(key)<object>(`GET /api/v1/envelopes/${path}`);
    expect((await read(`${sealed}/documents`)).body).toMatchObject({ sealed: true, documents: [{ position: 1 }] });
    const draft = await read(`${sent}/documents/1/draft`);
    expect(draft.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('changes nothing when the upload breaks off, and leaves no file behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'esign-snapshot-'));
    try {
      const emulator = await start({ data: join(folder, 'emulator.db') });
      await trigger(emulator, 'envelope.sealed');
      const taken = await text(emulator);
      await trigger(emulator, 'envelope.sent');
      const now = await text(emulator);
      const call = request(`${emulator.url}/_emulator/restore`, { method: 'POST', headers: bearer(emulator.token) });
      const broken = new Promise((resolve) => call.on('error', resolve));
      call.write(taken.slice(0, -10), () => call.destroy());
      await broken;
      expect(await text(emulator)).toBe(now);
      await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.scratch'))).toEqual([]);
    } finally {
      for (const emulator of open.splice(0)) await emulator.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('removes at its start what a kill left of a snapshot under way, and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'esign-snapshot-'));
    try {
      const others = ['emulator.db-mine.scratch', 'other.db-0123456789ab.scratch'];
      for (const name of [...others, 'emulator.db-0123456789ab.scratch']) writeFileSync(join(folder, name), '');
      await start({ data: join(folder, 'emulator.db') });
      expect(readdirSync(folder).filter((name) => name.endsWith('.scratch'))).toEqual(others);
    } finally {
      for (const emulator of open.splice(0)) await emulator.close();
      rmSync(folder, { recursive: true });
    }
  });
});

interface Parsed {
  readonly tables: Readonly<Record<string, readonly object[]>>;
  readonly files: object;
  readonly sha256?: string;
}

const text = async (emulator: TestEmulator): Promise<string> =>
  (await http(emulator.url, 'GET', '/_emulator/snapshot', { headers: bearer(emulator.token) })).bytes.toString('utf8');

/** A snapshot with the SHA-256 of what is in it. */
function sealed(snapshot: Parsed): object {
  const digest = new SnapshotDigest();
  const { tables, files, sha256: _, ...others } = snapshot;
  for (const [member, value] of Object.entries(others)) digest.add(member, JSON.stringify(value));
  for (const [table, rows] of Object.entries(tables)) {
    for (const part of [table, ...rows]) digest.add('tables', JSON.stringify(part));
  }
  for (const file of Object.keys(files)) digest.add('files', JSON.stringify(file));
  return { ...snapshot, sha256: digest.end() };
}
