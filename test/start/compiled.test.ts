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
import { type Compiled, openCompiled } from '../../src/start/compiled.js';

let above: string;
let folder: string;
const uid = process.getuid?.();
const parts = new Map([
  ['main.cjs', Buffer.from('what V8 made of it')],
  ['chunks/a.cjs', Buffer.alloc(1001, 7)],
]);

beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'esign-compiled-'));
  folder = join(above, 'cache', 'compiled');
});
afterEach(() => {
  rmSync(above, { recursive: true, force: true });
});

const open = (file = 'envelope-get'): Compiled => openCompiled({ folder, file, uid });
const keep = (compiled: Compiled, names: readonly string[] = [...parts.keys()]): void =>
  compiled.keep(names, (name) => parts.get(name) ?? Buffer.from(name));
const path = (): string => join(folder, 'envelope-get.v8');

it('gives back what was kept, aligned as V8 wants it, in a file that only its owner reads', () => {
  expect(open().get('main.cjs')).toBeUndefined();
  keep(open());
  for (const [name, bytes] of parts) expect(open().get(name)).toEqual(bytes);
  expect(open().get('chunks/b.cjs')).toBeUndefined();
  expect([...parts.keys()].map((name) => (open().get(name)?.byteOffset ?? 1) % 8)).toEqual([0, 0]);
  expect([lstatSync(folder).mode & 0o777, lstatSync(path()).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readdirSync(folder)).toEqual(['envelope-get.v8']);
});

it('adds what another run of the command loaded, and makes nothing anew that it has', () => {
  keep(open());
  const made: string[] = [];
  const again = (names: readonly string[]): void =>
    open().keep(names, (name) => {
      made.push(name);
      return Buffer.from(`new ${name}`);
    });
  again(['main.cjs']);
  expect(made).toEqual([]);
  again(['chunks/c.cjs']);
  expect(open().get('chunks/c.cjs')).toEqual(Buffer.from('new chunks/c.cjs'));
  expect(open().get('chunks/a.cjs')).toEqual(parts.get('chunks/a.cjs'));
});

describe('takes nothing', () => {
  it('that is damaged, whichever byte it is, and replaces it', () => {
    keep(open());
    const good = readFileSync(path());
    for (const at of [0, 3, 4, 7, 8, 20, Math.floor(good.length / 2), good.length - 1]) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      writeFileSync(path(), bad);
      expect(open().get('main.cjs')).toBeUndefined();
    }
    for (const bad of [good.subarray(0, good.length - 1), good.subarray(0, 5), Buffer.alloc(0)]) {
      writeFileSync(path(), bad);
      expect(open().get('main.cjs')).toBeUndefined();
    }
    keep(open());
    expect(readFileSync(path())).toEqual(good);
  });

  it('from a folder or a file that others can write to', () => {
    keep(open());
    chmodSync(folder, 0o770);
    expect(open().get('main.cjs')).toBeUndefined();
    chmodSync(folder, 0o700);
    chmodSync(path(), 0o606);
    expect(open().get('main.cjs')).toBeUndefined();
    chmodSync(path(), 0o600);
    expect(open().get('main.cjs')).toBeDefined();
  });

  it.skipIf(uid === undefined)('that belongs to somebody else', () => {
    keep(open());
    const other = { folder, file: 'envelope-get', uid: (uid ?? 0) + 1 };
    expect(openCompiled(other).get('main.cjs')).toBeUndefined();
    keep(openCompiled(other), ['chunks/other.cjs']);
    expect(open().get('chunks/other.cjs')).toBeUndefined();
  });

  it('over a link', () => {
    keep(open());
    renameSync(path(), join(above, 'elsewhere'));
    symlinkSync(join(above, 'elsewhere'), path());
    expect(open().get('main.cjs')).toBeUndefined();
    rmSync(path());
    renameSync(folder, join(above, 'other'));
    symlinkSync(join(above, 'other'), folder);
    renameSync(join(above, 'elsewhere'), join(above, 'other', 'envelope-get.v8'));
    // The link is the user's own, but what it leads to may be anybody's.
    expect(open().get('main.cjs')).toBeUndefined();
  });
});

describe('writes nothing', () => {
  it('into a folder that others can write to', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    keep(open());
    expect(readdirSync(folder)).toEqual([]);
  });

  it('where it cannot, and says nothing', () => {
    writeFileSync(join(above, 'cache'), 'a file');
    keep(open());
    expect(readFileSync(join(above, 'cache'), 'utf8')).toBe('a file');
  });

  it('while another process is at it, unless that was given up', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${path()}.new`, 'half');
    keep(open());
    expect(existsSync(path())).toBe(false);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(`${path()}.new`, longAgo, longAgo);
    keep(open());
    keep(open());
    expect(open().get('main.cjs')).toEqual(parts.get('main.cjs'));
  });

  it('half, when what is to be kept cannot be made', () => {
    open().keep(['main.cjs'], () => {
      throw new Error('no');
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('gives up what is old, and no more than that', () => {
  keep(open('old'));
  keep(open('young'));
  const at = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  utimesSync(join(folder, 'old.v8'), at(31), at(31));
  utimesSync(join(folder, 'young.v8'), at(29), at(29));
  keep(open());
  expect(readdirSync(folder).toSorted()).toEqual(['envelope-get.v8', 'young.v8']);
});
