import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Compiled, readCompiled, writeCompiled } from '../../../src/core/launcher/compile-cache.js';

let above: string;
let folder: string;
const uid = process.getuid?.();
const compiled: Compiled = {
  files: [
    { name: 'main.cjs 1', line: 2 },
    { name: 'chunks/é.cjs 2', line: 4 },
  ],
  text: `[\n${'x'.repeat(301)}]`,
  code: Buffer.alloc(101, 7),
};

beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'esign-compiled-'));
  folder = join(above, 'cache', 'compiled');
});
afterEach(() => {
  rmSync(above, { recursive: true, force: true });
});

const keyFile = (): string => join(above, 'state', 'compiled.key');
const read = (file = 'envelope-get'): Compiled | undefined => readCompiled({ folder, file, keyFile: keyFile(), uid });
const write = (file = 'envelope-get', what = compiled): void =>
  writeCompiled({ folder, file, keyFile: keyFile(), uid }, () => what);
const path = (): string => join(folder, 'envelope-get.v8');

it('gives back what was written, aligned as V8 wants it, in a file that only its owner reads', () => {
  expect(read()).toBeUndefined();
  write();
  expect(read()).toEqual(compiled);
  expect((read()?.code?.byteOffset ?? 1) % 8).toBe(0);
  expect([lstatSync(folder).mode & 0o777, lstatSync(path()).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readdirSync(folder)).toEqual(['envelope-get.v8']);
});

it('keeps a text of which V8 has made nothing yet', () => {
  write('envelope-get', { ...compiled, code: undefined });
  expect(read()).toEqual({ ...compiled, code: undefined });
  write();
  expect(read()).toEqual(compiled);
});

describe('takes nothing', () => {
  it('that is damaged in any byte of its head or in any sector of the disk, and replaces it', () => {
    const large = { ...compiled, text: `[\n${'x'.repeat(5000)}]`, code: Buffer.alloc(7000, 7) };
    write('envelope-get', large);
    const good = readFileSync(path());
    const damages = Array.from({ length: 64 }, (_, at) => [at, at + 1]);
    for (let at = 512; at + 512 <= good.length; at += 512) damages.push([at, at + 512]);
    expect(damages.length).toBeGreaterThan(25);
    for (const [from = 0, to = 0] of damages) {
      const bad = Buffer.from(good);
      for (let at = from; at < to; at += 1) bad[at] = (bad[at] ?? 0) ^ 0x10;
      writeFileSync(path(), bad);
      expect([from, read()]).toEqual([from, undefined]);
    }
    for (const bad of [good.subarray(0, good.length - 1), good.subarray(0, 5), Buffer.alloc(0)]) {
      writeFileSync(path(), bad);
      expect(read()).toBeUndefined();
    }
    write('envelope-get', large);
    expect(readFileSync(path())).toEqual(good);
  });

  it('that was made under another key, or for another file', () => {
    write();
    const bytes = readFileSync(path());
    writeFileSync(join(folder, 'envelope-void.v8'), bytes);
    expect(read('envelope-void')).toBeUndefined();
    writeFileSync(keyFile(), Buffer.alloc(32, 1));
    expect(read()).toBeUndefined();
    write();
    expect(read()).toEqual(compiled);
  });

  it('without a key, or with one that others can change', () => {
    write();
    const key = readFileSync(keyFile());
    rmSync(keyFile());
    expect(read()).toBeUndefined();
    writeFileSync(keyFile(), key.subarray(0, 31));
    expect(read()).toBeUndefined();
    writeFileSync(keyFile(), key);
    chmodSync(keyFile(), 0o622);
    expect(read()).toBeUndefined();
    chmodSync(keyFile(), 0o600);
    expect(read()).toEqual(compiled);
  });

  it('from a folder or a file that others can write to', () => {
    write();
    chmodSync(folder, 0o770);
    expect(read()).toBeUndefined();
    chmodSync(folder, 0o700);
    chmodSync(path(), 0o606);
    expect(read()).toBeUndefined();
    chmodSync(path(), 0o600);
    expect(read()).toEqual(compiled);
  });

  it.skipIf(uid === undefined)('that belongs to somebody else', () => {
    write();
    const other = { folder, file: 'envelope-get', keyFile: keyFile(), uid: (uid ?? 0) + 1 };
    expect(readCompiled(other)).toBeUndefined();
    writeCompiled(other, () => ({ ...compiled, text: 'theirs' }));
    expect(read()).toEqual(compiled);
  });

  it('over a link', () => {
    write();
    renameSync(path(), join(above, 'elsewhere'));
    symlinkSync(join(above, 'elsewhere'), path());
    expect(read()).toBeUndefined();
    rmSync(path());
    renameSync(folder, join(above, 'other'));
    symlinkSync(join(above, 'other'), folder);
    renameSync(join(above, 'elsewhere'), join(above, 'other', 'envelope-get.v8'));
    // The link is the user's own, but what it leads to may be anybody's.
    expect(read()).toBeUndefined();
  });
});

describe('writes nothing', () => {
  it('into a folder that others can write to', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    write();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('where it cannot, and says nothing', () => {
    writeFileSync(join(above, 'cache'), 'a file');
    write();
    expect(readFileSync(join(above, 'cache'), 'utf8')).toBe('a file');
  });

  it.runIf(process.platform === 'linux')('where no folder can be made, and comes to an end', () => {
    writeCompiled({ folder: '/proc/esign/compiled', file: 'envelope-get', keyFile: keyFile(), uid }, () => compiled);
    expect(existsSync('/proc/esign')).toBe(false);
  });

  it('while another process is at it, unless that was given up', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${path()}.new`, 'half');
    write();
    expect(existsSync(path())).toBe(false);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(`${path()}.new`, longAgo, longAgo);
    write();
    write();
    expect(read()).toEqual(compiled);
  });

  it('half, when what is to be kept cannot be made', () => {
    writeCompiled({ folder, file: 'envelope-get', keyFile: keyFile(), uid }, () => {
      throw new Error('no');
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('gives up what is old, and no more than that', () => {
  write('old');
  write('young');
  const at = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  utimesSync(join(folder, 'old.v8'), at(31), at(31));
  utimesSync(join(folder, 'young.v8'), at(29), at(29));
  write();
  expect(readdirSync(folder).toSorted()).toEqual(['envelope-get.v8', 'young.v8']);
});

it('is not held up by a named pipe in the place of the key or of the file', () => {
  for (const place of [keyFile, path]) {
    write();
    rmSync(place());
    execFileSync('mkfifo', [place()]);
    // Were it to wait for a writer, this test would not end.
    expect(read()).toBeUndefined();
    rmSync(place());
  }
});
