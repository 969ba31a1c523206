import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rewriteLines } from '../../src/forget/rewrite.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-rewrite-'));
const path = join(folder, 'lines');
afterAll(() => rmSync(folder, { recursive: true }));
const dropB = (line: string): 'keep' | 'drop' => (line === 'bé' ? 'drop' : 'keep');

describe('a file of lines', () => {
  it('is written again for its owner alone, without what goes', async () => {
    writeFileSync(path, '\na\n\nbé\nc\ntorn', { mode: 0o644 });
    expect(await rewriteLines(path, dropB, { apply: false })).toBe(1);
    expect(readFileSync(path, 'utf8')).toContain('bé');
    expect(await rewriteLines(path, dropB, { apply: true })).toBe(1);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['a\nc\ntorn', 0o600]);
  });

  it('keeps each line in its place, and its time, where others name lines by their offset', async () => {
    writeFileSync(path, 'a\nbé\nc\n');
    const { mtimeMs, size } = statSync(path);
    expect(await rewriteLines(path, dropB, { apply: true, inPlace: true })).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe('a\n   \nc\n');
    expect([statSync(path).size, Math.abs(statSync(path).mtimeMs - mtimeMs) < 2]).toEqual([size, true]);
  });

  it('keeps what another program appends meanwhile, and removes an empty file', async () => {
    writeFileSync(path, 'bé\n');
    const late = (line: string): 'keep' | 'drop' => {
      appendFileSync(path, 'late\n');
      return dropB(line);
    };
    await rewriteLines(path, late, { apply: true });
    expect(readFileSync(path, 'utf8')).toBe('late\n');
    expect(await rewriteLines(path, () => 'drop', { apply: true })).toBe(1);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    expect(await rewriteLines(path, () => 'drop', { apply: true })).toBe(0);
  });

  it('puts other text in the place of a line', async () => {
    writeFileSync(path, 'a\nbé\n');
    await rewriteLines(path, (line) => (line === 'a' ? { text: 'A' } : 'keep'), { apply: true });
    expect(readFileSync(path, 'utf8')).toBe('A\nbé\n');
  });
});
