import {
  arrayOf,
  dictOf,
  integerOf,
  Name,
  readObject,
  Ref,
  StrictReader,
  type Dict,
  type StrictObject,
  unknown,
  unpack,
  type Value,
} from './strict-pdf.js';

/** Where a section of cross-references says that an object is. */
type Entry =
  | { readonly kind: 'free' }
  | { readonly kind: 'at'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'in'; readonly container: number; readonly index: number };

/** One section of cross-references, and the trailer that belongs to it. */
export interface Section {
  readonly at: number;
  /** Behind the trailer. */
  readonly end: number;
  readonly entries: ReadonlyMap<number, Entry>;
  readonly trailer: Dict;
  /** The object that a cross-reference stream is; null for a table. */
  readonly ownObject: number | null;
}

const maxSections = 200;
const maxObjects = 200_000;
const notHere = (): never => unknown();

/** A file up to one of its ends, with every object in reach as its cross-references name it. */
export class StrictRevision {
  readonly bytes: Buffer;
  /** The newest first. */
  readonly sections: readonly Section[];
  readonly entries: ReadonlyMap<number, Entry>;
  private readonly objects = new Map<number, StrictObject>();

  /** Throws UnknownStructure where the cross-references leave anything open. */
  constructor(bytes: Buffer) {
    // Some readers count addresses from the header, wherever it stands.
    if (bytes.toString('latin1', 0, 5) !== '%PDF-') unknown();
    this.bytes = bytes;
    this.sections = readSections(bytes);
    const entries = new Map<number, Entry>();
    for (const section of this.sections) {
      for (const [object, entry] of section.entries) if (!entries.has(object)) entries.set(object, entry);
    }
    if (entries.size > maxObjects) unknown();
    this.entries = entries;
  }

  get trailer(): Dict {
    return this.sections[0]?.trailer ?? unknown();
  }

  has(object: number): boolean {
    return (this.entries.get(object) ?? { kind: 'free' }).kind !== 'free';
  }

  /** The object of that number; it has to be there, and to call itself so. */
  get(object: number): StrictObject {
    const known = this.objects.get(object);
    if (known !== undefined) return known;
    const entry = this.entries.get(object);
    if (entry === undefined || entry.kind === 'free') return unknown();
    const found = entry.kind === 'at' ? this.readAt(entry.offset) : this.readIn(entry.container, entry.index);
    if (found.object !== object || found.generation !== (entry.kind === 'at' ? entry.generation : 0)) return unknown();
    this.objects.set(object, found);
    return found;
  }

  /** The value itself, where a reference stands for it; null for what is not there. */
  resolve(value: Value | undefined): Value {
    if (!(value instanceof Ref)) return value ?? null;
    if (!this.has(value.object)) return null;
    const found = this.get(value.object);
    return found.generation !== value.generation || found.value instanceof Ref ? unknown() : found.value;
  }

  readonly lengthOf = (ref: Ref): number => integerOf(this.resolve(ref));

  private readAt(offset: number): StrictObject {
    return readObject(this.bytes, offset, this.lengthOf);
  }

  private readIn(container: number, index: number): StrictObject {
    if (this.entries.get(container)?.kind !== 'at') return unknown();
    return packedObjects(this.get(container))[index] ?? unknown();
  }
}

const packed = new WeakMap<StrictObject, readonly StrictObject[]>();

/** The objects of an object stream, in its order (ISO 32000-1, 7.5.7). */
export function packedObjects(container: StrictObject): readonly StrictObject[] {
  const known = packed.get(container);
  if (known !== undefined) return known;
  const dict = dictOf(container.value);
  const type = dict.get('Type');
  if (!(type instanceof Name) || type.text !== 'ObjStm') return unknown();
  const [count, first] = [integerOf(dict.get('N')), integerOf(dict.get('First'))];
  if (count > maxObjects) return unknown();
  const data = unpack(container);
  const head = new StrictReader(data.subarray(0, first), 0);
  const heads = Array.from({ length: count }, () => [integerOf(head.value()), integerOf(head.value())] as const);
  head.skip();
  if (head.at !== Math.min(first, data.length)) return unknown();
  let end = first;
  const objects = heads.map(([object, offset]) => {
    const reader = new StrictReader(data, first + offset);
    // One behind the other, so that none can be read in two ways.
    if (reader.at < end) return unknown();
    const value = reader.value();
    end = reader.at;
    return { object, generation: 0, value, stream: null, end };
  });
  packed.set(container, objects);
  return objects;
}

