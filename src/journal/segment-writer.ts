import { randomBytes } from 'node:crypto';
import { constants, fdatasync, fstatSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, syncFolder, systemCode } from '../platform/durable-file.js';
import type { Place } from './deliveries-entry.js';
import { DeliveriesUnwritable } from './segments.js';

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

interface Line {
  readonly text: string;
  readonly durable: boolean;
  readonly resolve: (place: Place) => void;
  readonly reject: (failure: DeliveriesUnwritable) => void;
}

interface Written {
  readonly line: Line;
  readonly place: Place;
}

interface OpenSegment {
  readonly handle: FileHandle;
  readonly path: string;
  size: number;
  /** Durable lines that are written and not synced. */
  unsynced: Written[];
  syncing: Promise<void> | undefined;
  /** It failed or was removed, so nothing more is written to it. */
  over: boolean;
}

const flags =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const datasync = promisify(fdatasync);

/**
 * Appends lines to segments of this process. Waiting lines are written together, and durable ones are synced together,
 * so that a burst costs little more than a single delivery. Writing does not wait for a sync in progress.
 */
export class SegmentWriter {
  readonly #options: SegmentOptions;
  #queue: Line[] = [];
  #writing: Promise<void> | undefined;
  #file: OpenSegment | undefined;
  /** Milliseconds in the name of the newest segment: names sort in the order in which segments were begun. */
  #begunAt = 0;

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
      this.#queue.push({ text, durable, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  /** Writes waiting lines and closes the segment. */
  async close(): Promise<void> {
    do {
      await this.#writing;
      await this.#leave();
    } while (this.#writing !== undefined);
  }

  async #drain(): Promise<void> {
    // One turn of the event loop, so that simultaneous lines share the first write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#write(batch);
      } catch (error) {
        await this.#leave();
        this.#refuse(batch, error);
      }
    }
    this.#writing = undefined;
  }

  async #write(batch: readonly Line[]): Promise<void> {
    const file = await this.#current();
    const lengths = batch.map(({ text }) => Buffer.byteLength(text, 'utf8'));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    // Only into the system's memory: to hand it to another thread costs more than to do it. A text needs no copy here.
    if (writeSync(file.handle.fd, batch.map(({ text }) => text).join(''), null, 'utf8') !== total)
      throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    let offset = file.size;
    file.size += total;
    if (file.over || isRemoved(file)) return this.#again(file, batch);
    for (const [at, line] of batch.entries()) {
      const length = lengths[at] ?? 0;
      const place = { file: file.path, offset, length };
      offset += length;
      if (line.durable) file.unsynced.push({ line, place });
      else line.resolve(place);
    }
    if (file.unsynced.length > 0) file.syncing ??= this.#sync(file);
  }

  async #sync(file: OpenSegment): Promise<void> {
    while (file.unsynced.length > 0) {
      const batch = file.unsynced;
      file.unsynced = [];
      try {
        await datasync(file.handle.fd);
        if (isRemoved(file)) {
          const lines = batch.map(({ line }) => line);
          this.#again(file, lines);
        } else for (const { line, place } of batch) line.resolve(place);
      } catch (error) {
        // The system reports a failure once, so a later sync proves nothing for lines that were written before it.
        file.over = true;
        const lines = [...batch, ...file.unsynced].map(({ line }) => line);
        file.unsynced = [];
        this.#refuse(lines, error);
      }
    }
    file.syncing = undefined;
  }

  /** The file was removed to make room, or could not be synced, so these lines of it do not count. */
  #again(file: OpenSegment, lines: readonly Line[]): void {
    file.over = true;
    this.#queue = [...lines, ...this.#queue];
    this.#writing ??= this.#drain();
  }

  #refuse(lines: readonly Line[], error: unknown): void {
    const failure = new DeliveriesUnwritable(this.#options.folder, systemCode(error) ?? 'UNKNOWN');
    for (const { reject } of lines) reject(failure);
  }

  async #current(): Promise<OpenSegment> {
    const { folder, now, turnAt, turned, owner } = this.#options;
    if (this.#file !== undefined && !this.#file.over && this.#file.size < turnAt) return this.#file;
    await this.#leave();
    await makeFolder(folder, 0o700);
    const own = owner === undefined ? '' : `-${owner}`;
    this.#begunAt = Math.max(now(), this.#begunAt + 1);
    const name = `${String(this.#begunAt).padStart(15, '0')}-${randomBytes(6).toString('hex')}${own}.ndjson`;
    const path = join(folder, name);
    const handle = await open(path, flags, 0o600);
    const file = { handle, path, size: 0, unsynced: [], syncing: undefined, over: false };
    this.#file = file;
    await syncFolder(folder);
    turned?.();
    return file;
  }

  async #leave(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.syncing;
    await file?.handle.close().catch(() => undefined);
  }
}

/** A call that never waits for the disk. */
const isRemoved = ({ handle }: OpenSegment): boolean => fstatSync(handle.fd).nlink === 0;
