import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { FileFailure } from '../../cli/failure/failure.js';
import { reason, syncFolder } from '../../core/platform/durable-file.js';
import { OutputFailure } from '../../core/platform/output-failure.js';
import { refuseOtherFile } from '../../core/platform/output-file.js';
import { visibleJson } from '../../core/platform/visible-text.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { RowIdentity } from '../../contract/recorded-write.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import type { RunSettings } from '../../store/runs.js';
import type { RowResult } from './bulk-line.js';

/** The part of a results file that belongs to one run. */
export interface ResultsPart {
  readonly run: Extract<ResultLine, { type: 'run' }>;
  /** The envelopes that were created, by the keys of their rows. */
  readonly created: ReadonlyMap<string, Extract<ResultLine, { type: 'row' }>>;
  /** When rows left, by their keys, whose outcome is unknown. */
  readonly open: ReadonlyMap<string, string>;
}

/** Adds lines to a results file: it is for people and programs to read, and the run's own record decides. */
export interface ResultsWriter {
  add(...lines: readonly ResultLine[]): Promise<void>;
  close(): Promise<void>;
}

const limit = 256 * 1024 * 1024;

/** Reads a results file, run by run; `shown` is its name on the command line. Throws FileFailure for a foreign file. */
export async function readResults(path: string, shown: string): Promise<readonly ResultsPart[]> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return [];
  if (!facts.isFile() || facts.size > limit) throw foreign(shown);
  const text = await readFile(path, 'utf8').catch((error: unknown) => unreadable(shown, error));
  const parts: Building[] = [];
  for (const written of text.split('\n')) {
    const line = written.trim() === '' ? undefined : readLine(written);
    if (line?.type === 'run') parts.push({ run: line, created: new Map(), open: new Map() });
    else if (line !== undefined) note(parts, line);
  }
  // Adding lines to a file of somebody else would spoil it.
  if (parts.length === 0 && text.trim() !== '') throw foreign(shown);
  return parts;
}

interface Building {
  readonly run: ResultsPart['run'];
  readonly created: Map<string, Extract<ResultLine, { type: 'row' }>>;
  readonly open: Map<string, string>;
}

function note(parts: readonly Building[], line: Exclude<ResultLine, { type: 'run' }>): void {
  const part = parts.at(-1);
  if (part === undefined) return;
  if (line.status === 'unknown') part.open.set(line.key, part.open.get(line.key) ?? line.at);
  // A later start may have settled what an earlier one left open.
  else for (const { open } of parts) open.delete(line.key);
  if (line.status === 'created') part.created.set(line.key, line);
}

/** Opens a results file to add to it; it is made when it is missing, and is its owner's alone. Throws FileFailure. */
export async function openResults(path: string, shown: string): Promise<ResultsWriter> {
  return await openLineWriter(path, {
    refuse: (file) => refuseOtherFile(file, shown),
    failed: (error) => {
      if (error instanceof OutputFailure) throw FileFailure.ofOutput(error);
      throw new FileFailure('output', shown, `The results cannot be written to ${shown}: ${reason(error)}.`, {
        hint: 'Check the folder, its permissions and the free space, or name another file with --results.',
      });
    },
  });
}

const foreign = (shown: string): FileFailure =>
  new FileFailure('input', shown, `${shown} already exists and is not a results file.`, {
    code: 'results_foreign',
    hint: 'Name another file with --results.',
  });

function unreadable(shown: string, error: unknown): never {
  throw new FileFailure('input', shown, `${shown} cannot be read: ${reason(error)}.`, {
    hint: 'Check its permissions, or name another file with --results.',
  });
}

/** Adds whole lines at the end of a file. */
interface LineWriter {
  /** Throws what `failed` throws, from the first line that could not be written on. */
  add(...lines: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

interface WriterOptions {
  /** Turns what the system says into a failure of ours. */
  readonly failed: (error: unknown) => never;
  /** Throws for an open file that must not be added to. */
  readonly refuse?: (file: FileHandle) => Promise<void>;
}

const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Opens a file of lines; it is its owner's alone. What a crash left torn at its end becomes a line of its own. */
async function openLineWriter(path: string, { failed, refuse }: WriterOptions): Promise<LineWriter> {
  const file = await open(path, flags, 0o600).catch(failed);
  try {
    await refuse?.(file);
    const { size, mode } = await file.stat();
    if ((mode & 0o077) !== 0) await file.chmod(0o600);
    if (size > 0 && (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] !== 0x0a) await file.write('\n');
    if (size === 0) await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    failed(error);
  }
  let last = Promise.resolve();
  let waiting: string[] = [];
  let next: Promise<void> | null = null;
  let broken: { readonly error: unknown } | null = null;
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    [waiting, next] = [[], null];
    // After half a line nothing may follow.
    if (broken !== null) return failed(broken.error);
    try {
      await append(file, text);
    } catch (error) {
      broken = { error };
      failed(error);
    }
  };
  return {
    add: (...lines) => {
      waiting.push(...lines.map((line) => `${visibleJson(line)}\n`));
      // Lines that arrive while the disk is busy are written together.
      next ??= last.then(flush);
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
  // Somebody removed it: then the lines went nowhere.
  if ((await file.stat()).nlink === 0) throw Object.assign(new Error('removed'), { code: 'ENOENT' });
}

export type ResultLine =
  | {
      readonly type: 'run';
      readonly at: string;
      readonly name: string;
      readonly settings: RunSettings;
      readonly expires_at: string | null;
    }
  | ({
      readonly type: 'row';
      readonly at: string;
      readonly identity: RowIdentity;
      readonly content: string;
      /** The row's place in the record of the machine that sent it. */
      readonly slot: string;
    } & RowResult);

/** Reads one line; undefined for one that is torn or foreign. */
function readLine(text: string): ResultLine | undefined {
  const value = parseJson(text);
  return isResultLine(value) ? value : undefined;
}

function isResultLine(value: unknown): value is ResultLine {
  if (!isObject(value) || typeof value['at'] !== 'string') return false;
  if (value['type'] === 'run') {
    return typeof value['name'] === 'string' && isObject(value['settings']) && isTextOrNull(value['expires_at']);
  }
  const { identity } = value;
  return (
    value['type'] === 'row' &&
    ['key', 'content', 'slot'].every((name) => typeof value[name] === 'string') &&
    isObject(identity) &&
    ['by', 'id', 'who'].every((name) => typeof identity[name] === 'string') &&
    typeof value['row'] === 'number' &&
    ['created', 'failed', 'unknown'].includes(String(value['status'])) &&
    isTextOrNull(value['envelope_id'])
  );
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/** The settings in which two runs differ, by their names. */
export function differences(one: RunSettings, other: RunSettings): readonly (keyof RunSettings)[] {
  const names = Object.keys(one) as (keyof RunSettings)[];
  return names.filter((name) => canonicalJson(one[name] ?? null) !== canonicalJson(other[name] ?? null));
}
