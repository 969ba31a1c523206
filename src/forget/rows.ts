import { type PersonalTable, personalTables } from '../store/personal.js';
import type { State } from '../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

type Cells = Readonly<Record<string, string | number | Buffer | null>>;

const atOnce = 500;

/** Deletes the rows about the subject, in all tables that `store/personal.ts` describes. Throws JournalFailure. */
export function forgetRowsOf(state: State, subject: Subject, { removed }: Report, apply: boolean): void {
  const found = personalTables.map((table) => ({ table, places: placesAbout(state, subject, table) }));
  for (const { table, places } of found) removed[table.kind] += places.length;
  if (!apply || found.every(({ places }) => places.length === 0)) return;
  state.write((sql) => {
    for (const { table, places } of found) {
      for (const place of places) sql.run(`DELETE FROM ${table.table} WHERE rowid = ?`, place);
    }
  });
  state.flush();
}

function placesAbout(state: State, subject: Subject, of: PersonalTable): readonly number[] {
  const places: number[] = [];
  for (const { place, cells } of rowsOf(state, of)) {
    const isAbout =
      (of.envelope !== undefined && subject.isEnvelope(cells[of.envelope])) ||
      of.texts.some((name) => subject.isIn(textOf(cells[name]))) ||
      (of.age !== null && subject.isOld(cells[of.age]));
    if (isAbout) places.push(place);
  }
  return places;
}

function* rowsOf(
  state: State,
  { table, envelope, texts, age }: PersonalTable,
): Generator<{ place: number; cells: Cells }> {
  const columns = [
    ...new Set([...(envelope === undefined ? [] : [envelope]), ...texts, ...(age === null ? [] : [age])]),
  ];
  const sql = `SELECT rowid AS "#", ${columns.join(', ')} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${atOnce}`;
  for (let after = 0; ;) {
    const rows = state.read((each) => each.all<Cells & { readonly '#': number }>(sql, after), []);
    for (const cells of rows) yield { place: cells['#'], cells };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last['#'];
  }
}

const textOf = (cell: Cells[string] | undefined): string =>
  Buffer.isBuffer(cell) ? cell.toString('utf8') : String(cell ?? '');
