import { createReadStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileFailure } from '../cli/failure.js';
import { makeFolder, reason, syncFolder, writeFileAtomic } from '../platform/durable-file.js';
import { parseJson, isObject } from '../platform/json.js';
import { LedgerEntries } from './ledger-entries.js';
import {
  type EndLine,
  type LedgerLine,
  type ReadLine,
  readLedgerLine,
  type RunLine,
  type SentLine,
} from './ledger-line.js';
import { openLineWriter } from './line-writer.js';
import { SeenRows } from './seen-rows.js';

/** A ledger as it was read. */
export interface ReadLedger {
  readonly path: string;
  readonly run: RunLine;
  readonly entries: LedgerEntries;
  /** The rows of the whole file that a part has read; null for a ledger that tells of none. */
  readonly seen: SeenRows | null;
  /** The rows of the latest start, and when that was. */
  readonly rows: number;
  readonly startedAt: string;
  /** Bytes up to the end of the last whole line. */
  readonly end: number;
}

/** The ledger of a run that this process works on. Each line is on the disk when a method returns. */
export interface Ledger {
  readonly run: RunLine;
  readonly entries: LedgerEntries;
  start(at: string, rows: number): Promise<void>;
  /** Adds the rows that a part has read. */
  read(lines: readonly ReadLine[]): Promise<void>;
  sent(line: Omit<SentLine, 'type'>): Promise<void>;
  ended(line: Omit<EndLine, 'type'>): Promise<void>;
  /** Whether this ledger tells of the row; another part of the run may have sent it. */
  owns(slot: string): boolean;
  close(): Promise<void>;
}

const maxFileBytes = 1024 * 1024 * 1024;
const maxLineLength = 4 * 1024 * 1024;

/**
 * Reads a ledger into `entries`. A last line truncated by a crash is ignored; any other damage is a failure, since a
 * missing row would be sent again. Throws FileFailure.
 */
export async function readLedger(path: string, entries = new LedgerEntries()): Promise<ReadLedger> {
  const size = await stat(path).then(
    (facts) => facts.size,
    (error: unknown) => unreadable(path, error),
  );
  if (size > maxFileBytes) throw damaged(path, 'it is larger than 1 GiB');
  let run: RunLine | null = null;
  let seen: SeenRows | null = null;
  let [rows, startedAt, end, number] = [0, '', 0, 0];
  const apply = (line: LedgerLine): boolean => {
    switch (line.type) {
      case 'run':
        if (run !== null) return false;
        [run, startedAt] = [line, line.at];
        return true;
      case 'start':
        [rows, startedAt] = [line.rows, line.at];
        return run !== null;
      case 'read':
        seen ??= new SeenRows();
        return run !== null && seen.take(line);
      case 'sent':
        entries.sent(line);
        return run !== null;
      case 'end':
        return run !== null && entries.ended(line);
    }
  };
  for await (const { text, whole } of linesOf(path)) {
    number += 1;
    const line = readLedgerLine(text);
    if (line === undefined && !whole) break;
    if (line === undefined && isNewer(text)) throw newer(path);
    if (line === undefined || !apply(line)) throw damaged(path, `line ${number} cannot be read`);
    end += Buffer.byteLength(text) + (whole ? 1 : 0);
  }
  if (run === null) throw damaged(path, size === 0 ? 'it is empty' : 'its first line cannot be read');
  return { path, run, entries, seen, rows, startedAt, end };
}

const isNewer = (text: string): boolean => {
  const value = parseJson(text);
  return isObject(value) && value['type'] === 'run' && typeof value['version'] === 'number' && value['version'] > 1;
};

/** The lines of a file; `whole` is false for a last one without its line break. */
async function* linesOf(path: string): AsyncGenerator<{ readonly text: string; readonly whole: boolean }> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const bytes: Buffer = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
      let from = 0;
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, from)) {
        yield { text: bytes.toString('utf8', from, at), whole: true };
        from = at + 1;
      }
      rest = bytes.subarray(from);
      if (rest.length > maxLineLength) throw damaged(path, 'a line is too long');
    }
  } catch (error) {
    if (error instanceof FileFailure) throw error;
    unreadable(path, error);
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), whole: false };
}

/** Creates a ledger atomically and durably, with the lines already known. Throws FileFailure. */
export async function createLedger(
  path: string,
  run: Omit<RunLine, 'type' | 'version'>,
  known: readonly LedgerLine[] = [],
): Promise<void> {
  const lines: readonly LedgerLine[] = [{ type: 'run', version: 1, ...run }, ...known];
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFileAtomic(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await syncFolder(dirname(path));
  } catch (error) {
    unwritable(error);
  }
}

/**
 * Opens a ledger for appending and removes a truncated last line. `entries` are those of all parts of the run. Throws
 * FileFailure.
 */
export async function openLedger({ path, run, end, ...read }: ReadLedger, entries = read.entries): Promise<Ledger> {
  const owned = new Set([...read.entries.all].map(({ slot }) => slot));
  const size = await stat(path).then((facts) => facts.size, unwritable);
  if (size > end) await truncate(path, end).catch(unwritable);
  const writer = await openLineWriter(path, { durable: true, failed: unwritable });
  const add = (line: LedgerLine): Promise<void> => writer.add(line);
  return {
    run,
    entries,
    start: (at, rows) => add({ type: 'start', at, rows }),
    read: (lines) => (lines.length === 0 ? Promise.resolve() : writer.add(...lines)),
    sent: async (line) => {
      const sent: SentLine = { type: 'sent', ...line };
      await add(sent);
      entries.sent(sent);
      owned.add(sent.slot);
    },
    ended: async (line) => {
      const ended: EndLine = { type: 'end', ...line };
      // Known here even where the disk is full: the same process must not send it again.
      entries.ended(ended);
      await add(ended);
    },
    owns: (slot) => owned.has(slot),
    close: () => writer.close(),
  };
}

const checkRows =
  'Nothing was sent, because the rows sent before are unknown. Restore it from a backup, or check in the';

const damaged = (path: string, why: string): FileFailure =>
  new FileFailure('input', path, `The record of this run, ${path}, is damaged: ${why}.`, {
    code: 'run_record_damaged',
    hint: `${checkRows} results file what was created, and send the other rows as a new run with --run NAME.`,
  });

const newer = (path: string): FileFailure =>
  new FileFailure('input', path, `The record of this run, ${path}, was written by a newer version of esign.`, {
    code: 'run_record_newer',
    hint: 'Update esign and run the command again.',
  });

function unreadable(path: string, error: unknown): never {
  throw new FileFailure('input', path, `The record of this run, ${path}, cannot be read: ${reason(error)}.`, {
    code: 'run_record_unreadable',
    hint: `Check its permissions. ${checkRows} service what was created.`,
  });
}

function unwritable(error: unknown): never {
  throw new FileFailure('output', 'runs', `The record of this run cannot be written: ${reason(error)}.`, {
    code: 'run_record_unwritable',
    hint: 'Check the free space and the permissions of the state folder, or set another one with ESIGN_STATE_DIR.',
  });
}
