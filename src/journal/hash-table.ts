import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes of a key: a hash prefix that is long enough to be unique among ten million. */
export const keyBytes = 12;
const headerBytes = 64;
const magic = 'esigntb1';
/** Slots per read; a key is nearly always among the first few. */
const window = 32;
/** Slots after the last one, so that no search wraps around. */
const tail = 256;
/** Bytes of a table that is held in memory as well: four searches for each delivery would read it from the file. */
const maxHeld = 1024 * 1024;
/** Above this load a search takes too long. */
const fullAt = 0.6;

const datasync = promisify(fdatasync);

/** Where a key stands. */
export interface Slot {
  readonly index: number;
  /** A copy of the stored value. */
  readonly value: Buffer;
}

/**
 * A hash table in a file with fixed slots, which are written once and updated in place. A search reads a kilobyte,
 * however large the table is; a small one that only this process writes is held in memory. The first four bytes of a
 * value are never zero.
 */
export class HashTable {
  readonly path: string;
  readonly #file: number;
  readonly #slotBytes: number;
  readonly #capacity: number;
  readonly #window: Buffer;
  /** All slots; undefined for a table that is large or that another process writes. */
  readonly #held: Buffer | undefined;
  #count: number;
  #dirty = false;

  private constructor(
    path: string,
    file: number,
    { slotBytes, capacity, count, isOwn }: { slotBytes: number; capacity: number; count: number; isOwn: boolean },
  ) {
    this.path = path;
    this.#file = file;
    this.#slotBytes = slotBytes;
    this.#capacity = capacity;
    this.#count = count;
    this.#window = Buffer.alloc(slotBytes * window);
    const bytes = sizeOf(slotBytes, capacity) - headerBytes;
    if (!isOwn || bytes > maxHeld) return;
    this.#held = Buffer.alloc(bytes);
    readSync(file, this.#held, 0, bytes, headerBytes);
  }

  /**
   * Creates a table for this many slots; its sparse file takes space only where it is written. Throws system errors.
   */
  static create(path: string, valueBytes: number, capacity: number): HashTable {
    const file = openSync(path, 'wx+', 0o600);
    try {
      ftruncateSync(file, sizeOf(keyBytes + valueBytes, capacity));
      const table = new HashTable(path, file, {
        slotBytes: keyBytes + valueBytes,
        capacity,
        count: 0,
        isOwn: true,
      });
      table.#writeHeader();
      return table;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Opens a table; undefined for an incomplete file or another kind of table. */
  static open(path: string, valueBytes: number, mode: 'r' | 'r+'): HashTable | undefined {
    const file = openSync(path, mode);
    const header = Buffer.alloc(headerBytes);
    const read = readSync(file, header, 0, headerBytes, 0);
    const [slotBytes, capacity, count] = [header.readUInt32LE(8), header.readUInt32LE(12), header.readUInt32LE(16)];
    const whole =
      read === headerBytes &&
      header.toString('latin1', 0, 8) === magic &&
      slotBytes === keyBytes + valueBytes &&
      fstatSync(file).size === sizeOf(slotBytes, capacity);
    if (whole) return new HashTable(path, file, { slotBytes, capacity, count, isOwn: mode === 'r+' });
    closeSync(file);
    return undefined;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#capacity * fullAt;
  }

  find(key: Buffer): Slot | undefined {
    const found = this.#search(key);
    return found?.value === undefined ? undefined : { index: found.index, value: found.value };
  }

  /** Stores a value, replacing that of the key. False when there is no room near its slot. */
  set(key: Buffer, value: Buffer): boolean {
    const found = this.#search(key);
    if (found === undefined) return false;
    this.#write(Buffer.concat([key, value]), headerBytes + found.index * this.#slotBytes);
    if (found.value === undefined) {
      this.#count += 1;
      // A crash loses some of the count, which only decides when the next table is begun.
      if (this.#count % 64 === 0) this.#writeHeader();
    }
    return true;
  }

  /** Writes one byte of a value in place. */
  setByte(slot: Slot, at: number, byte: number): void {
    this.#write(Buffer.of(byte), headerBytes + slot.index * this.#slotBytes + keyBytes + at);
  }

  /** The written data is on disk when it resolves. */
  async sync(): Promise<void> {
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#writeHeader();
    this.#dirty = false;
    try {
      await datasync(this.#file);
    } catch (error) {
      this.#dirty = true;
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The slot of the key with its value, or the empty one for it. */
  #search(key: Buffer): { readonly index: number; readonly value: Buffer | undefined } | undefined {
    const size = this.#slotBytes;
    const first = key.readUInt32LE(0) % this.#capacity;
    const end = this.#capacity + tail;
    for (let from = first; from < end; from += window) {
      const slots = this.#read(from, Math.min(window, end - from));
      for (let at = 0; at + size <= slots.length; at += size) {
        const index = from + at / size;
        if (slots.readUInt32LE(at + keyBytes) === 0) return { index, value: undefined };
        if (slots.compare(key, 0, keyBytes, at, at + keyBytes) !== 0) continue;
        return { index, value: Buffer.from(slots.subarray(at + keyBytes, at + size)) };
      }
    }
    return undefined;
  }

  /** The given number of slots, valid until the next call. */
  #read(from: number, slots: number): Buffer {
    const [start, length] = [from * this.#slotBytes, slots * this.#slotBytes];
    if (this.#held !== undefined) return this.#held.subarray(start, start + length);
    return this.#window.subarray(0, readSync(this.#file, this.#window, 0, length, headerBytes + start));
  }

  #writeHeader(): void {
    const header = Buffer.alloc(headerBytes);
    header.write(magic, 0, 'latin1');
    header.writeUInt32LE(this.#slotBytes, 8);
    header.writeUInt32LE(this.#capacity, 12);
    header.writeUInt32LE(this.#count, 16);
    this.#write(header, 0);
  }

  #write(bytes: Buffer, at: number): void {
    this.#dirty = true;
    const written = writeSync(this.#file, bytes, 0, bytes.length, at);
    if (written !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    if (at >= headerBytes) this.#held?.set(bytes, at - headerBytes);
  }
}

const sizeOf = (slotBytes: number, capacity: number): number => headerBytes + (capacity + tail) * slotBytes;
