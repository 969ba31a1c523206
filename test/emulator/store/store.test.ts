import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFileRefused, DataFileUnwritable } from '../../../src/emulator/store/database.js';
import { openStore, type OpenStore } from '../../../src/emulator/store/store.js';

let folder: string;
let path: string;
const open: OpenStore[] = [];
const start = (where = path): OpenStore => {
  const store = openStore(where);
  open.push(store);
  return store;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-store-'));
  path = join(folder, 'own', 'emulator.db');
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (store: OpenStore, name: string, value: string): number =>
  store.sql.run('INSERT INTO settings (name, value) VALUES (?, ?)', name, value);
const names = (store: OpenStore): string[] =>
  store.sql.all<{ name: string }>(`SELECT name FROM settings ORDER BY name`).map(({ name }) => name);
const code = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof DataFileRefused) return error.code;
    throw error;
  }
  return 'opened';
};
const driver = createRequire(import.meta.url).resolve('libsql');

describe('a disk that is full', () => {
  it('is reported with the file and what to do, and everything stored before can still be read', () => {
    const store = start();
    put(store, 'kept', 'x');
    const { page_count: pages } = store.sql.get<{ page_count: number }>('PRAGMA page_count') ?? { page_count: 0 };
    store.sql.all(`PRAGMA max_page_count = ${pages + 2}`);
    const fill = (): unknown => store.transaction(() => put(store, 'large', 'x'.repeat(100_000)));
    expect(fill).toThrow(`The disk is full, so nothing was stored in ${path}. Free some disk space and try again`);
    expect(fill).toThrow(DataFileUnwritable);
    expect(names(store)).toContain('kept');
    expect(names(store)).not.toContain('large');
    store.sql.all('PRAGMA max_page_count = 100000');
    fill();
    expect(names(store)).toContain('large');
  });
});

describe('a backup', () => {
  it('is a copy of the one file after a checkpoint', () => {
    const store = start();
    put(store, 'kept', 'x');
    store.checkpoint();
    expect(statSync(`${path}-wal`).size).toBe(0);
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy);
    expect(names(start(copy))).toContain('kept');
  });

  it('whose file is empty beside a log with data is refused, and neither is touched', () => {
    const lost = join(folder, 'lost.db');
    const store = start();
    put(store, 'kept', 'x');
    copyFileSync(`${path}-wal`, `${lost}-wal`);
    const { size } = statSync(`${lost}-wal`);
    expect(size).toBeGreaterThan(0);
    for (const make of [() => undefined, () => writeFileSync(lost, '')]) {
      make();
      expect(() => start(lost)).toThrow(`${lost} is empty, but ${lost}-wal contains its data`);
      expect(statSync(`${lost}-wal`).size).toBe(size);
    }
  });
});

describe('the data file', () => {
  it('is 0600 in a folder of 0700', () => {
    start();
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(folder, 'own')).mode & 0o777).toString(8)).toBe('700');
  });

  it('is read back after a close, which leaves one file behind', () => {
    const store = start();
    put(store, 'a', '1');
    store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(names(start())).toEqual(['a']);
  });

  it('is refused to a second emulator, in this process and in another', () => {
    start();
    expect(code(() => openStore(path))).toBe('in_use');
    const script = `const D = require(${JSON.stringify(driver)}); const d = new D(${JSON.stringify(path)});
      try { d.prepare('SELECT * FROM settings').all([]); console.log('read'); } catch (e) { console.log(e.code); }`;
    expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim()).toBe('SQLITE_BUSY');
  });

  it('is refused when it is not a database, or that of another program', () => {
    const text = join(folder, 'text');
    writeFileSync(text, 'not a database, but long enough to be looked at as one'.repeat(40));
    expect(code(() => openStore(text))).toBe('not_ours');
    const foreign = join(folder, 'foreign');
    const script = `const D = require(${JSON.stringify(driver)}); new D(${JSON.stringify(foreign)}).exec('CREATE TABLE t (a)')`;
    spawnSync(process.execPath, ['-e', script]);
    expect(code(() => openStore(foreign))).toBe('not_ours');
    const mode = statSync(folder).mode;
    expect([code(() => openStore(folder)), statSync(folder).mode]).toEqual(['not_ours', mode]);
  });

  it('is refused when the system lets nobody write it', () => {
    expect(code(() => openStore(join(folder, 'a'.repeat(300))))).toBe('unusable');
  });

  it('is refused when a newer esign has been at it', () => {
    const store = start();
    store.sql.run('INSERT INTO migrations (name) VALUES (?)', '9999-tomorrow.sql');
    store.close();
    expect(code(() => openStore(path))).toBe('newer');
  });

  it('is refused with what to do when an esign before 1.0.0 wrote it', () => {
    const store = start();
    store.sql.run("UPDATE migrations SET name = '0001-service.sql'");
    store.close();
    expect(() => openStore(path)).toThrow(
      /emulator\.db was written by an esign before 1\.0\.0\. Move it away to start/,
    );
  });

  it('holds every acknowledged commit after the process was killed', () => {
    const script = `const D = require(${JSON.stringify(driver)}); const d = new D(${JSON.stringify(path)});
      d.exec("PRAGMA locking_mode = EXCLUSIVE"); d.exec("INSERT INTO settings VALUES ('killed', '1')");
      process.kill(process.pid, 'SIGKILL');`;
    start().close();
    expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
    expect(names(start())).toEqual(['killed']);
  });
});

