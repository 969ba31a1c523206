import { parseJson } from '../../core/platform/json.js';
import { everySending, type PersonalSending, stripSendings } from '../../store/run-rows.js';
import type { State } from '../../store/state.js';
import type { Report } from './report.js';
import type { Subject } from './subject.js';

/** The bulk rows about the subject. */
export interface FoundRows {
  /** The sendings whose body or envelope is deleted, and how many rows they are of. */
  readonly places: readonly number[];
  readonly rows: number;
  /** Rows with an unknown outcome, for the report: their bodies are needed to resume them. */
  readonly open: readonly string[];
}

/** Finds the rows about the subject, and adds the envelopes and names of a person's rows. Throws JournalFailure. */
export function rowsAbout(state: State, subject: Subject): FoundRows {
  const about = new Set<string>();
  const recent = new Set<string>();
  const isOld = subject.criterion.by === 'age';
  for (const row of everySending(state)) {
    if (isAbout(row, subject)) about.add(rowOf(row));
    // A row that was sent again recently is not old.
    if (isOld && !subject.isOld(row.sentAt)) recent.add(rowOf(row));
  }
  for (const each of recent) about.delete(each);
  const open = new Map<string, string>();
  const closed: PersonalSending[] = [];
  for (const row of everySending(state)) {
    if (!about.has(rowOf(row))) continue;
    subject.addEnvelope(row.envelope);
    subject.addNames(parseJson(row.body ?? ''));
    if (row.isOpen) open.set(rowOf(row), `${row.name}, line ${row.line}`);
    else if (row.body !== null || row.envelope !== null) closed.push({ ...row, body: null });
  }
  const gone = closed.filter((row) => !open.has(rowOf(row)));
  return { places: gone.map(({ place }) => place), rows: new Set(gone.map(rowOf)).size, open: [...open.values()] };
}

const rowOf = ({ run, slot }: PersonalSending): string => `${run} ${slot}`;

const isAbout = ({ sentAt, body, envelope }: PersonalSending, subject: Subject): boolean =>
  subject.isOld(sentAt) || (body !== null && subject.isIn(body)) || subject.isEnvelope(envelope);

/**
 * Removes bodies and envelopes from the rows of bulk runs. The key and hashes of each row are kept: without them the same
 * file would send it again. Throws JournalFailure.
 */
export function forgetRows(
  state: State,
  { places, rows, open }: FoundRows,
  { removed, kept }: Report,
  apply: boolean,
): void {
  kept.openRows.push(...open);
  removed.bulk_rows += rows;
  if (apply) stripSendings(state, places);
}
