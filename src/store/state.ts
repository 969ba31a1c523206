import { randomBytes } from 'node:crypto';
import { type BigIntStats, closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderAtOnce, systemCode } from '../core/platform/durable-file.js';
import { NativePackageTrouble } from '../core/platform/native-package.js';
import { Sqlite } from '../core/platform/sqlite.js';
import { JournalFailure } from './failure.js';
import { migrations } from './migrations.js';

/** What this machine remembers: one SQLite file, opened by the first question or the first record. */
export interface State {
  readonly path: string;
  /** Whether there is a file; cheap, and loads no driver. */
  isThere(): boolean;
  /** Runs queries; `none` when the file does not exist yet. Throws JournalFailure. */
  read<T>(ask: (sql: Sqlite) => T, none: T): T;
  /** Runs `work` in one transaction, which is on disk when this returns. Throws JournalFailure. */
  write<T>(work: (sql: Sqlite) => T): T;
  /**
   * Moves the log into the file, and empties it: of what was deleted, nothing is left in either. Throws JournalFailure,
   * also where another process still reads.
   */
  flush(): void;
  /** Moves a file that cannot be used to another name, which is returned. */
  setAside(): string;
}

/** Milliseconds that a process waits for others; a transaction takes a few. */
const lockWait = 10_000;
/** "esgn", so that another program's file is told apart. */
const ours = 0x6573676e;

/** The state file of a folder. Nothing is created before the first record. `wait`: milliseconds for other processes. */
export function openState(folder: string, wait = lockWait): State {
  const path = join(folder, 'state.db');
  let opened: { readonly sql: Sqlite; readonly file: BigIntStats } | undefined;
  const isThere = (): boolean => opened !== undefined || factsOf(path) !== undefined;

  /** Throws JournalFailure where the file was moved or removed since: what is written to it now would be lost. */
  const open = (what: 'read' | 'written'): Sqlite => {
    const file = factsOf(path);
    if (opened !== undefined) {
      if (file?.ino !== opened.file.ino || file.dev !== opened.file.dev) throw new JournalFailure(path, 'ESTALE', what);
      return opened.sql;
    }
    refuseOther(path, file);
    const sql = new Sqlite(path, wait);
    // In the rollback journal's mode a file system without shared memory works too; SQLite stays in it there.
    for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON']) sql.pragma(setting);
    // Pages of indexes are changed again and again, and read once.
    sql.pragma('cache_size = -16000');
    upgrade(sql, path);
    if (file !== undefined) opened = { sql, file };
    return sql;
  };
  const guarded = <T>(what: 'read' | 'written', work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw asFailure(path, error, what);
    }
  };

  return {
    path,
    isThere,
    read: (ask, none) =>
      guarded('read', () => {
        if (isThere()) return ask(open('read'));
        refuseLogAlone(path);
        return none;
      }),
    write: (work) =>
      guarded('written', () => {
        if (!isThere()) {
          refuseLogAlone(path);
          create(folder, path);
        }
        const sql = open('written');
        return transaction(sql, () => work(sql));
      }),
    flush() {
      if (!isThere()) return;
      const isBusy = guarded('written', () => open('written').pragma('wal_checkpoint(TRUNCATE)')) === 1;
      if (isBusy) throw new JournalFailure(path, 'EBUSY');
    },
    setAside() {
      opened?.sql.close();
      opened = undefined;
      const aside = `${path}.damaged-${randomBytes(4).toString('hex')}`;
      for (const ending of ['-wal', '-shm', '']) {
        if (factsOf(`${path}${ending}`) !== undefined) renameSync(`${path}${ending}`, `${aside}${ending}`);
      }
      return aside;
    },
  };
}

/** For notes, which no command depends on: `otherwise` when the file cannot be used. */
export function ifUsable<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof JournalFailure || failure instanceof NativePackageTrouble) return otherwise;
    throw failure;
  }
}

/** Takes the lock at once, so that a transaction that reads first never has to give up when it writes. */
function transaction<T>(sql: Sqlite, work: () => T): T {
  sql.script('BEGIN IMMEDIATE');
  try {
    const result = work();
    sql.script('COMMIT');
    return result;
  } catch (error) {
    if (sql.inTransaction) sql.script('ROLLBACK');
    throw error;
  }
}

