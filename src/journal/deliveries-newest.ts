import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readDeliveryEntry, type DeliveryEntry, type Place, type RecordedDelivery } from './deliveries-entry.js';
import { recordFiles, type DeliverySizes, type RecordFile } from './deliveries-files.js';
import { Fold, foldFile } from './deliveries-fold.js';

/** Bytes of one read. */
const page = 64 * 1024;

/**
 * Reads the journal from its end, newest first: a reader that stops after fifty entries has read one block of each
 * active file. The state of a delivery is written after it, so it is known by then.
 */
export async function* newestFirst(folder: string, sizes: DeliverySizes): AsyncGenerator<RecordedDelivery> {
  const pending = new Map<string, Fold>();
  const given = new Set<string>();
  const unordered: RecordFile[] = [];
  const backward: Backward[] = [];
  try {
    for await (const file of recordFiles(folder, sizes)) {
      if (file.ordered) backward.push(new Backward(file));
      else unordered.push(file);
    }
    const copies = await readUnordered(unordered, pending);
    for (;;) {
      const next = latest(backward);
      const copy = copies.at(-1);
      if (copy !== undefined && (next === undefined || copy.at >= iso(next.time))) {
        copies.pop();
        const known = pending.get(copy.id);
        pending.delete(copy.id);
        if (given.has(copy.id)) continue;
        given.add(copy.id);
        yield known === undefined ? copy : joined(known, copy);
        continue;
      }
      const read = next?.take();
      if (read === undefined) return;
      const { entry, place } = read;
      const fold = pending.get(entry.id) ?? new Fold();
      fold.add(entry, place);
      if (entry.kind !== 'got') {
        pending.set(entry.id, fold);
        continue;
      }
      pending.delete(entry.id);
      if (given.has(entry.id)) continue;
      given.add(entry.id);
      yield* fold.deliveries();
    }
  } finally {
    for (const each of backward) each.close();
  }
}

/** The few files with lines out of time order; their states of deliveries in other files are held back. */
async function readUnordered(files: readonly RecordFile[], pending: Map<string, Fold>): Promise<RecordedDelivery[]> {
  const fold = new Fold();
  for (const { path, limit } of files) await foldFile(fold, path, limit);
  for (const entry of fold.orphans()) {
    const known = pending.get(entry.id) ?? new Fold();
    known.add(entry, nowhere);
    pending.set(entry.id, known);
  }
  return fold.deliveries();
}

const nowhere: Place = { file: '', offset: 0, length: 0 };

/** The later of two states, one of which may be in a copy. */
function joined(fold: Fold, copy: RecordedDelivery): RecordedDelivery {
  const { place, forward, ...facts } = copy;
  const target = forward.is === 'none' ? null : forward.target;
  const at = place ?? nowhere;
  fold.add({ kind: 'got', ...facts, target, body: null }, at);
  if (forward.is !== 'none' && forward.is !== 'waiting') fold.add({ kind: 'forward', id: copy.id, forward }, at);
  const [found = copy] = fold.deliveries();
  return { ...found, place };
}

function latest(files: readonly Backward[]): Backward | undefined {
  let found: Backward | undefined;
  for (const each of files) if (each.time >= 0 && (found === undefined || each.time > found.time)) found = each;
  return found;
}

const iso = (time: number): string => new Date(time).toISOString();

/** The entries of one file, the last one first. */
class Backward {
  readonly #file: RecordFile;
  readonly #handle: number | undefined;
  /** The end of the unread bytes. */
  #from = 0;
  /** The bytes that were read but not returned; they start at `#from`. */
  #bytes: Buffer = Buffer.alloc(0);
  #next: { readonly entry: DeliveryEntry; readonly place: Place } | undefined;

  constructor(file: RecordFile) {
    this.#file = file;
    try {
      this.#handle = openSync(file.path, 'r');
      const { size } = fstatSync(this.#handle);
      if (size <= file.limit) this.#from = size;
    } catch {
      // It was deleted since it was listed, or was never written.
    }
    this.#advance();
  }

  /** Of the next entry; -1 without one. */
  get time(): number {
    if (this.#next === undefined) return -1;
    const { entry } = this.#next;
    const at = Date.parse(entry.kind === 'forward' ? entry.forward.at : entry.at);
    return Number.isNaN(at) ? 0 : at;
  }

  take(): { readonly entry: DeliveryEntry; readonly place: Place } | undefined {
    const taken = this.#next;
    this.#advance();
    return taken;
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
  }

  #advance(): void {
    for (;;) {
      const line = this.#line();
      if (line === undefined) {
        this.#next = undefined;
        return;
      }
      const entry = line.text === '' ? undefined : readDeliveryEntry(line.text);
      if (entry === undefined) continue;
      this.#next = { entry, place: line.place };
      return;
    }
  }

  #line(): { readonly text: string; readonly place: Place } | undefined {
    for (;;) {
      const end = this.#bytes.length;
      const at = this.#bytes.lastIndexOf(0x0a);
      if (at === -1 && this.#from > 0) {
        this.#read();
        continue;
      }
      if (at === -1 && end === 0) return undefined;
      const text = this.#bytes.toString('utf8', at + 1, end);
      const place = { file: this.#file.path, offset: this.#from + at + 1, length: end - at - 1 };
      this.#bytes = this.#bytes.subarray(0, Math.max(0, at));
      return { text, place };
    }
  }

  #read(): void {
    const length = Math.min(page, this.#from);
    const before = Buffer.alloc(length);
    if (this.#handle === undefined) return;
    readSync(this.#handle, before, 0, length, this.#from - length);
    this.#from -= length;
    this.#bytes = Buffer.concat([before, this.#bytes]);
  }
}
