import { hash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HashTable, keyBytes, type Slot } from './hash-table.js';

/** How long an event is remembered, so that it is not forwarded twice: all retries take 34 hours (Retry ladder). */
export const rememberedFor = 7 * 24 * 60 * 60 * 1000;

/** What is remembered of an event after the record of its delivery was removed. */
export interface RememberedEvent {
  /** The delivery that contained it. */
  readonly id: string;
  /** Time of arrival: milliseconds since 1970, to the second. */
  readonly at: number;
  /** The app has accepted it, or it was not for an app. */
  readonly taken: boolean;
}

export interface IndexedDelivery extends RememberedEvent {
  readonly eventId: string;
  /** The identity of its event and envelope; null when unknown. See `arrivalOf`. */
  readonly arrival: string | null;
}

const day = 24 * 60 * 60 * 1000;
const smallest = 1024;
const maxFileBytes = 4 * 1024 * 1024;
const idBytes = 12;
/** Of an event: time (4), whether it was accepted (1), unused (3), ID of the delivery (12). Of an arrival: time (4). */
const valueBytes = { event: 20, arrival: 4 } as const;
const takenAt = 4;
type Kind = keyof typeof valueBytes;

const tableName = /^(\d{6})-(\d{3})\.(event|arrival)$/;

interface Generation {
  /** Days since 1970. */
  readonly day: number;
  readonly part: number;
  readonly kind: Kind;
  readonly table: HashTable;
  /** Of another process: only entries from before this index was opened count. */
  readonly foreign: boolean;
}

export interface IndexOptions {
  /** The existing folder of the tables; null to read only other folders. */
  readonly folder: string | null;
  /** Folders of other processes with the same forwarding. */
  readonly others: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The events of the last week, separate from the journal's segments: written once and updated in place, in one hash
 * table per day (several while a day exceeds the previous one), which is deleted after the week.
 */
export class DeliveryIndex {
  readonly #folder: string | null;
  readonly #now: () => number;
  readonly #openedAt: number;
  /** The newest first. */
  #tables: Generation[] = [];
  /** A table was incomplete, so its content must be read from the segments again. */
  readonly torn: boolean;

  constructor({ folder, others, now }: IndexOptions) {
    this.#folder = folder;
    this.#now = now;
    this.#openedAt = now();
    const own = folder === null ? { tables: [], torn: false } : openTables(folder, false, now());
    this.torn = own.torn;
    const foreign = others.flatMap((each) => openTables(each, true, now()).tables);
    this.#tables = [...own.tables, ...foreign].toSorted((one, other) => other.day - one.day || other.part - one.part);
  }