/** Makes the file whole under another name first: one that is empty was emptied by somebody, and is never replaced. */
function create(folder: string, path: string): void {
  makeFolderAtOnce(folder, 0o700);
  const made = `${path}.${randomBytes(6).toString('hex')}`;
  closeSync(openSync(made, 'wx', 0o600));
  try {
    const sql = new Sqlite(made, lockWait);
    sql.pragma('synchronous = OFF');
    sql.pragma(`application_id = ${ours}`);
    transaction(sql, () => migrateFrom(0, sql));
    sql.close();
    syncPath(made);
    giveName(made, path);
    syncPath(folder);
  } finally {
    rmSync(made, { force: true });
  }
}

/** A link never replaces what another process has made meanwhile; some file systems have none. */
function giveName(made: string, path: string): void {
  try {
    linkSync(made, path);
  } catch (error) {
    if (factsOf(path) === undefined) renameSync(made, path);
    else if (systemCode(error) !== 'EEXIST') throw error;
  }
}

function upgrade(sql: Sqlite, path: string): void {
  if (sql.pragma('application_id') !== ours) throw new JournalFailure(path, 'of another program', 'trusted');
  const version = Number(sql.pragma('user_version'));
  if (version > migrations.length) throw new JournalFailure(path, `version ${version}`, 'understood');
  if (version < migrations.length) transaction(sql, () => migrateFrom(Number(sql.pragma('user_version')), sql));
}

function migrateFrom(version: number, sql: Sqlite): void {
  for (const script of migrations.slice(version)) sql.script(script);
  sql.script(`PRAGMA user_version = ${migrations.length}`);
}

const factsOf = (path: string): BigIntStats | undefined => lstatSync(path, { throwIfNoEntry: false, bigint: true });

/** SQLite would take the log of a file that was removed for that of the new one. */
function refuseLogAlone(path: string): void {
  const isAlone = factsOf(`${path}-wal`) !== undefined && factsOf(path) === undefined;
  if (isAlone) throw new JournalFailure(path, 'missing beside its log', 'trusted');
}

/** SQLite would make a database of an empty file, follow a link, and wait at a pipe. */
function refuseOther(path: string, facts: BigIntStats | undefined): void {
  if (facts?.isFile() === false) {
    const code = facts.isDirectory() ? 'EISDIR' : facts.isSymbolicLink() ? 'ELOOP' : 'ENXIO';
    throw Object.assign(new Error('not a file'), { code });
  }
  if (facts?.size === 0n) throw new JournalFailure(path, 'empty', 'trusted');
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** SQLite's reason in the system's words. */
function asFailure(path: string, error: unknown, what: 'read' | 'written'): unknown {
  if (error instanceof JournalFailure) return error;
  if (error instanceof NativePackageTrouble) return error;
  const code = systemCode(error);
  if (code === undefined) return error;
  if (!code.startsWith('SQLITE_')) return new JournalFailure(path, code, what);
  const message = error instanceof Error ? error.message : '';
  const lacks = /^no such (?:table|column)/.test(message);
  if (lacks || /^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return new JournalFailure(path, lacks ? message : code, 'trusted');
  const lacking = /^SQLITE_IOERR_(SHM|LOCK)/.exec(code)?.[1];
  if (lacking !== undefined) {
    // As some network file systems: without it, SQLite cannot be used by several processes.
    const missing = lacking === 'SHM' ? 'shared memory' : 'file locks';
    return new JournalFailure(path, `no ${missing} on its file system`, what);
  }
  const known: Readonly<Record<string, string>> = {
    SQLITE_FULL: 'ENOSPC',
    SQLITE_BUSY: 'EBUSY',
    SQLITE_READONLY: 'EROFS',
    SQLITE_PERM: 'EACCES',
    SQLITE_IOERR: 'EIO',
    SQLITE_CANTOPEN: 'EACCES',
  };
  const [begun] = /^SQLITE_[A-Z]+/.exec(code) ?? [''];
  return begun in known ? new JournalFailure(path, known[begun] ?? code, what) : error;
}
