import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SegmentWriter } from '../../src/journal/segment-writer.js';

let folder: string;
let writer: SegmentWriter;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-segments-'));
  writer = new SegmentWriter({ folder, now: () => 1, turnAt: 10_000 });
});
afterEach(async () => {
  await writer.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a line that needs no sync', () => {
  it('does not wait for the sync of the lines that were written with it', async () => {
    const done: string[] = [];
    await Promise.all([
      writer.append('\ndurable\n', true).then(() => done.push('durable')),
      writer.append('\nquick\n', false).then(() => done.push('quick')),
    ]);
    expect(done).toEqual(['quick', 'durable']);
  });
});

it('begins segments whose names sort by their age, also within a millisecond', async () => {
  const long = `\n${'x'.repeat(10_000)}\n`;
  const files: string[] = [];
  for (let count = 0; count < 20; count++) files.push((await writer.append(long, false)).file);
  expect(new Set(files).size).toBe(20);
  expect(files).toEqual(files.toSorted());
});

describe('lines of both kinds', () => {
  it('are stored in the order in which they were given, each where its place says, over several segments', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => `\n${index} ${'ä'.repeat(index % 90)}\n`);
    const places = await Promise.all(texts.map((text, index) => writer.append(text, index % 3 === 0)));
    await writer.append('\nlast\n', true);
    const later = await Promise.all(texts.map((text, index) => writer.append(text, index % 3 === 0)));
    expect(new Set([...places, ...later].map(({ file }) => file)).size).toBeGreaterThan(1);
    for (const [at, { file, offset, length }] of [...places, ...later].entries()) {
      expect(readFileSync(file).toString('utf8', offset, offset + length)).toBe(texts[at % texts.length]);
    }
    for (const all of [places, later]) {
      const found = all.map(({ file, offset }) => `${file} ${String(offset).padStart(9, '0')}`);
      expect(found).toEqual(found.toSorted());
    }
  });

  it('go to another segment when theirs was removed', async () => {
    const { file } = await writer.append('\none\n', true);
    rmSync(file);
    const both = await Promise.all([writer.append('\ntwo\n', true), writer.append('\nthree\n', false)]);
    for (const place of both) {
      expect(place.file).not.toBe(file);
      expect(existsSync(place.file)).toBe(true);
    }
    expect(readFileSync(both[0].file, 'utf8')).toBe('\ntwo\n\nthree\n');
  });
});
