import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openResults, readResults, type ResultLine } from '../../../src/sending/bulk/results-file.js';
import type { RunSettings } from '../../../src/store/runs.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings: RunSettings = {
  host: 'sign.example.test',
  mode: 'live',
  template_id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  run: [],
  send: true,
  brand_id: null,
  completion_delivery: null,
  deadline: null,
};
const begun: ResultLine = { type: 'run', at: '2026-12-01T08:00:00.000Z', name: 'april', settings, expires_at: null };
const row = (number: number, status: 'created' | 'failed' | 'unknown'): ResultLine => ({
  type: 'row',
  at: '2026-12-01T08:00:01.000Z',
  row: number,
  line: number + 1,
  key: `key-${number}`,
  status,
  envelope_id: status === 'created' ? '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f' : null,
  envelope_status: null,
  replayed: false,
  code: null,
  message: null,
  exit_code: 0,
  identity: { by: 'recipients', id: `id-${number}`, who: `who-${number}` },
  content: `content-${number}`,
  slot: `id-${number}#0`,
});
const path = (name: string): string => join(folder, name);
async function add(name: string, ...lines: readonly ResultLine[]): Promise<void> {
  const results = await openResults(path(name), name);
  await Promise.all(lines.map((line) => results.add(line)));
  await results.close();
}

it('tells of each run in the file by itself, and of the envelopes that it created', async () => {
  await add('a.ndjson', begun, row(1, 'failed'), row(2, 'created'));
  await add('a.ndjson', { ...begun, name: 'march' }, row(1, 'created'));
  const parts = await readResults(path('a.ndjson'), 'a.ndjson');
  expect(parts.map(({ run, created }) => [run.name, [...created.keys()]])).toEqual([
    ['april', ['key-2']],
    ['march', ['key-1']],
  ]);
  expect(parts[0]?.run.settings).toEqual(settings);
});

it('a row that was created stays so, whatever a later line says', async () => {
  await add('f.ndjson', begun, row(1, 'created'), row(1, 'failed'));
  const [part] = await readResults(path('f.ndjson'), 'f.ndjson');
  expect([...part!.created.keys()]).toEqual(['key-1']);
});

it('tells which rows left and were never answered, until a later line settles them', async () => {
  await add('g.ndjson', begun, row(1, 'unknown'), row(2, 'unknown'), row(3, 'unknown'));
  await add('g.ndjson', begun, row(1, 'created'), row(3, 'failed'));
  const parts = await readResults(path('g.ndjson'), 'g.ndjson');
  expect(parts.map(({ open }) => [...open])).toEqual([[['key-2', '2026-12-01T08:00:01.000Z']], []]);
});

it('belongs to its owner alone, also when it was there before with other permissions', async () => {
  writeFileSync(path('b.ndjson'), '');
  chmodSync(path('b.ndjson'), 0o644);
  await add('b.ndjson', begun);
  expect(statSync(path('b.ndjson')).mode & 0o777).toBe(0o600);
});

it('a line torn by a power cut damages no other line', async () => {
  await add('c.ndjson', begun, row(1, 'created'));
  appendFileSync(path('c.ndjson'), '{"type":"row","row":2,"key":"ke');
  await add('c.ndjson', row(3, 'created'));
  const [part] = await readResults(path('c.ndjson'), 'c.ndjson');
  expect([...part!.created.keys()]).toEqual(['key-1', 'key-3']);
});

it.each(['name,email\nAnn,a@example.test\n', '{"type":"row"}\n', '\0\0\0', '[]'])(
  'a file with %j belongs to somebody else and stays unchanged',
  async (text) => {
    writeFileSync(path('d.ndjson'), text);
    await expect(readResults(path('d.ndjson'), 'd.ndjson')).rejects.toMatchObject({ code: 'results_foreign' });
    expect(readFileSync(path('d.ndjson'), 'utf8')).toBe(text);
  },
);

it('is not written through a link, nor into a missing folder', async () => {
  symlinkSync(path('elsewhere'), path('link.ndjson'));
  await expect(openResults(path('link.ndjson'), 'link.ndjson')).rejects.toMatchObject({ code: 'file_not_written' });
  await expect(openResults(path('no/where.ndjson'), 'no/where.ndjson')).rejects.toMatchObject({ side: 'output' });
  await expect(readResults(folder, 'folder')).rejects.toMatchObject({ code: 'results_foreign' });
});
