import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openEarlierWrites } from '../../src/bulk/earlier-writes.js';
import type { RowResult } from '../../src/bulk/result-line.js';
import { openRequestJournal } from '../../src/journal/requests.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-earlier-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const envelope = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const result = (status: RowResult['status']): RowResult => ({
  row: 1,
  line: 2,
  key: 'k',
  status,
  envelope_id: status === 'created' ? envelope : null,
  envelope_status: null,
  replayed: false,
  code: status === 'created' ? null : 'value_not_writable',
  message: null,
  exit_code: 0,
});

it.each([
  ['created', { unknown: false, resource: envelope }],
  ['failed', { unknown: false, code: 'value_not_writable' }],
  ['unknown', undefined],
] as const)('what was left open under a key ends as the row did: %s', async (status, settled) => {
  const journal = openRequestJournal({ folder: join(folder, status), now: () => Date.now() });
  const intent = { operation: 'createEnvelope', method: 'POST', path: '/api/v1/envelopes', fingerprint: 'f' };
  const from = { profile: undefined, ifMatch: undefined, credential: undefined };
  const open = (id: string, key: string, host: string) => journal.intent({ id, key, host, ...intent, ...from }, '{}');
  await open('own', 'k', 'here');
  await open('other-key', 'l', 'here');
  await open('other-host', 'k', 'there');
  const earlier = await openEarlierWrites(journal, 'here');
  await earlier.settle('k', [result(status)]);
  const requests = await journal.listRequests();
  const end = (id: string) => requests.find((request) => request.id === id)?.settled;
  if (settled === undefined) expect(end('own')).toBeUndefined();
  else expect(end('own')).toMatchObject(settled);
  expect([end('other-key'), end('other-host')]).toEqual([undefined, undefined]);
  expect(await journal.body('own')).toBe(settled === undefined ? '{}' : null);
});
