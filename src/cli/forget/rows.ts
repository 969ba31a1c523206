import { personMark } from '../../store/envelope-states.js';
import { type PersonalTable, personalTables } from '../../store/personal.js';
import { writePages } from '../../store/pages.js';
import type { State } from '../../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

/** `#` is its number in the table. */
type Row = Readonly<Record<string, string | number | Buffer | null>> & { readonly '#': number };

const atOnce = 500;

/** Adds the envelopes of a person, found by hashed addresses. Throws JournalFailure. */
export function envelopesAbout(state: State, subject: Subject): void {
  const { criterion } = subject;
  if (criterion.by !== 'person') return;
  for (const of of personalTables) {
    const { named, envelope } = of;
    if (named === undefined || envelope === undefined) continue;
    for (const row of rowsOf(state, of)) {
      const id = textOf(row[envelope]);
      if (textOf(row[named]).includes(personMark(id, criterion.email))) subject.addEnvelope(id);
    }
  }
}

/** Deletes the rows about the subject, in all tables whose rows may go. Throws JournalFailure. */
export function forgetRowsOf(state: State, subject: Subject, { removed }: Report, apply: boolean): void {
  const found = personalTables.flatMap((of) => {
    if (of.kind === null) return [];
    const rows = [...rowsOf(state, of)].filter((row) => isAbout(row, of, subject));
    const { table, kind, countedBy = ['#'] } = of;
    removed[kind] += new Set(rows.map((row) => countedBy.map((name) => row[name]).join('\n'))).size;
    return rows.map((row) => ({ table, place: row['#'] }));
  });
  if (!apply) return;
  writePages(state, found, (sql, page) => {
    for (const { table, place } of page) sql.run(`DELETE FROM ${table} WHERE rowid = ?`, place);
  });
}

const isAbout = (row: Row, { envelope, texts, named, age }: PersonalTable, subject: Subject): boolean =>
  (envelope !== undefined && subject.isEnvelope(row[envelope])) ||
  texts.some((name) => subject.isIn(textOf(row[name]))) ||
  (named !== undefined && subject.isNamedIn(textOf(row[named]))) ||
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
