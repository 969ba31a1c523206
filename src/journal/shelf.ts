import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder, systemCode } from '../platform/durable-file.js';
import { append, JournalFailure } from './append.js';
import { BackwardLines } from './backwards.js';
import { Heap } from './heap.js';
import { lastLines } from './ndjson.js';
import { endOfQuarter, isQuarter, quarterOf } from './quarters.js';

/**
 * A journal of any size with lookup by name: a line goes to one of many small files, chosen by a hash of its name, in
 * the folder of its quarter. A lookup reads one file per quarter, and old quarters are deleted as a whole.
 */
export interface Shelf {
  /** `at` in milliseconds since 1970. With `durable` it is on disk when it returns. Throws JournalFailure. */
  append(name: string, at: number, record: object, durable: boolean): Promise<void>;
  /** The same for many, with one write per file. Always durable. */
  appendAll(records: readonly NamedRecord[]): Promise<void>;
  /** The lines of the files for a name, oldest first, including lines of other names. */
  read(name: string): Promise<readonly string[]>;
  /** Every line, the one written last first. Reads only as much as needed. Throws JournalFailure. */
  newestFirst(): Iterable<string>;
  /** Deletes the quarters that ended before a time. */
  forgetBefore(instant: number): Promise<void>;
  quarters(): readonly string[];
}

export interface NamedRecord {
  readonly name: string;
  readonly at: number;
  readonly record: object;
}

export interface ShelfOptions {
  readonly folder: string;
  /** The number of files per quarter. */
  readonly files: number;
  /** Called with the number of bytes read. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/** Larger than any file of a quarter. */
const maxFileBytes = 512 * 1024 * 1024;
const instantAt = /^\{"at":"(\d{4}-[^"]{10,24})"/;

/** When a line was written; undefined for an incomplete or foreign one. */
export const writtenAt = (line: string): string | undefined =>
  line.endsWith('}') ? instantAt.exec(line)?.[1] : undefined;

/** Opens a shelf; its folder is created with the first line. */
export function openShelf({ folder, files, onRead = () => undefined }: ShelfOptions): Shelf {
  const width = (files - 1).toString(16).length;
  const fileOf = (name: string): string => {
    const number = createHash('sha256').update(name).digest().readUInt32BE(0) % files;
    return `${number.toString(16).padStart(width, '0')}.ndjson`;
  };
  const fileName = new RegExp(`^[0-9a-f]{${width}}\\.ndjson$`);
  const namesIn = (path: string): string[] => {
    try {
      return readdirSync(path);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN', 'read');
    }
  };
  const quarters = (): readonly string[] => namesIn(folder).filter(isQuarter).toSorted();

  const pathOf = ({ name, at }: Pick<NamedRecord, 'name' | 'at'>): string => join(folder, quarterOf(at), fileOf(name));
  // The leading newline ends a line that a crash left incomplete.
  const textOf = ({ at, record }: Omit<NamedRecord, 'name'>): string =>
    `\n${JSON.stringify({ at: new Date(at).toISOString(), ...record })}\n`;
  const write = async (path: string, text: string, durable: boolean): Promise<void> => {
    try {
      if (await isNew(dirname(path))) await syncFolder(folder);
    } catch (error) {
      throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN');
    }
    await append(path, text, durable);
  };

  return {
    quarters,
    append: (name, at, record, durable) => write(pathOf({ name, at }), textOf({ at, record }), durable),
    async appendAll(records) {
      const texts = new Map<string, string[]>();
      for (const each of records) {
        const path = pathOf(each);
        const lines = texts.get(path);
        if (lines === undefined) texts.set(path, [textOf(each)]);
        else lines.push(textOf(each));
      }
      for (const [path, lines] of texts) await write(path, lines.join(''), true);
    },
    async read(name) {
      const found: string[] = [];
      for (const quarter of quarters()) {
        const path = join(folder, quarter, fileOf(name));
        const lines = await lastLines(path, maxFileBytes).catch((error: unknown) => {
          throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN', 'read');
        });
        for (const line of lines) {
          onRead(Buffer.byteLength(line) + 1);
          if (line !== '') found.push(line);
        }
      }
      return found;
    },
    *newestFirst() {
      for (const quarter of quarters().toReversed()) {
        const paths = namesIn(join(folder, quarter))
          .filter((each) => fileName.test(each))
          .map((each) => join(folder, quarter, each));
        yield* merge(paths, onRead);
      }
    },
    async forgetBefore(instant) {
      for (const quarter of quarters().filter((each) => endOfQuarter(each) < instant)) {
        await rm(join(folder, quarter), { recursive: true, force: true });
      }
    },
  };
}

async function isNew(path: string): Promise<boolean> {
  if ((await stat(path).catch(() => undefined)) !== undefined) return false;
  await makeFolder(path, 0o700);
  return true;
}

interface Head {
  readonly at: string;
  readonly line: string;
  readonly from: BackwardLines;
}

/** The lines of several ordered files, newest first. An incomplete line keeps its position. */
function* merge(paths: readonly string[], onRead: (bytes: number) => void): Generator<string> {
  const heap = new Heap<Head>((one, other) => one.at > other.at);
  const pull = (from: BackwardLines, path: string, before: string): void => {
    const line = attempt(path, () => from.next());
    if (line !== undefined) heap.push({ at: writtenAt(line) ?? before, line, from });
  };
  const pathOf = new Map(paths.map((path) => [new BackwardLines(path, onRead), path]));
  for (const [from, path] of pathOf) pull(from, path, '9999');
  for (let head = heap.pop(); head !== undefined; head = heap.pop()) {
    yield head.line;
    pull(head.from, pathOf.get(head.from) ?? '', head.at);
  }
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN', 'read');
  }
}
