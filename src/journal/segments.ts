import { closeSync, openSync, readSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The start in milliseconds since 1970; a unique part; the owner. */
const segmentName = /^\d{15}-[0-9a-f]{12}(?:-([\w.]+))?\.ndjson$/;

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

/** Bytes of one read: some hundred lines of deliveries. */
const block = 256 * 1024;

/** Reads lines one after the other, most of which are close together, a block at a time. */
export class LineReader {
  #block: { readonly path: string; readonly from: number; readonly bytes: Buffer } | undefined;
  #row: Promise<unknown> = Promise.resolve();

  /** The bytes of one line; undefined when they were removed. */
  read(place: Place): Promise<string | undefined> {
    const read = this.#row.then(() => this.#read(place));
    this.#row = read.catch(() => undefined);
    return read;
  }

  async #read({ file: path, offset, length }: Place): Promise<string | undefined> {
    const held = this.#block;
    const isHeld = held?.path === path && offset >= held.from && offset + length <= held.from + held.bytes.length;
    const { from, bytes } = isHeld ? held : await this.#readBlock(path, offset, Math.max(length, block));
    const start = offset - from;
    return start + length <= bytes.length ? bytes.toString('utf8', start, start + length).trim() : undefined;
  }

  async #readBlock(path: string, from: number, length: number) {
    this.#block = undefined;
    const handle = await open(path, 'r').catch(() => undefined);
    if (handle === undefined) return { path, from, bytes: Buffer.alloc(0) };
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      this.#block = { path, from, bytes: buffer.subarray(0, bytesRead) };
      return this.#block;
    } finally {
      await handle.close();
    }
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
