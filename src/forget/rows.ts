import { type PersonalTable, personalTables } from '../store/personal.js';
import type { State } from '../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

/** `#` is its number in the table. */
type Row = Readonly<Record<string, string | number | Buffer | null>> & { readonly '#': number };

const atOnce = 500;

/** Deletes the rows about the subject, in all tables that `store/personal.ts` describes. Throws JournalFailure. */
export function forgetRowsOf(state: State, subject: Subject, { removed }: Report, apply: boolean): void {
  const found = personalTables.map((of) => ({
    of,
    rows: [...rowsOf(state, of)].filter((row) => isAbout(row, of, subject)),
  }));
  for (const { of, rows } of found) {
    const { kind, countedBy = ['#'] } = of;
    removed[kind] += new Set(rows.map((row) => countedBy.map((name) => row[name]).join('\n'))).size;
  }
  if (!apply || found.every(({ rows }) => rows.length === 0)) return;
  state.write((sql) => {
    for (const { of, rows } of found) {
      for (const row of rows) sql.run(`DELETE FROM ${of.table} WHERE rowid = ?`, row['#']);
    }
  });
  state.flush();
}

const isAbout = (row: Row, { envelope, texts, age }: PersonalTable, subject: Subject): boolean =>
  (envelope !== undefined && subject.isEnvelope(row[envelope])) ||
  texts.some((name) => subject.isIn(textOf(row[name]))) ||
  (age !== null && subject.isOld(row[age]));

function* rowsOf(state: State, { table, envelope, texts, age, countedBy = [] }: PersonalTable): Generator<Row> {
  const columns = [...new Set([envelope, age, ...texts, ...countedBy].filter((name) => typeof name === 'string'))];
  const sql = `SELECT rowid AS "#", ${columns.join(', ')} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${atOnce}`;
  for (let after = 0; ;) {
    const rows = state.read((each) => each.all<Row>(sql, after), []);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last['#'];
  }
}

const textOf = (cell: Row[string] | undefined): string =>
  Buffer.isBuffer(cell) ? cell.toString('utf8') : String(cell ?? '');