  event(eventId: string): RememberedEvent | undefined {
    const value = this.#find('event', eventId)?.slot.value;
    if (value === undefined || this.#now() - timeOf(value) > rememberedFor) return undefined;
    const id = value.toString('latin1', 8, 8 + idBytes).replace(/(?<!\0)\0+$/, '');
    return { id, at: timeOf(value), taken: value[takenAt] === 1 };
  }

  /** Whether the event of the envelope arrived from this host. */
  arrived(host: string, arrival: string): boolean {
    return this.#find('arrival', `${host} ${arrival}`) !== undefined;
  }

  /** The same for one that may exist already, and is then only updated. Throws system errors. */
  addOnce(host: string, delivery: IndexedDelivery): void {
    if (this.#find('event', delivery.eventId) === undefined) this.add(host, delivery);
    else if (delivery.taken) this.take(delivery.eventId);
  }

  /** Records a delivery of a new event. Throws system errors. */
  add(host: string, { eventId, id, at, taken, arrival }: IndexedDelivery): void {
    this.addArrival(host, arrival, at);
    const value = Buffer.alloc(valueBytes.event);
    value[takenAt] = taken ? 1 : 0;
    value.write(id.slice(0, idBytes), 8, 'latin1');
    this.#insert('event', eventId, at, value);
  }

  addArrival(host: string, arrival: string | null, at: number): void {
    if (arrival !== null) this.#insert('arrival', `${host} ${arrival}`, at, Buffer.alloc(valueBytes.arrival));
  }

  /** Whether it arrived at the process of this index, or was taken over by it. */
  ownEvent(eventId: string): boolean {
    return this.#find('event', eventId, true) !== undefined;
  }

  /** The app has it. */
  take(eventId: string): void {
    const found = this.#find('event', eventId);
    if (found === undefined || found.generation.foreign || found.slot.value[takenAt] === 1) return;
    found.generation.table.setByte(found.slot, takenAt, 1);
  }

  async sync(): Promise<void> {
    const own = this.#tables.filter(({ foreign }) => !foreign);
    for (const { table } of own) await table.sync();
  }

  close(): void {
    for (const { table } of this.#tables.splice(0)) table.close();
  }

  #find(kind: Kind, text: string, own = false): { readonly generation: Generation; readonly slot: Slot } | undefined {
    const key = keyOf(text);
    for (const generation of this.#tables) {
      if (generation.kind !== kind || (own && generation.foreign)) continue;
      const slot = generation.table.find(key);
      if (slot === undefined) continue;
      if (!generation.foreign || timeOf(slot.value) + 1000 <= this.#openedAt) return { generation, slot };
    }
    return undefined;
  }

  #insert(kind: Kind, text: string, at: number, value: Buffer): void {
    const today = Math.floor(at / day);
    if ((today + 1) * day + rememberedFor < this.#now()) return;
    value.writeUInt32LE(Math.max(1, Math.floor(at / 1000)), 0);
    const key = keyOf(text);
    while (!this.#table(kind, today).set(key, value)) this.#begin(kind, today);
  }

  #table(kind: Kind, today: number): HashTable {
    const own = this.#tables.find((each) => each.kind === kind && each.day === today && !each.foreign);
    return own === undefined || own.table.isFull ? this.#begin(kind, today) : own.table;
  }

  /** A day starts with the capacity of the previous one, and continues with four times as much. */
  #begin(kind: Kind, today: number): HashTable {
    if (this.#folder === null) throw new Error('this index is only read');
    const own = this.#tables.filter((each) => each.kind === kind && !each.foreign);
    const parts = own.filter((each) => each.day === today);
    const before = own.filter((each) => each.day === today - 1).reduce((sum, { table }) => sum + table.count, 0);
    const wanted = (parts.length === 0 ? before : parts.reduce((sum, { table }) => sum + table.count, 0) * 2) * 2;
    const capacity = Math.min(maxFileBytes, Math.max(smallest, 2 ** Math.ceil(Math.log2(Math.max(1, wanted)))));
    const part = Math.max(0, ...parts.map((each) => each.part + 1));
    const table = HashTable.create(join(this.#folder, nameOf(today, part, kind)), valueBytes[kind], capacity);
    this.#tables.unshift({ day: today, part, kind, table, foreign: false });
    this.#tables.sort((one, other) => other.day - one.day || other.part - one.part);
    if (parts.length === 0) this.#dropOld();
    return table;
  }

  #dropOld(): void {
    const isOld = (each: Generation): boolean => !each.foreign && isPast(each.day, this.#now());
    for (const { table } of this.#tables.filter(isOld)) {
      table.close();
      rmSync(table.path, { force: true });
    }
    this.#tables = this.#tables.filter((each) => !isOld(each));
  }
}

function openTables(folder: string, foreign: boolean, now: number): { tables: Generation[]; torn: boolean } {
  const tables: Generation[] = [];
  let torn = false;
  for (const name of namesIn(folder)) {
    const [, days = '', part = '', kind] = tableName.exec(name) ?? [];
    if (kind !== 'event' && kind !== 'arrival') continue;
    const path = join(folder, name);
    if (!foreign && isPast(Number(days), now)) {
      rmSync(path, { force: true });
      continue;
    }
    const table = openTable(path, kind, foreign);
    if (table !== undefined) tables.push({ day: Number(days), part: Number(part), kind, table, foreign });
    else if (!foreign) {
      rmSync(path, { force: true });
      torn = true;
    }
  }
  return { tables, torn };
}

/** A folder of another process may be deleted at any moment. */
function openTable(path: string, kind: Kind, foreign: boolean): HashTable | undefined {
  if (!foreign) return HashTable.open(path, valueBytes[kind], 'r+');
  try {
    return HashTable.open(path, valueBytes[kind], 'r');
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const isPast = (days: number, now: number): boolean => (days + 1) * day + rememberedFor < now;
const timeOf = (value: Buffer): number => value.readUInt32LE(0) * 1000;
const keyOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, keyBytes);
const nameOf = (days: number, part: number, kind: Kind): string =>
  `${String(days).padStart(6, '0')}-${String(part).padStart(3, '0')}.${kind}`;