describe('a transaction', () => {
  it('leaves nothing when it throws, whatever its nested ones did', () => {
    const store = start();
    const work = (): void => {
      put(store, 'outer', '1');
      store.transaction(() => put(store, 'inner', '1'));
      throw new Error('stop');
    };
    expect(() => store.transaction(work)).toThrow('stop');
    expect(names(store)).toEqual([]);
  });

  it('reports when it is on disk: once for all of one turn, and not for what was undone', async () => {
    const store = start();
    const seen: string[][] = [];
    store.afterCommit(() => seen.push(names(store)));
    const one = store.commit(() => {
      store.transaction(() => put(store, 'a', '1'));
      put(store, 'b', '1');
    });
    const refused = store.commit(() => {
      put(store, 'refused', '1');
      throw new Error('stop');
    });
    const other = store.commit(() => put(store, 'c', '1'));
    expect([names(store), seen]).toEqual([['a', 'b', 'c'], []]);
    await expect(refused).rejects.toThrow('stop');
    await Promise.all([one, other]);
    expect(seen).toEqual([['a', 'b', 'c']]);
  });

  it('is not on disk before its commit resolves: a copy taken before that has none of it', async () => {
    const store = start();
    store.commitNow(() => put(store, 'before', '1'));
    const copy = (name: string): string[] => {
      const to = join(folder, `${name}.db`);
      copyFileSync(path, to);
      if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${to}-wal`);
      return names(start(to));
    };
    const done = store.commit(() => put(store, 'after', '1'));
    expect(copy('early')).toEqual(['before']);
    await done;
    expect(copy('late')).toEqual(['after', 'before']);
  });

  it('that the disk does not take is undone with all others of its turn, and each of them gets the error', async () => {
    const store = start();
    const { page_count: pages } = store.sql.get<{ page_count: number }>('PRAGMA page_count') ?? { page_count: 0 };
    store.sql.all(`PRAGMA max_page_count = ${pages + 2}`);
    const first = store.commit(() => put(store, 'first', '1'));
    const large = store.commit(() => put(store, 'large', 'x'.repeat(100_000)));
    const after = store.commit(() => put(store, 'after', '1'));
    const ends = await Promise.allSettled([first, large, after]);
    const isThere = names(store);
    // What SQLite undid by itself is told; what it kept is there.
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual(
      ['first', 'large', 'after'].map((name) => isThere.includes(name)),
    );
    expect(ends[1]).toMatchObject({ status: 'rejected', reason: expect.any(DataFileUnwritable) as unknown });
    expect(isThere).toContain('after');
  });

  it('is waited for by who reads what it stored', async () => {
    const store = start();
    await store.reading()();
    const durable = store.reading();
    void store.commit(() => put(store, 'a', '1'));
    const copy = join(folder, 'copy.db');
    await durable();
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    expect(names(start(copy))).toEqual(['a']);
  });

  it('cannot wait for anything, since another request would join it', () => {
    const store = start();
    expect(() => store.transaction(async () => await Promise.resolve(1))).toThrow('cannot wait');
    put(store, 'after', '1');
    expect(names(store)).toEqual(['after']);
  });
});

describe('values', () => {
  it('come back as they went in: text with any character, integers, fractions, bytes and null', () => {
    const { sql } = start();
    const bytes = Buffer.from([0, 1, 255, 0]);
    const row = sql.get<Record<string, unknown>>(
      'SELECT ? AS text, ? AS whole, ? AS part, ? AS bytes, ? AS empty',
      'a\tb€🖋',
      1_772_438_400_000,
      0.25,
      bytes,
      null,
    );
    expect(row).toEqual({ text: 'a\tb€🖋', whole: 1_772_438_400_000, part: 0.25, bytes, empty: null });
    expect(Buffer.isBuffer(row?.['bytes'])).toBe(true);
  });

  it.each([[true], [undefined], [{}], [new Date(0)]])('%s is refused before it reaches the driver', (value) => {
    const { sql } = start();
    expect(() => sql.get('SELECT ? AS value', value as never)).toThrow(TypeError);
  });

  it('a row that is not there is undefined', () => {
    expect(start().sql.get('SELECT * FROM settings')).toBeUndefined();
  });
});
