import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRotations } from '../../src/journal/rotations.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = '2026-11-23T00:00:00.000Z';
const one = { key: 'one', at, credential: 'c' };
const other = { key: 'other', at, credential: 'c' };

it('lets one of two runs at once begin, and the other one find it', async () => {
  const rotations = openRotations(folder, 'host');
  const begun = await Promise.all([rotations.begin('id', one), rotations.begin('id', other)]);
  expect(begun.toSorted()).toEqual([false, true]);
  expect(await rotations.find('id')).toEqual(begun[0] === true ? one : other);
  expect(readdirSync(join(folder, 'rotations'))).toHaveLength(1);
});

it('replaces one that is over, and ends no later one', async () => {
  const rotations = openRotations(folder, 'host');
  await rotations.begin('id', one);
  expect(await rotations.begin('id', other, true)).toBe(true);
  await rotations.end('id', 'one');
  expect(await rotations.find('id')).toEqual(other);
  await rotations.end('id', 'other');
  expect(await rotations.find('id')).toBeUndefined();
});

it('keeps the rotation of each webhook of each service by itself, whatever the case of its id', async () => {
  const rotations = openRotations(folder, 'host');
  await rotations.begin('id-A', one);
  expect(await openRotations(folder, 'host').find('ID-a')).toEqual(one);
  expect(await rotations.find('id-B')).toBeUndefined();
  expect(await openRotations(folder, 'other').find('id-A')).toBeUndefined();
  expect(statSync(rotations.fileOf('id-A')).mode & 0o777).toBe(0o600);
});

it.each([
  ['cut', '{"key":"one","at":"2026'],
  ['empty', ''],
  ['no object', '7'],
  ['without its key', '{"at":"a","credential":"c"}'],
  ['without its time', '{"key":"one","credential":"c"}'],
  ['without its API key', '{"key":"one","at":"a"}'],
])('tells of one whose record is %s: it was begun, and no other one begins', async (_what, text) => {
  const rotations = openRotations(folder, 'host');
  await rotations.begin('id', one);
  writeFileSync(rotations.fileOf('id'), text);
  expect(await rotations.find('id')).toBe('damaged');
  expect(await rotations.begin('id', other)).toBe(false);
  expect(await rotations.find('id')).toBe('damaged');
  await rotations.end('id', 'other');
  expect(await rotations.find('id')).toBeUndefined();
});

it('tells of one that cannot be read', async () => {
  const rotations = openRotations(folder, 'host');
  mkdirSync(rotations.fileOf('id'), { recursive: true });
  expect(await rotations.find('id')).toBe('damaged');
  expect(await rotations.begin('id', one)).toBe(false);
  await expect(rotations.begin('id', one, true)).rejects.toThrow();
  expect(readdirSync(join(folder, 'rotations'))).toHaveLength(1);
});

it('keeps the key of a completed rotation for 24 hours, for its owner alone', async () => {
  const rotations = openRotations(folder, 'host');
  await rotations.begin('id', one);
  await rotations.complete('id', { key: 'one', at });
  expect(await rotations.find('id')).toBeUndefined();
  const day = 24 * 3_600_000;
  expect(await rotations.completed('ID', Date.parse(at) + day - 1)).toEqual({ key: 'one', at });
  expect(await rotations.completed('id', Date.parse(at) + day)).toBeUndefined();
  const kept = (): string[] => readdirSync(join(folder, 'completed-rotations'));
  const [first = ''] = kept().map((name) => join(folder, 'completed-rotations', name));
  expect(statSync(first).mode & 0o777).toBe(0o600);
  // An emulator may be years ahead of a real service, whose record stays all the same.
  await rotations.complete('other', { key: 'two', at: '2031-01-01T00:00:00.000Z' });
  expect(kept()).toHaveLength(2);
  const long = (statSync(first).mtimeMs - day) / 1000 - 1;
  utimesSync(first, long, long);
  await rotations.complete('other', { key: 'three', at: '2031-01-01T00:00:00.000Z' });
  expect(kept()).toHaveLength(1);
});
