import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePrivate } from '../../../src/core/config/write-private.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-private-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('makes a file and its folder for their owner alone, also in the place of an open one', async () => {
  const path = join(folder, 'new', 'keys.json');
  await writePrivate(path, 'one', 'key_unreadable', 'key file');
  chmodSync(path, 0o644);
  await writePrivate(path, 'two', 'key_unreadable', 'key file');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['two', 0o600]);
  expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
});

it('that cannot be written says so by its path and code, and leaves nothing behind', async () => {
  const path = join(folder, 'taken');
  mkdirSync(join(path, 'full'), { recursive: true });
  const act = writePrivate(path, 'x', 'key_unreadable', 'key file');
  await expect(act).rejects.toMatchObject({ code: 'key_unreadable', message: expect.stringContaining(path) });
  writeFileSync(join(folder, 'file'), '');
  await expect(writePrivate(join(folder, 'file', 'x'), 'x', 'key_unreadable', 'key file')).rejects.toThrow(
    /ENOTDIR|EEXIST/,
  );
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'new', 'taken']);
});
