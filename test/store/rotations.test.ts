import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRotations, type Rotations } from '../../src/store/rotations.js';
import { openState } from '../../src/store/state.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);

const open = (host = 'host'): Rotations => openRotations(openState(folder.path), host, () => 1);
const at = '2026-11-23T00:00:00.000Z';
const one = { key: 'one', at, credential: 'c' };
const other = { key: 'other', at, credential: 'c' };

it('lets one of two runs begin, and the other one find it', () => {
  const [first, second] = [open(), open()];
  expect([first.find('id'), second.find('id')]).toEqual([undefined, undefined]);
  expect([first.begin('id', one), second.begin('id', other)]).toEqual([true, false]);
  expect(second.find('id')).toEqual(one);
});

it('replaces one that is over, unless another run has done so, and ends no later one', () => {
  const rotations = open();
  rotations.begin('id', one);
  expect(rotations.begin('id', other, one)).toBe(true);
  expect(open().begin('id', { ...one, key: 'third' }, one)).toBe(false);
  rotations.end('id', 'one');
  expect(rotations.find('id')).toEqual(other);
  rotations.end('id', 'other');
  expect(rotations.find('id')).toBeUndefined();
});

it('keeps the rotation of each webhook of each service by itself, whatever the case of its id', () => {
  const rotations = open();
  rotations.begin('id-A', one);
  expect(open().find('ID-a')).toEqual(one);
  expect(rotations.find('id-B')).toBeUndefined();
  expect(open('other').find('id-A')).toBeUndefined();
});

it('keeps the key of a completed rotation for 24 hours, for its owner alone', () => {
  const rotations = open();
  rotations.begin('id', one);
  rotations.complete('id', { key: 'one', at });
  expect(rotations.find('id')).toBeUndefined();
  const day = 24 * 3_600_000;
  expect(rotations.completed('ID', Date.parse(at) + day - 1)).toEqual({ key: 'one', at });
  expect(rotations.completed('id', Date.parse(at) + day)).toBeUndefined();
  expect(statSync(join(folder.path, 'state.db')).mode & 0o777).toBe(0o600);
  // The next one is begun beside it.
  rotations.begin('id', other);
  expect(rotations.completed('id', Date.parse(at))).toEqual({ key: 'one', at });
});

it('begins none that it cannot record', () => {
  mkdirSync(join(folder.path, 'state.db'));
  expect(() => open().begin('id', one)).toThrow(expect.objectContaining({ code: 'journal_unwritable' }) as Error);
  expect(() => open().complete('id', one)).not.toThrow();
});
