import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readDeliveryEntry, type DeliveryEntry, type Place, type RecordedDelivery } from './deliveries-entry.js';
import { recordFiles, type DeliverySizes } from './deliveries-files.js';
import { Fold } from './deliveries-fold.js';
import { IdSet, RecordLine } from './deliveries-line.js';

/** Bytes of one read. The buffer is used again, because new memory costs more than what is read into it. */
const block = 256 * 1024;
const newline = 0x0a;
/** More texts are sought line by line, since each one costs a search of all bytes. */
const maxTexts = 8;

interface OpenFile {
  readonly path: string;
  readonly handle: number;
  readonly size: number;
}

/**
 * The record of deliveries at one moment. Its files stay open, so that one deleted meanwhile is read to its end; lines
 * added later are not read. A scan uses a fixed amount of memory.
 */
export class RecordSnapshot {
  readonly #files: OpenFile[] = [];

  static async open(folder: string, sizes: DeliverySizes): Promise<RecordSnapshot> {
    const snapshot = new RecordSnapshot();
    for await (const { path, limit } of recordFiles(folder, sizes)) snapshot.#open(path, limit);
    return snapshot;
  }

  /**
   * Visits the entries of all files, each file from its beginning; with `containing`, those whose line contains one of
   * these texts, which costs much less. The line is valid until the visitor returns.
   */
  scan(visit: (line: RecordLine) => void, containing?: Iterable<string>): void {
    const line = new RecordLine();
    const texts = containing === undefined ? undefined : [...containing].map((text) => Buffer.from(text));
    let buffer = Buffer.allocUnsafeSlow(block);
    for (const { path, handle, size } of this.#files) {
      /** Bytes at the start of the buffer, which begin a line, and the position in the file after them. */
      let held = 0;
      let position = 0;
      while (position < size) {
        if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
        const count = readSync(handle, buffer, held, Math.min(buffer.length - held, size - position), position);
        if (count === 0) break;
        const bytes = buffer.subarray(0, held + count);
        line.block(path, position - held, bytes);
        position += count;
        const isLast = position === size;
        const rest =
          texts === undefined
            ? visitLines(bytes, isLast, line, visit)
            : visitLinesWith(texts, bytes, isLast, line, visit);
        bytes.copyWithin(0, rest);
        held = bytes.length - rest;
      }
    }
  }

  /** The deliveries with these IDs, in order of arrival, as all their lines tell. */
  deliveries(ids: ReadonlySet<string>): RecordedDelivery[] {
    const fold = new Fold();
    const wanted = new IdSet(ids);
    this.scan(
      (line) => {
        const entry = wanted.has(line) ? line.entry() : undefined;
        if (entry !== undefined) fold.add(entry, line.place);
      },
      // A long text with quotes is found faster: few other places begin or end like it.
      ids.size > maxTexts ? undefined : [...ids].map((id) => `"id":${JSON.stringify(id)}`),
    );
    return fold.deliveries();
  }

  read({ file, offset, length }: Place): DeliveryEntry | undefined {
    const { handle } = this.#files.find(({ path }) => path === file) ?? {};
    if (handle === undefined) return undefined;
    const bytes = Buffer.alloc(length);
    const count = readSync(handle, bytes, 0, length, offset);
    return readDeliveryEntry(bytes.toString('utf8', 0, count));
  }

  close(): void {
    for (const { handle } of this.#files.splice(0)) closeSync(handle);
  }

  #open(path: string, limit: number): void {
    try {
      const handle = openSync(path, 'r');
      const { size } = fstatSync(handle);
      if (size <= limit) this.#files.push({ path, handle, size });
      else closeSync(handle);
    } catch {
      // It was deleted since it was listed, or was never written.
    }
  }
}

/** Visits the lines of a block; returns where the last one begins if it is incomplete. */
function visitLines(bytes: Buffer, isLast: boolean, line: RecordLine, visit: (line: RecordLine) => void): number {
  let from = 0;
  while (from < bytes.length) {
    if (bytes[from] === newline) {
      from += 1;
      continue;
    }
    const found = bytes.indexOf(newline, from);
    if (found === -1 && !isLast) return from;
    const to = found === -1 ? bytes.length : found;
    visitLine(bytes, from, to, isLast, line, visit);
    from = to + 1;
  }
  return bytes.length;
}

/** The same for the lines that contain one of these texts. */
function visitLinesWith(
  texts: readonly Buffer[],
  bytes: Buffer,
  isLast: boolean,
  line: RecordLine,
  visit: (line: RecordLine) => void,
): number {
  const end = isLast ? bytes.length : bytes.lastIndexOf(newline) + 1;
  const lines = new Map<number, number>();
  for (const text of texts) {
    for (let at = bytes.indexOf(text); at !== -1 && at < end;) {
      const found = bytes.indexOf(newline, at);
      const to = found === -1 ? bytes.length : found;
      lines.set(bytes.lastIndexOf(newline, at) + 1, to);
      at = bytes.indexOf(text, to);
    }
  }
  for (const [from, to] of [...lines].toSorted(([one], [other]) => one - other))
    visitLine(bytes, from, to, isLast, line, visit);
  return end;
}

function visitLine(
  bytes: Buffer,
  from: number,
  to: number,
  isLast: boolean,
  line: RecordLine,
  visit: (line: RecordLine) => void,
): void {
  const isWhole = bytes[to + 1] === newline || (isLast && to + 1 === bytes.length);
  if (line.move(from, to, isWhole)) visit(line);
}