/** The address of the cross-references that the end of a file names. */
function startOf(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 60));
  return Number(/startxref\s{1,4}(\d{1,12})\s{1,4}%%EOF\s{0,4}$/.exec(tail)?.[1] ?? unknown());
}

function readSections(bytes: Buffer): readonly Section[] {
  const sections: Section[] = [];
  for (let at: number | null = startOf(bytes); at !== null;) {
    const from: number = at;
    if (sections.length >= maxSections || sections.some((each) => each.at === from)) return unknown();
    const section = readSection(bytes, from);
    const { trailer } = section;
    if (['XRefStm', 'Encrypt'].some((key) => trailer.has(key))) return unknown();
    sections.push(section);
    at = trailer.has('Prev') ? integerOf(trailer.get('Prev')) : null;
  }
  return sections;
}

function readSection(bytes: Buffer, at: number): Section {
  return bytes.toString('latin1', at, at + 4) === 'xref' ? readTable(bytes, at) : readReferenceStream(bytes, at);
}

/** ISO 32000-1, 7.5.4. */
function readTable(bytes: Buffer, at: number): Section {
  const entries = new Map<number, Entry>();
  const reader = new StrictReader(bytes, at);
  reader.need(/^xref(?=[\r\n ])/);
  while (reader.take(/^trailer\b/) === null) {
    const [, first = '', count = ''] = reader.need(/^(\d{1,10}) (\d{1,7})(?=[\r\n ])/);
    if (Number(count) > maxObjects) return unknown();
    reader.skip();
    for (let index = 0; index < Number(count); index += 1) {
      const row = bytes.toString('latin1', reader.at, reader.at + 20);
      const [, offset, generation, kind] = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)$/.exec(row) ?? unknown();
      add(
        entries,
        Number(first) + index,
        kind === 'n' ? entryAt(Number(offset), Number(generation)) : { kind: 'free' },
      );
      reader.at += 20;
    }
  }
  const trailer = dictOf(reader.value());
  return { at, end: reader.at, entries, trailer, ownObject: null };
}

const entryAt = (offset: number, generation: number): Entry => ({ kind: 'at', offset, generation });

function add(entries: Map<number, Entry>, object: number, entry: Entry): void {
  if (entries.has(object) || entries.size > maxObjects) unknown();
  entries.set(object, entry);
}

/** ISO 32000-1, 7.5.8. */
function readReferenceStream(bytes: Buffer, at: number): Section {
  const own = readObject(bytes, at, notHere);
  const trailer = dictOf(own.value);
  const type = trailer.get('Type');
  if (!(type instanceof Name) || type.text !== 'XRef') return unknown();
  const data = unpack(own);
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0, ...more] = arrayOf(trailer.get('W') ?? null).map(integerOf);
  const width = kindWidth + secondWidth + thirdWidth;
  if (more.length > 0 || kindWidth > 1 || secondWidth < 1 || secondWidth > 6 || thirdWidth > 4) return unknown();
  const spans = trailer.has('Index')
    ? arrayOf(trailer.get('Index') ?? null).map(integerOf)
    : [0, integerOf(trailer.get('Size'))];
  const entries = new Map<number, Entry>();
  let place = 0;
  for (let index = 0; index < spans.length; index += 2) {
    const [first = 0, count = 0] = spans.slice(index, index + 2);
    for (let object = first; object < first + count; object += 1) {
      if (place + width > data.length) return unknown();
      const kind = kindWidth === 0 ? 1 : data[place];
      const second = data.readUIntBE(place + kindWidth, secondWidth);
      const third = thirdWidth === 0 ? 0 : data.readUIntBE(place + kindWidth + secondWidth, thirdWidth);
      place += width;
      if (kind === 0) add(entries, object, { kind: 'free' });
      else if (kind === 1) add(entries, object, entryAt(second, third));
      else if (kind === 2) add(entries, object, { kind: 'in', container: second, index: third });
      else return unknown();
    }
  }
  return place === data.length ? { at, end: own.end, entries, trailer, ownObject: own.object } : unknown();
}
