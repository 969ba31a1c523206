import { basename, join } from 'node:path';
import { FileFailure } from '../cli/failure.js';
import { readLedger } from '../bulk/ledger.js';
import { openAttempt } from '../bulk/ledger-entries.js';
import { type LedgerLine, readLedgerLine } from '../bulk/ledger-line.js';
import { ledgersIn, runsFolder } from '../bulk/runs-folder.js';
import { lockRun } from '../bulk/run-lock.js';
import { readLines } from '../journal/segments.js';
import type { Report } from './report.js';
import { rewriteLines } from './rewrite.js';
import type { Subject } from './subject.js';

/** The bulk rows about the subject. */
export interface FoundRows {
  /** By path of the ledger: the slots whose bodies and envelopes are deleted. */
  readonly slots: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows with an unknown outcome, for the report: their bodies are needed to resume them. */
  readonly open: readonly string[];
  /** The keys of all rows with an unknown outcome. */
  readonly neededKeys: ReadonlySet<string>;
  readonly unreadable: readonly string[];
}

const maxFileBytes = 1024 * 1024 * 1024;

/** Finds the rows about the subject, and adds the envelopes and names of a person's rows. */
export async function rowsAbout(stateDir: string, subject: Subject): Promise<FoundRows> {
  const slots = new Map<string, ReadonlySet<string>>();
  const open: string[] = [];
  const neededKeys = new Set<string>();
  const unreadable: string[] = [];
  for (const entry of await ledgersIn(runsFolder(stateDir))) {
    const path = join(runsFolder(stateDir), entry);
    const rows = await rowsIn(path, subject);
    if (rows === undefined) {
      unreadable.push(path);
      continue;
    }
    slots.set(path, rows.slots);
    open.push(...rows.open);
    for (const key of rows.keys) neededKeys.add(key);
  }
  return { slots, open, neededKeys, unreadable };
}

/** Undefined for a record that cannot be read. */
async function rowsIn(path: string, subject: Subject) {
  const ledger = await readLedger(path).catch((error: unknown) => {
    if (!(error instanceof FileFailure)) throw error;
    return undefined;
  });
  if (ledger === undefined) return undefined;
  const lines = (await readLines(path, maxFileBytes)).flatMap(({ line }) => readLedgerLine(line) ?? []);
  const slots = slotsAbout(lines, subject);
  for (const line of lines) {
    if (line.type === 'end' && slots.has(line.slot)) subject.addEnvelope(line.envelope);
    if (line.type === 'sent' && slots.has(line.slot)) subject.addNames(line.body);
  }
  const open: string[] = [];
  const keys: string[] = [];
  for (const each of ledger.entries.all) {
    const attempt = openAttempt(each);
    if (attempt === null) continue;
    keys.push(attempt.key);
    if (slots.delete(each.slot)) open.push(`${ledger.run.name}, line ${attempt.line}`);
  }
  return { slots, open, keys };
}

function slotsAbout(lines: readonly LedgerLine[], subject: Subject): Set<string> {
  const about = new Set<string>();
  for (const line of lines) {
    if (line.type === 'sent') {
      if (subject.isOld(line.at) || (line.body !== null && subject.isIn(JSON.stringify(line.body))))
        about.add(line.slot);
    } else if (line.type === 'end' && subject.isEnvelope(line.envelope)) about.add(line.slot);
  }
  if (subject.criterion.by !== 'age') return about;
  // A row that was sent again recently is not old.
  for (const line of lines) if (line.type === 'sent' && !subject.isOld(line.at)) about.delete(line.slot);
  return about;
}

/**
 * Removes bodies and envelopes from the records of bulk runs. The key and hashes of each row are kept: without them the
 * same file would send it again.
 */
export async function forgetRows(
  found: FoundRows,
  subject: Subject,
  { removed, kept }: Report,
  apply: boolean,
): Promise<void> {
  kept.openRows.push(...found.open);
  kept.runs.push(...found.unreadable);
  for (const [path, before] of found.slots) {
    if (before.size === 0) continue;
    const lock = apply ? await lockRun(path, basename(path)) : null;
    if (lock !== null && 'heldBy' in lock) {
      kept.runs.push(path);
      continue;
    }
    const changed = new Set<string>();
    try {
      // A row may have been sent again before the lock was acquired.
      const slots = apply ? ((await rowsIn(path, subject))?.slots ?? new Set<string>()) : before;
      await rewriteLines(
        path,
        (text) => {
          const line = readLedgerLine(text);
          const stripped = line === undefined ? null : withoutPeople(line, slots);
          if (stripped === null) return 'keep';
          changed.add(stripped.slot);
          return { text: JSON.stringify(stripped) };
        },
        { apply },
      );
    } finally {
      await lock?.release();
    }
    removed.bulk_rows += changed.size;
  }
}

function withoutPeople(line: LedgerLine, slots: ReadonlySet<string>) {
  if (line.type === 'sent' && slots.has(line.slot) && line.body !== null) return { ...line, body: null };
  if (line.type === 'end' && slots.has(line.slot) && line.envelope !== null) return { ...line, envelope: null };
  return null;
}
