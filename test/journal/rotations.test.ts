import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
