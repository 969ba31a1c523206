import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assetPath } from '../../core/platform/package-files.js';
import { DataFileRefused, type LibsqlDatabase } from './database.js';

/** Stored in the file header, so that no other SQLite file is mistaken for a data file. */
const applicationId = 0x65_73_67_6e;

/**
 * Migrates the tables: runs every new numbered script in order, in one transaction. Throws DataFileRefused for a file
 * of another program, of a newer esign, or of one before 1.0.0.
 */
export function migrate(database: LibsqlDatabase, transaction: <T>(work: () => T) => T, path: string): void {
  const found = database.get<{ application_id: number }>('PRAGMA application_id')?.application_id ?? 0;
  const tables = database.get<{ count: number }>('SELECT count(*) AS count FROM sqlite_master')?.count ?? 0;
  if (found !== applicationId && tables > 0) {
    throw new DataFileRefused('not_ours', `${path} is a database of another program`);
  }
  transaction(() => {
    if (tables === 0) {
      database.script(`PRAGMA application_id = ${applicationId}`);
      startMigrating(database);
    }
    const names = scriptNames();
    const done = doneIn(database);
    if (tables > 0 && !done.includes(names[0] ?? '')) {
      const told = `${path} was written by an esign before 1.0.0. Move it away to start with new data`;
      throw new DataFileRefused('older', told);
    }
    const unknown = done.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new DataFileRefused('newer', `${path} was written by a newer esign (it has ${unknown})`);
    }
    migrateFurther(database);
  });
}

/** Within a transaction: gives an empty database the tables of an earlier time. Throws for a script that is not known. */
export function startMigrating(database: LibsqlDatabase, names: readonly string[] = []): void {
  database.script('CREATE TABLE migrations (name TEXT PRIMARY KEY) STRICT');
  const known = scriptNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`${unknown} is not known`);
  runScripts(database, names.toSorted());
}

/** Within a transaction: runs the scripts that have not been run. */
export function migrateFurther(database: LibsqlDatabase): void {
  const done = new Set(doneIn(database));
  runScripts(
    database,
    scriptNames().filter((name) => !done.has(name)),
  );
}

const doneIn = (database: LibsqlDatabase): readonly string[] =>
  database.all<{ name: string }>('SELECT name FROM migrations').map(({ name }) => name);

function runScripts(database: LibsqlDatabase, names: readonly string[]): void {
  for (const name of names) {
    database.script(readFileSync(join(scriptFolder(), name), 'utf8'));
    database.run('INSERT INTO migrations (name) VALUES (?)', name);
  }
}

const scriptNames = (): readonly string[] =>
  readdirSync(scriptFolder())
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

/** Next to the sources in development; among the built files otherwise. */
function scriptFolder(): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), 'migrations');
  return existsSync(beside) ? beside : assetPath('emulator/store/migrations');
}
