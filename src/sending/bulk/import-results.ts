import type { Sending } from '../../store/run-rows.js';
import type { BulkRow } from './bulk-row.js';
import { SentRows } from './sent-rows.js';
import type { ResultsPart } from './results-file.js';
import type { RunSettings } from '../../store/runs.js';
import type { RowIdentity } from '../../contract/recorded-write.js';

/** A row of a results file. */
export type ImportedRow = Omit<Sending, 'run'>;

/** The rows of a results file that the record of this machine does not have. */
export interface Imported {
  readonly rows: readonly ImportedRow[];
  /** Keys of rows without a response, which cannot be sent as they were: the file no longer has them. */
  readonly open: readonly string[];
}

/** Whether a part of a results file is of the run: the same service, kind of key, template and name. */
export const isOfRun = ({ run }: ResultsPart, settings: RunSettings): boolean =>
  run.settings.host === settings.host &&
  run.settings.mode === settings.mode &&
  run.settings.template_id === settings.template_id &&
  JSON.stringify(run.settings.run) === JSON.stringify(settings.run);

/**
 * Reads the rows of a results file, so that a run without a record here (it was begun on another machine) does not
 * create them again; nor one that went on elsewhere for a while, of which the record here (`known`) does not know all.
 */
export function importResults(
  parts: readonly ResultsPart[],
  rows: readonly BulkRow[],
  known = new SentRows(),
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
  const open: string[] = [];
  for (const [key, result] of parts.flatMap(({ created }) => [...created])) {
    if (known.usedFor(key) !== undefined || envelopes.has(result.envelope_id)) continue;
    const { at, row: number, line, identity, content, envelope_id: envelope, slot } = result;
    // It stays a row of its own here: where each machine has sent another row of the same people, both have this place.
    const againOf = known.at(slot)?.identity.id === identity.id ? slot : null;
    const place = { slot: slotOf(identity), againOf, number, line, identity, content, key };
    const ended = { status: 'created', envelope, endedAt: at, isUntold: false } as const;
    imported.push({ ...place, at, serviceAt: null, body: null, ...ended });
  }
  for (const [key, at] of parts.flatMap((part) => [...part.open])) {
    if (known.usedFor(key) !== undefined) continue;
    const row = byKey.get(key);
    if (row === undefined) open.push(key);
    else imported.push(openRow(row, at, slotOf(row.identity)));
  }
  return { rows: imported, open };
}

const openRow = ({ number, line, identity, content, key, body }: BulkRow, at: string, slot: string): ImportedRow => ({
  slot,
  againOf: null,
  number,
  line,
  identity,
  content,
  key,
  at,
  serviceAt: null,
  body: JSON.stringify(body),
  status: 'open',
  envelope: null,
  endedAt: null,
  isUntold: false,
});
