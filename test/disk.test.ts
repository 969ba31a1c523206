import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemCode, syncFolder, writeWhole } from '../src/disk.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('replaces a file as a whole, for its owner alone', async () => {
  const path = join(folder, 'state.json');
  writeFileSync(path, 'what was there before, and longer', { mode: 0o644 });
  await writeWhole(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

it('leaves nothing beside a file that it cannot put in its place', async () => {
  mkdirSync(join(folder, 'state.json', 'in the way'), { recursive: true });
  const failure: unknown = await writeWhole(join(folder, 'state.json'), 'a secret').catch((error: unknown) => error);
  expect(['EISDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM']).toContain(systemCode(failure));
  expect(readdirSync(folder)).toEqual(['state.json']);
});

it('tells the word of the system, and none for any other failure', async () => {
  const missing: unknown = await writeWhole(join(folder, 'none', 'x'), '').catch((error: unknown) => error);
  expect(systemCode(missing)).toBe('ENOENT');
  for (const other of [new Error('without'), null, 'ENOENT', undefined]) expect(systemCode(other)).toBeUndefined();
});

it('syncs a folder, and lets one be that is not there', async () => {
  await expect(syncFolder(folder)).resolves.toBeUndefined();
  await expect(syncFolder(join(folder, 'none'))).resolves.toBeUndefined();
});
