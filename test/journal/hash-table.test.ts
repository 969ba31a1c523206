import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HashTable, keyBytes } from '../../src/journal/hash-table.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-table-'));
  path = join(folder, 'table');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, keyBytes);
const valueOf = (number: number): Buffer => {
  const value = Buffer.alloc(8);
  value.writeUInt32LE(number, 0);
  return value;
};
const numberOf = (value: Buffer | undefined): number | undefined => value?.readUInt32LE(0);

describe('a hash table in a file', () => {
  it('finds what was stored, also after it was opened again, and nothing else', () => {
    const table = HashTable.create(path, 8, 1024);
    for (let index = 1; index <= 600; index += 1) expect(table.set(keyOf(`k${index}`), valueOf(index))).toBe(true);
    table.close();
    const again = HashTable.open(path, 8, 'r');
    for (let index = 1; index <= 600; index += 1) {
      expect(numberOf(again?.find(keyOf(`k${index}`))?.value)).toBe(index);
      expect(again?.find(keyOf(`other${index}`))).toBeUndefined();
    }
    again?.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps keys apart that belong in the same place, and says when there is no room near it', () => {
    const table = HashTable.create(path, 8, 4);
    const same = (index: number): Buffer => Buffer.concat([Buffer.alloc(4), keyOf(`k${index}`).subarray(4)]);
    let stored = 0;
    while (table.set(same(stored), valueOf(stored + 1))) stored += 1;
    expect(stored).toBe(260);
    for (let index = 0; index < stored; index += 1) expect(numberOf(table.find(same(index))?.value)).toBe(index + 1);
    expect(table.find(same(stored))).toBeUndefined();
    table.close();
  });

  it('stores a value in place of the one before, and one byte of it alone', () => {
    const table = HashTable.create(path, 8, 1024);
    table.set(keyOf('a'), valueOf(1));
    table.set(keyOf('a'), valueOf(2));
    expect([table.count, numberOf(table.find(keyOf('a'))?.value)]).toEqual([1, 2]);
    table.setByte(table.find(keyOf('a'))!, 5, 7);
    expect([...table.find(keyOf('a'))!.value]).toEqual([2, 0, 0, 0, 0, 7, 0, 0]);
    table.close();
  });

  it('is full before searches get long, and counts its entries', async () => {
    const table = HashTable.create(path, 8, 100);
    for (let index = 0; index < 59; index += 1) table.set(keyOf(`k${index}`), valueOf(1));
    expect(table.isFull).toBe(false);
    table.set(keyOf('last'), valueOf(1));
    expect(table.isFull).toBe(true);
    await table.sync();
    table.close();
    const again = HashTable.open(path, 8, 'r+');
    expect([again?.count, again?.isFull]).toEqual([60, true]);
    again?.close();
  });

  it.each(['torn', 'cut', 'of other values'])('is not opened when it is %s', (how) => {
    const table = HashTable.create(path, 8, 64);
    table.set(keyOf('a'), valueOf(1));
    table.close();
    if (how === 'torn') truncateSync(path, 40);
    if (how === 'cut') truncateSync(path, statSync(path).size - 1);
    expect(HashTable.open(path, how === 'of other values' ? 4 : 8, 'r+')).toBeUndefined();
  });
});
