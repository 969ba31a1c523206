import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { BulkRow } from '../../src/bulk/bulk-row.js';
import { openEarlierWrites } from '../../src/bulk/earlier-writes.js';
import { Pacer } from '../../src/bulk/pacer.js';
import { isOpen, openResults, readResults } from '../../src/bulk/results-file.js';
import { runBatches } from '../../src/bulk/run-batches.js';
import { openRequestJournal } from '../../src/journal/requests.js';
import { json } from '../support/hostile-server.js';
import { setScene } from '../support/scene.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-batches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows: readonly BulkRow[] = [1, 2].map((number) => ({
  number,
  line: number + 1,
  key: `key-${number}`,
  body: {
    template_id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
    recipients: [{ role: 'Tenant', name: 'Ann', email: 'ann@example.test' }],
  },
}));
const refused = (index?: number): object => ({ index, error: { code: 'value_not_writable', message: 'No.' } });
const common = (index: number): object => ({ index, error: { code: 'template_has_no_fields', message: 'No.' } });
const forbidden = (index: number): object => ({ index, error: { code: 'test_key_cannot_send', message: 'No.' } });
const made = (index: number): object => ({
  index,
  envelope: { id: '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f', status: 'draft', recipients: [] },
});
let count = 0;

it.each([
  ['each row once', [refused(1), refused(0)], ['failed', 'failed'], 5, false],
  ['one row twice', [refused(0), refused(0)], ['unknown', 'unknown'], 8, true],
  ['rows from 1', [refused(1), refused(2)], ['unknown', 'unknown'], 8, true],
  ['a row too many', [refused(0), refused(1), refused(2)], ['unknown', 'unknown'], 8, true],
  ['a row too few', [refused(0)], ['unknown', 'unknown'], 8, true],
  ['no row by its index', [refused(), refused()], ['unknown', 'unknown'], 8, true],
  ['a row without its end', [refused(0), { index: 1 }], ['failed', 'unknown'], 8, true],
  ['a row that was made and one without its end', [made(0), { index: 1 }], ['created', 'unknown'], 8, true],
  ['rows that may not be', [forbidden(0), forbidden(1)], ['failed', 'failed'], 3, false],
  ['rows with one common end', [common(0), common(1)], ['failed', 'failed'], 5, false, 'template_has_no_fields'],
] as const)('an answer that names %s', async (_name, answers, statuses, exit, open, stops?: string) => {
  const scene = await setScene([json(200, { rows: answers })]);
  const path = join(folder, `${(count += 1)}.ndjson`);
  const results = await openResults(path, path);
  try {
    const journal = openRequestJournal({ folder: join(folder, 'state'), now: () => scene.clock.now() });
    const settings = { host: '', mode: 'live', template_id: '', run: [], way: 'batches', send: false } as const;
    const more = { brand_id: null, completion_delivery: null, deadline: null } as const;
    await results.add({ type: 'run', at: '', settings: { ...settings, ...more }, expires_at: null });
    const tools = {
      client: scene.client,
      clock: scene.clock,
      signal: new AbortController().signal,
      pacer: new Pacer({ shards: 1 }),
      results,
      earlier: await openEarlierWrites(journal, ''),
      openSince: () => undefined,
      isLeft: () => false,
      old: false,
      told: () => Promise.resolve(),
      waits: () => undefined,
    };
    expect((await runBatches(tools, { run: [], left: [], rows, toDo: rows }))?.code).toBe(stops);
    const read = await readResults(path, path);
    const ended = rows.map(({ key }) => read.ended.get(key));
    expect(ended.map((result) => result?.status)).toEqual(statuses);
    expect(ended.at(-1)?.exit_code).toBe(exit);
    expect(read.left.some(isOpen)).toBe(open);
    const toDo = rows.filter(({ key }) => read.ended.get(key)?.status !== 'created');
    if (!open) return;
    // All of its rows go again under its key, those that are known as well: another batch would make them twice.
    await runBatches(tools, { run: [], left: read.left, rows, toDo });
    const [first, again] = scene.server.seen;
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(again?.body).toBe(first?.body);
  } finally {
    await results.close();
    await scene.close();
  }
});
