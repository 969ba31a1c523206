import { constants } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileFailure } from '../cli/failure.js';
import { reason } from '../cli/files.js';
import { type BatchIntent, readLine, type ResultLine, type RowResult, writeLine } from './result-line.js';

/** What a results file says so far. */
export interface Results {
  /** How the run was begun; null for a file that is not there yet. */
  readonly begun: Extract<ResultLine, { type: 'run' }> | null;
  /** The latest result of each row, by its key: none while a request that it left in is open; `created` is final. */
  readonly ended: ReadonlyMap<string, RowResult>;
  /** Requests that left, oldest first: batches, and rows by themselves, whose key is that of the row. */
  readonly left: readonly LeftRequest[];
}

/** A request that left, with what was heard of it before any of its rows left again. */
export interface LeftRequest extends BatchIntent {
  /** When it left first: ISO 8601. */
  readonly at: string;
  /** By the keys of the rows. It is open while one has none, or one that says `unknown`. */
  readonly heard: ReadonlyMap<string, RowResult>;
}

export const isOpen = ({ row_keys: keys, heard }: LeftRequest): boolean =>
  keys.some((key) => (heard.get(key)?.status ?? 'unknown') === 'unknown');

/** Adds lines to a results file; each is on the disk when it returns. Throws FileFailure. */
export interface ResultsWriter {
  add(...lines: readonly ResultLine[]): Promise<void>;
  close(): Promise<void>;
}

const limit = 256 * 1024 * 1024;
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Reads a results file; `shown` is its name on the command line. Throws FileFailure for a file of somebody else. */
export async function readResults(path: string, shown: string): Promise<Results> {
  const ended = new Map<string, RowResult>();
  const left: LeftRequest[] = [];
  const latest = new Map<string, Map<string, RowResult>>();
  const leaves = (request: Omit<LeftRequest, 'heard'>): Map<string, RowResult> => {
    const heard = new Map<string, RowResult>();
    left.push({ ...request, heard });
    for (const key of request.row_keys) {
      latest.set(key, heard);
      // What an earlier request said of the row says nothing of this one.
      if (ended.get(key)?.status !== 'created') ended.delete(key);
    }
    return heard;
  };
  let begun: Results['begun'] = null;
  const facts = await stat(path).catch(() => null);
  if (facts !== null && (!facts.isFile() || facts.size > limit)) throw foreign(shown);
  const text = facts === null ? '' : await readFile(path, 'utf8').catch((error: unknown) => unreadable(shown, error));
  for (const written of text.split('\n')) {
    const line = written.trim() === '' ? undefined : readLine(written);
    if (line?.type === 'run') begun ??= line;
    if (line?.type === 'batch') leaves(line);
    if (line?.type === 'left') leaves({ key: line.key, row_keys: [line.key], at: line.at });
    if (line?.type === 'row') {
      const { key, at, status } = line;
      // Earlier versions wrote no line when a row left by itself.
      const heard = latest.get(key) ?? (status === 'unknown' ? leaves({ key, row_keys: [key], at }) : undefined);
      heard?.set(key, line);
      if (ended.get(key)?.status !== 'created') ended.set(key, line);
    }
  }
  // Adding lines to a file that is none of ours would spoil it.
  if (begun === null && text.trim() !== '') throw foreign(shown);
  return { begun, ended, left };
}

/** Opens a results file to add to it; it is made when it is missing, and is its owner's alone. Throws FileFailure. */
export async function openResults(path: string, shown: string): Promise<ResultsWriter> {
  const failed = (error: unknown): never => {
    throw new FileFailure('output', shown, `The results cannot be written to ${shown}: ${reason(error)}.`, {
      hint: 'Check the folder, its permissions and the free space, or name another file with --results.',
    });
  };
  const file = await open(path, flags, 0o600).catch(failed);
  try {
    const { size, mode } = await file.stat();
    if ((mode & 0o077) !== 0) await file.chmod(0o600);
    // Ends a line that a crash left torn.
    if (size > 0 && (await lastByte(path, size)) !== 0x0a) await file.write('\n');
    if (size === 0) await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    failed(error);
  }
  let last = Promise.resolve();
  let waiting = '';
  let next: Promise<void> | null = null;
  return {
    add: (...lines) => {
      waiting += lines.map(writeLine).join('');
      // What comes while the disk is at work goes with one write.
      next ??= last.then(async () => {
        const text = waiting;
        [waiting, next] = ['', null];
        await append(file, text).catch(failed);
      });
      last = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      await last;
      await file.close();
    },
  };
}

async function append(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
  await file.datasync();
}

async function lastByte(path: string, size: number): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    return (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0];
  } finally {
    await file.close();
  }
}

const foreign = (shown: string): FileFailure =>
  new FileFailure('input', shown, `${shown} is there already and holds no results of a bulk run.`, {
    code: 'results_foreign',
    hint: 'Name another file with --results.',
  });

function unreadable(shown: string, error: unknown): never {
  throw new FileFailure('input', shown, `${shown} cannot be read: ${reason(error)}.`, {
    hint: 'Check its permissions, or name another file with --results.',
  });
}

/** A new file's name must reach the disk as well; not every system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
