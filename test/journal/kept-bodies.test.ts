import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JournalFailure } from '../../src/journal/append.js';
import { type KeptBodies, openKeptBodies } from '../../src/journal/kept-bodies.js';

const day = 24 * 60 * 60 * 1000;
let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'esign-kept-'));
  folder = join(root, 'kept');
});
afterEach(() => rmSync(root, { recursive: true }));

const open = (): KeptBodies => openKeptBodies(folder, 30 * day);
const age = (id: string, milliseconds: number): void => {
  const then = new Date(Date.now() - milliseconds);
  utimesSync(join(folder, id), then, then);
};

it("keeps a body byte for byte, for its owner's eyes alone, until it is dropped", async () => {
  await open().keep('a', '{"name":"Zoë"}');
  expect(await open().read('a')).toBe('{"name":"Zoë"}');
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'a')).mode & 0o777]).toEqual([0o700, 0o600]);
  await open().drop('a');
  expect([await open().read('a'), existsSync(join(folder, 'a'))]).toEqual([null, false]);
});

it('tells a write without a body from one whose body is gone', async () => {
  await open().keep('empty', undefined);
  expect([await open().read('empty'), await open().read('gone')]).toEqual([undefined, null]);
});

it('gives up what is older than it may get', async () => {
  await open().keep('old', 'x');
  await open().keep('young', 'x');
  age('old', 31 * day);
  await open().keep('new', 'x');
  expect(open().list().toSorted()).toEqual(['new', 'young']);
});

it('sweeps what belongs to no write, but not what was written a moment ago', async () => {
  for (const id of ['known', 'orphan', 'newborn']) await open().keep(id, 'x');
  age('known', day);
  age('orphan', day);
  await open().sweep(new Set(['known']));
  expect(open().list().toSorted()).toEqual(['known', 'newborn']);
});

it('leaves the folder by no name, and follows no link', async () => {
  writeFileSync(join(root, 'victim'), 'untouched');
  for (const id of ['../victim', '', '.', 'a/b']) {
    await expect(open().keep(id, 'x')).rejects.toBeInstanceOf(JournalFailure);
    expect(await open().read(id)).toBeNull();
    await open().drop(id);
  }
  await open().keep('a', 'x');
  symlinkSync(join(root, 'victim'), join(folder, 'link'));
  await expect(open().keep('link', 'x')).rejects.toMatchObject({ systemCode: 'EEXIST' });
  expect(existsSync(join(root, 'victim'))).toBe(true);
  expect(readdirSync(root).toSorted()).toEqual(['kept', 'victim']);
});

it('says why it cannot be written', async () => {
  writeFileSync(folder, '');
  await expect(open().keep('a', 'x')).rejects.toBeInstanceOf(JournalFailure);
  chmodSync(folder, 0o600);
  expect(open().list()).toEqual([]);
});
