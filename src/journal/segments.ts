import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder, systemCode } from '../platform/durable-file.js';
import type { Place } from './deliveries-entry.js';

/** Deliveries cannot be stored, so none may be acknowledged. */
export class DeliveriesUnwritable extends Error {
  override readonly name = 'DeliveriesUnwritable';
  readonly code = 'deliveries_unwritable';
  readonly path: string;
  /** The system's own code: `ENOSPC`, `EACCES`, `EROFS` … */
  readonly systemCode: string;

  constructor(path: string, systemCode: string) {
    super(`cannot write the delivery journal ${path} (${systemCode})`);
    this.path = path;
    this.systemCode = systemCode;
  }
}

export interface SegmentOptions {
  /** The folder of the segments; created if missing. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The owner in the segment names; undefined for a program without a forwarding. */
  readonly owner?: string | undefined;
  /** Bytes after which a new segment is begun. */
  readonly turnAt: number;
  /** Called after a new segment was begun. */
  readonly turned?: () => void;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly durable: boolean;
  readonly resolve: (place: Place) => void;
  readonly reject: (failure: DeliveriesUnwritable) => void;
}

interface OpenSegment {
  readonly handle: FileHandle;
  readonly path: string;
  size: number;
}

const flags =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** The start in milliseconds since 1970; a unique part; the owner. */
const segmentName = /^\d{15}-[0-9a-f]{12}(?:-([\w.]+))?\.ndjson$/;

/**
 * Appends lines to segments of this process. Waiting lines are written together with one sync, so that a burst costs
 * little more than a single delivery.
 */
export class SegmentWriter {
  readonly #options: SegmentOptions;
  #queue: Waiting[] = [];
  #draining: Promise<void> | undefined;
  #file: OpenSegment | undefined;

  constructor(options: SegmentOptions) {
    this.#options = options;
  }

  /** The segment being written; undefined before the first line. */
  get path(): string | undefined {
    return this.#file?.path;
  }

  /** Resolves when the text is written or, if `durable`, synced. Throws DeliveriesUnwritable. */
  append(text: string, durable: boolean): Promise<Place> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes: Buffer.from(text, 'utf8'), durable, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Writes waiting lines and closes the segment. */
  async close(): Promise<void> {
    await this.#draining;
    await this.#leave();
  }

  async #drain(): Promise<void> {
    // One turn of the event loop, so that simultaneous deliveries share the first write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#write(batch);
      } catch (error) {
        await this.#leave();
        const failure = new DeliveriesUnwritable(this.#options.folder, systemCode(error) ?? 'UNKNOWN');
        for (const { reject } of batch) reject(failure);
      }
    }
    this.#draining = undefined;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const bytes = Buffer.concat(batch.map((waiting) => waiting.bytes));
    const durable = batch.some((waiting) => waiting.durable);
    for (;;) {
      const file = await this.#current();
      const from = file.size;
      const { bytesWritten } = await file.handle.write(bytes);
      if (bytesWritten !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
      if (durable) await file.handle.datasync();
      file.size += bytes.length;
      // It was removed to make room: then the lines were lost.
      if ((await file.handle.stat()).nlink === 0) {
        await this.#leave();
        continue;
      }
      let offset = from;
      for (const waiting of batch) {
        waiting.resolve({ file: file.path, offset, length: waiting.bytes.length });
        offset += waiting.bytes.length;
      }
      return;
    }
  }

  async #current(): Promise<OpenSegment> {
    const { folder, now, turnAt, turned, owner } = this.#options;
    if (this.#file !== undefined && this.#file.size < turnAt) return this.#file;
    await this.#leave();
    await makeFolder(folder, 0o700);
    const own = owner === undefined ? '' : `-${owner}`;
    const name = `${String(now()).padStart(15, '0')}-${randomBytes(6).toString('hex')}${own}.ndjson`;
    const path = join(folder, name);
    this.#file = { handle: await open(path, flags, 0o600), path, size: 0 };
    await syncFolder(folder);
    turned?.();
    return this.#file;
  }

  async #leave(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close().catch(() => undefined);
  }
}

export interface Segment {
  readonly path: string;
  readonly name: string;
  /** Undefined for one of an older version, and of a program without a forwarding. */
  readonly owner: string | undefined;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** The segments of a folder, oldest first. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => segmentName.test(name))
      .toSorted()
      .map(async (name): Promise<Segment | undefined> => {
        const path = join(folder, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts?.isFile() !== true) return undefined;
        const [, owner] = segmentName.exec(name) ?? [];
        return { path, name, owner, size: facts.size, changedAt: facts.mtimeMs };
      }),
  );
  return found.filter((segment) => segment !== undefined);
}

/** Reads a segment line by line, with positions; a missing file, or one longer than `limit`, has none. */
export async function readLines(
  path: string,
  limit: number,
): Promise<{ readonly line: string; readonly place: Place }[]> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return [];
  try {
    if ((await file.stat()).size > limit) return [];
    const bytes = await file.readFile();
    const lines: { line: string; place: Place }[] = [];
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(0x0a, from);
      const to = found === -1 ? bytes.length : found;
      if (to > from) {
        lines.push({ line: bytes.toString('utf8', from, to), place: { file: path, offset: from, length: to - from } });
      }
      from = to + 1;
    }
    return lines;
  } finally {
    await file.close();
  }
}

/** The bytes of one line; undefined when they were removed. */
export async function readPlace({ file, offset, length }: Place): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return bytesRead === length ? buffer.toString('utf8').trim() : undefined;
  } finally {
    await handle.close();
  }
}

/** Reads many lines, most of which are consecutive in one file. */
export class PlaceReader {
  #open: { readonly path: string; readonly file: number } | undefined;

  /** The bytes of one line; undefined when they were removed. */
  read({ file: path, offset, length }: Place): string | undefined {
    try {
      if (this.#open?.path !== path) {
        this.close();
        this.#open = { path, file: openSync(path, 'r') };
      }
      const buffer = Buffer.alloc(length);
      const read = readSync(this.#open.file, buffer, 0, length, offset);
      return read === length ? buffer.toString('utf8').trim() : undefined;
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.file);
    this.#open = undefined;
  }
}

export const removeSegment = (path: string): Promise<void> => rm(path, { force: true });
