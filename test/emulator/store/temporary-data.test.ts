import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryData } from '../../../src/emulator/store/temporary-data.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-temporary-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A folder of data that was made so many milliseconds ago. */
function left(name: string, age: number, file = 'emulator.db'): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, file), 'data');
  const then = (Date.now() - age) / 1000;
  utimesSync(path, then, then);
  return path;
}

describe('data that nobody needs after it is closed', () => {
  it('is gone when it is discarded', () => {
    const data = makeTemporaryData();
    writeFileSync(data.path, 'data');
    data.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is removed by the next where a system kept it, unless it may be in use or is not ours', () => {
    const old = left('esign-emulator-aaaaaa', 120_000);
    const young = left('esign-emulator-bbbbbb', 10_000);
    // Where the file cannot be removed, nothing beside it is either: here it is a folder.
    const used = left('esign-emulator-cccccc', 120_000, 'emulator.db-wal');
    mkdirSync(join(used, 'emulator.db'));
    utimesSync(used, 0, 0);
    const other = left('another-program', 120_000);
    makeTemporaryData({ keepsOpenFiles: false });
    expect(existsSync(old)).toBe(true);
    const { path } = makeTemporaryData({ keepsOpenFiles: true });
    expect([old, young, used, other].map((each) => existsSync(each))).toEqual([false, true, true, true]);
    expect(readdirSync(used)).toHaveLength(2);
    expect(basename(dirname(path))).toMatch(/^esign-emulator-/);
  });

  it('follows no link out of the folder, and removes nothing that somebody else put beside it', () => {
    const elsewhere = left('somebody', 120_000);
    symlinkSync(elsewhere, join(folder, 'esign-emulator-dddddd'));
    lutimesSync(join(folder, 'esign-emulator-dddddd'), 0, 0);
    const named = left('esign-emulator-of-mine', 120_000);
    const shared = left('esign-emulator-eeeeee', 120_000);
    writeFileSync(join(shared, 'notes.txt'), 'mine');
    utimesSync(shared, 0, 0);
    makeTemporaryData({ keepsOpenFiles: true });
    expect(readdirSync(elsewhere)).toEqual(['emulator.db']);
    expect(readdirSync(named)).toEqual(['emulator.db']);
    expect(readdirSync(shared)).toContain('notes.txt');
  });
});
