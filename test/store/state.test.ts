import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sqlite } from '../../src/core/platform/sqlite.js';
import { JournalFailure } from '../../src/store/failure.js';
import { NativePackageMissing } from '../../src/core/platform/native-package.js';
import { ifUsable, openState } from '../../src/store/state.js';

let folder = '';
const path = (): string => join(folder, 'state', 'state.db');
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'esign-state-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = () => openState(join(folder, 'state'));
const put = (name: string, state = open()): number =>
  state.write((sql) => sql.run("INSERT INTO marks (name, value) VALUES (?, 'x')", name));
const names = (state = open()): string[] =>
  state.read((sql) => sql.all<{ name: string }>('SELECT name FROM marks ORDER BY name'), []).map(({ name }) => name);
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (failure) {
    return failure;
  }
  return null;
};
/** The whole file without its log, so that what is done to it is done to all. */
const alone = (): void => {
  open().flush();
  for (const ending of ['-wal', '-shm']) rmSync(`${path()}${ending}`, { force: true });
};

describe('the state file', () => {
  it('is made by the first record and not by a question, for the owner alone', () => {
    expect([names(), existsSync(join(folder, 'state'))]).toEqual([[], false]);
    put('a');
    const modes = readdirSync(join(folder, 'state')).map((name) => statSync(join(folder, 'state', name)).mode & 0o777);
    expect([statSync(join(folder, 'state')).mode & 0o777, new Set(modes)]).toEqual([0o700, new Set([0o600])]);
    expect(names()).toEqual(['a']);
  });

  it.each([
    ['removed', () => rmSync(join(folder, 'state'), { recursive: true })],
    ['moved aside by another process', () => void open().setAside()],
    [
      'replaced',
      () => {
        open().setAside();
        put('z');
      },
    ],
  ])('takes no record for a file that was %s while it was open', (_, remove) => {
    const state = open();
    put('a', state);
    remove();
    const stale = expect.objectContaining({ code: 'journal_unwritable', systemCode: 'ESTALE' }) as unknown;
    expect(thrownBy(() => put('b', state))).toEqual(stale);
    expect(thrownBy(() => put('c', state))).toEqual(stale);
    expect(thrownBy(() => names(state))).toMatchObject({ code: 'journal_unreadable', systemCode: 'ESTALE' });
  });

  it('says so when another process still reads what was deleted', () => {
    const state = openState(join(folder, 'state'), 10);
    put('thandi@example.test', state);
    const reader = new Sqlite(path(), 10);
    reader.script('BEGIN');
    expect(reader.all('SELECT name FROM marks')).toHaveLength(1);
    state.write((sql) => sql.run('DELETE FROM marks'));
    expect(thrownBy(() => state.flush())).toMatchObject({ systemCode: 'EBUSY' });
    reader.script('COMMIT');
    state.flush();
    expect(readFileSync(path()).includes('thandi')).toBe(false);
    reader.close();
  });

  it('undoes all of a transaction that fails', () => {
    const state = open();
    put('a', state);
    const failing = (): void =>
      state.write((sql) => {
        sql.run("INSERT INTO marks (name, value) VALUES ('b', 'x')");
        throw new Error('stopped');
      });
    expect(failing).toThrow('stopped');
    put('c', state);
    expect(names()).toEqual(['a', 'c']);
  });

  it('leaves nothing of what was deleted in any of its files', () => {
    const state = open();
    put('thandi@example.test', state);
    put('b', state);
    state.write((sql) => sql.run("DELETE FROM marks WHERE name LIKE 'thandi%'"));
    state.flush();
    const text = readdirSync(join(folder, 'state')).map((name) => readFileSync(join(folder, 'state', name), 'latin1'));
    expect(text.join('')).not.toContain('thandi');
    expect(names()).toEqual(['b']);
  });
});

