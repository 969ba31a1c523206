import type { BulkRow } from './bulk-row.js';
import { LedgerEntries } from './ledger-entries.js';
import type { EndLine, SentLine } from './ledger-line.js';
import type { ResultsPart } from './results-file.js';
import type { RunSettings } from './result-line.js';
import type { RowIdentity } from './row-identity.js';

/** The lines of a ledger for one row that a results file tells of. */
interface ImportedRow {
  readonly sent: Omit<SentLine, 'type'>;
  /** Null where nobody heard how it ended. */
  readonly ended: Omit<EndLine, 'type'> | null;
}

/** What a results file tells of a run beyond its ledgers here. */
export interface Imported {
  readonly rows: readonly ImportedRow[];
  /** Keys of envelopes that are there, and of which nobody can tell for which row they were created. */
  readonly unplaced: readonly string[];
  /** Keys of rows that left and were never answered, and cannot be sent as they were. */
  readonly open: readonly string[];
}

/** Whether a part of a results file is of the run: the same service, kind of key, template and name. */
export const isOfRun = ({ run }: ResultsPart, settings: RunSettings): boolean =>
  run.settings.host === settings.host &&
  run.settings.mode === settings.mode &&
  run.settings.template_id === settings.template_id &&
  JSON.stringify(run.settings.run) === JSON.stringify(settings.run);

/**
 * Reads the rows that have an envelope out of a results file, so that a run whose ledger is not here (it was begun on
 * another machine, or by an earlier version) does not create them again; nor one that went on elsewhere for a while, of
 * which the ledgers here (`known`) do not know all. Earlier versions did not tell the identity of a row: there its key
 * has to be that of a row as the file has it now.
 */
export function importResults(
  parts: readonly ResultsPart[],
  rows: readonly BulkRow[],
  known = new LedgerEntries(),
): Imported {
  const byKey = new Map(rows.map((row) => [row.key, row] as const));
  const taken = new Map<string, number>();
  const envelopes = new Set([...known.all].flatMap(({ made }) => made.map(({ envelope }) => envelope)));
  const slotOf = ({ id }: RowIdentity): string => {
    let number = taken.get(id) ?? 0;
    while (known.at(`${id}#${number}`) !== undefined) number += 1;
    taken.set(id, number + 1);
    return `${id}#${number}`;
  };
  const imported: ImportedRow[] = [];
  const unplaced: string[] = [];
  const open: string[] = [];
  for (const [key, result] of parts.flatMap(({ created }) => [...created])) {
    if (known.usedFor(key) !== undefined || envelopes.has(result.envelope_id)) continue;
    const identity = result.identity ?? byKey.get(key)?.identity;
    const content = result.content ?? byKey.get(key)?.content;
    if (identity === undefined || content === undefined) {
      unplaced.push(key);
      continue;
    }
    const { at, row, line, envelope_id: envelope } = result;
    const place = { at, slot: slotOf(identity), key };
    // It stays a row of its own here: where each machine has sent another row of the same people, both have this place.
    const isAgain = result.slot !== undefined && known.at(result.slot)?.identity.id === identity.id;
    const again = isAgain ? { again_of: result.slot } : {};
    imported.push({
      sent: { ...place, ...again, row, line, identity, content, body: null },
      ended: { ...place, status: 'created', envelope, code: null },
    });
  }
  for (const { open: left, batches } of parts) {
    for (const [key, at] of left) {
      if (known.usedFor(key) !== undefined) continue;
      const row = batches ? undefined : byKey.get(key);
      if (row === undefined) open.push(key);
      else imported.push({ sent: sentLine(row, at, slotOf(row.identity)), ended: null });
    }
  }
  return { rows: imported, unplaced, open };
}

const sentLine = (
  { number, line, identity, content, key, body }: BulkRow,
  at: string,
  slot: string,
): ImportedRow['sent'] => ({
  at,
  slot,
  row: number,
  line,
  identity,
  content,
  key,
  body,
});
