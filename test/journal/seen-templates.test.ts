import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepTemplates, templatesIn } from '../../src/journal/seen-templates.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const idOf = (number: number): string => `3f0c9a52-6d1e-4b77-9a55-${String(number).padStart(12, '0')}`;
const lines = (): unknown[] =>
  readFileSync(join(folder, 'templates.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

it('finds templates in an answer, alone or in a list, and none in anything else', () => {
  expect(templatesIn({ id: idOf(1), name: 'Lease', fields: [] })).toEqual([{ id: idOf(1), name: 'Lease' }]);
  expect(templatesIn({ data: [{ id: idOf(1), name: 'A' }, { id: 3 }, null, { id: 'x', name: 'B' }] })).toEqual([
    { id: idOf(1), name: 'A' },
  ]);
  for (const other of [null, undefined, 'text', [], { people: [] }, { id: idOf(1) }])
    expect(templatesIn(other)).toEqual([]);
});

it('keeps a name once, in a file of the owner alone, until it changes or another service has it', async () => {
  await keepTemplates(folder, 'a.example', [{ id: idOf(1), name: 'Lease' }]);
  await keepTemplates(folder, 'a.example', [{ id: idOf(1), name: 'Lease' }]);
  await keepTemplates(folder, 'b.example', [{ id: idOf(1), name: 'Lease' }]);
  await keepTemplates(folder, 'a.example', [{ id: idOf(1), name: 'Lease 2027' }]);
  expect(lines()).toMatchObject([
    { host: 'a.example', name: 'Lease' },
    { host: 'b.example', name: 'Lease' },
    { host: 'a.example', name: 'Lease 2027' },
  ]);
  expect(statSync(join(folder, 'templates.ndjson')).mode & 0o777).toBe(0o600);
});

it('stays small, and keeps the newest', async () => {
  const many = Array.from({ length: 1500 }, (_, number) => ({ id: idOf(number), name: 'x'.repeat(1000) }));
  await keepTemplates(folder, 'a.example', many);
  expect(lines().length).toBeLessThanOrEqual(500);
  expect(lines().at(-1)).toMatchObject({ id: idOf(0), name: 'x'.repeat(200) });
  expect(readdirSync(folder)).toEqual(['templates.ndjson']);
});

it('continues after a broken line, and fails when it cannot write', async () => {
  writeFileSync(join(folder, 'templates.ndjson'), '{"id": 3}\n{torn');
  await keepTemplates(folder, 'a.example', [{ id: idOf(1), name: 'Lease' }]);
  expect(readFileSync(join(folder, 'templates.ndjson'), 'utf8')).toContain('"Lease"');
  mkdirSync(join(folder, 'other', 'templates.ndjson'), { recursive: true });
  await expect(keepTemplates(join(folder, 'other'), 'a', [{ id: idOf(1), name: 'x' }])).rejects.toThrow();
});