describe('a state file that cannot be used', () => {
  it.each([
    ['emptied', (): void => truncateSync(path(), 0)],
    ['cut', (): void => truncateSync(path(), 8_000)],
    ['overwritten', (): void => writeFileSync(path(), 'x'.repeat(20_000))],
    ['of another program', (): void => new Sqlite(path(), 0).script('PRAGMA application_id = 7')],
  ])('is neither read nor replaced when it is %s, and is moved aside on demand', (_what, damage) => {
    put('a');
    alone();
    damage();
    const before = readFileSync(path());
    expect(() => put('b')).toThrow(expect.objectContaining({ code: 'journal_damaged', path: path() }) as Error);
    expect(() => names()).toThrow(expect.objectContaining({ code: 'journal_damaged' }) as Error);
    expect(readFileSync(path()).equals(before)).toBe(true);
    const aside = open().setAside();
    expect(readFileSync(aside).equals(before)).toBe(true);
    put('c');
    expect(names()).toEqual(['c']);
  });

  it('is refused while another process holds it, and written afterwards', () => {
    put('a');
    const other = new Sqlite(path(), 0);
    other.script('BEGIN IMMEDIATE');
    const impatient = openState(join(folder, 'state'), 20);
    const busy = expect.objectContaining({ code: 'journal_unwritable', systemCode: 'EBUSY' }) as Error;
    expect(() => put('b', impatient)).toThrow(busy);
    expect(names(impatient)).toEqual(['a']);
    other.script('ROLLBACK');
    put('b', impatient);
    expect(names()).toEqual(['a', 'b']);
  });

  it('lets go a note, for which no command fails, and no other mistake', () => {
    const fails = (error: Error) => () =>
      ifUsable(() => {
        throw error;
      }, 'nothing');
    expect(fails(new JournalFailure('x', 'ENOSPC'))()).toBe('nothing');
    expect(fails(new NativePackageMissing('@libsql/x', null))()).toBe('nothing');
    expect(fails(new TypeError('a bug'))).toThrow('a bug');
  });

  it('is not made beside the log of one that was removed', () => {
    const state = open();
    put('a', state);
    rmSync(path());
    expect(() => put('b')).toThrow(
      expect.objectContaining({ code: 'journal_damaged', systemCode: 'missing beside its log' }) as Error,
    );
    expect(() => names()).toThrow(expect.objectContaining({ code: 'journal_damaged' }) as Error);
    expect(existsSync(path())).toBe(false);
    open().setAside();
    put('c');
    expect(names()).toEqual(['c']);
  });

  it('is refused when a newer version wrote it', () => {
    put('a');
    new Sqlite(path(), 0).script('PRAGMA user_version = 99');
    for (const act of [() => put('b'), () => names()]) {
      expect(act).toThrow(expect.objectContaining({ code: 'journal_newer', systemCode: 'version 99' }) as Error);
    }
  });

  it('is refused when it is a folder, a link or a pipe of somebody', () => {
    mkdirSync(path(), { recursive: true });
    expect(() => put('a')).toThrow(
      expect.objectContaining({ code: 'journal_unwritable', systemCode: 'EISDIR' }) as Error,
    );
    rmSync(path(), { recursive: true });
    writeFileSync(join(folder, 'target'), '');
    symlinkSync(join(folder, 'target'), path());
    expect(() => put('a')).toThrow(
      expect.objectContaining({ code: 'journal_unwritable', systemCode: 'ELOOP' }) as Error,
    );
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('');
    const unreadable = expect.objectContaining({ code: 'journal_unreadable', systemCode: 'ENOTDIR' }) as Error;
    const within = openState(join(folder, 'target'));
    expect(() => within.read((sql) => sql.all('SELECT 1'), [])).toThrow(unreadable);
  });
});

it('names what a network file system lacks, since SQLite only says that the disk failed', () => {
  // No file system of a test machine lacks it, so SQLite's own error is thrown where it would be.
  for (const [code, lack] of [
    ['SQLITE_IOERR_SHMMAP', 'shared memory'],
    ['SQLITE_IOERR_LOCK', 'file locks'],
  ]) {
    const failing = (): never => {
      throw Object.assign(new Error('disk I/O error'), { code });
    };
    expect(thrownBy(() => open().write(failing))).toMatchObject({
      code: 'journal_unwritable',
      systemCode: `no ${lack} on its file system`,
    });
  }
});
