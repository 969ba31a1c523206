import {
  arrayOf,
  dictOf,
  integerOf,
  readObject,
  Ref,
  StrictReader,
  type Dict,
  type Source,
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

/** A file up to one of its ends, with every object in reach as its cross-references name it. */
export class StrictRevision {
  readonly source: Source;
  /** The newest first. */
  readonly sections: readonly Section[];
  readonly trailer: Dict;
  readonly entries = new Map<number, Entry>();
  private readonly objects = new Map<number, StrictObject>();

  /** Throws UnknownStructure where the cross-references leave anything open. */
  constructor(source: Source) {
    // Some readers count addresses from the header, wherever it stands.
    if (!source.text.startsWith('%PDF-')) unknown();
    this.source = source;
    this.sections = readSections(source);
    this.trailer = this.sections[0]?.trailer ?? unknown();
    for (const section of this.sections.toReversed()) {
      for (const [object, entry] of section.entries) this.entries.set(object, entry);
    }
  }

  has(object: number): boolean {
    return (this.entries.get(object)?.kind ?? 'free') !== 'free';
  }

  /** The object of that number; it has to be there, and to call itself so. */
  get(object: number): StrictObject {
    const known = this.objects.get(object);
    if (known !== undefined) return known;
    const entry = this.entries.get(object);
    if (entry === undefined || entry.kind === 'free') return unknown();
    const isPlain = entry.kind === 'at';
    const found = isPlain ? readObject(this.source, entry.offset, this.lengthOf) : this.packed(entry);
    if (found.object !== object || found.generation !== (isPlain ? entry.generation : 0)) return unknown();
    this.objects.set(object, found);
    return found;
  }

  /** The value itself, where a reference stands for it; undefined for what is not there. */
  resolve(value: Value | undefined): Value | undefined {
    if (!(value instanceof Ref)) return value;
    if (!this.has(value.object)) return undefined;
    const found = this.get(value.object);
    return found.generation !== value.generation || found.value instanceof Ref ? unknown() : found.value;
  }

  readonly lengthOf = (ref: Ref): number => integerOf(this.resolve(ref));

  private packed({ container, index }: { readonly container: number; readonly index: number }): StrictObject {
    if (this.entries.get(container)?.kind !== 'at') return unknown();
    return packedObjects(this.get(container))[index] ?? unknown();
  }
}

const known = new WeakMap<StrictObject, readonly StrictObject[]>();

/** The objects of an object stream, in its order (ISO 32000-1, 7.5.7). */
export function packedObjects(container: StrictObject): readonly StrictObject[] {
  const found = known.get(container);
  if (found !== undefined) return found;
  const dict = dictOf(container.value);
  const [count, first] = [integerOf(dict.get('N')), integerOf(dict.get('First'))];
  if (dict.get('Type') !== '/ObjStm' || count > maxObjects) return unknown();
  const text = unpack(container).toString('latin1');
  const head = new StrictReader(text.slice(0, first), 0);
  const heads = Array.from({ length: count }, () => [integerOf(head.next()), integerOf(head.next())] as const);
  head.skip();
  if (head.at !== Math.min(first, text.length)) return unknown();
  let end = first;
  const objects = heads.map(([object, offset]) => {
    // One behind the other, so that none can be read in two ways.
    const reader = new StrictReader(text, first + offset < end ? unknown() : first + offset);
    const value = reader.value();
    end = reader.at;
    return { object, generation: 0, value, stream: null, end };
  });
  known.set(container, objects);
  return objects;
}

function readSections(source: Source): readonly Section[] {
  const sections: Section[] = [];
  const start = /startxref\s{1,4}(\d{1,12})\s{1,4}%%EOF\s{0,4}$/.exec(source.text.slice(-60))?.[1];
  for (let at: number | null = integerOf(start); at !== null;) {
    const from: number = at;
    if (sections.length >= maxSections || sections.some((each) => each.at === from)) return unknown();
    const section = source.text.startsWith('xref', from) ? readTable(source, from) : readReferenceStream(source, from);
    if (section.trailer.has('XRefStm') || section.trailer.has('Encrypt')) return unknown();
    sections.push(section);
    at = section.trailer.has('Prev') ? integerOf(section.trailer.get('Prev')) : null;
  }
  return sections;
}

function add(entries: Map<number, Entry>, object: number, entry: Entry): void {
  if (entries.has(object) || entries.size > maxObjects) unknown();
  entries.set(object, entry);
}

const span = /[\r\n ]{1,3}(\d{1,10}) (\d{1,7})[\r\n ]{1,3}/y;
const row = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y;

/** ISO 32000-1, 7.5.4. */
function readTable({ text }: Source, at: number): Section {
  const entries = new Map<number, Entry>();
  const reader = new StrictReader(text, at + 'xref'.length);
  for (let found = reader.match(span); found !== null; found = reader.match(span)) {
    const [, first, count] = found;
    for (let index = 0; index < Number(count); index += 1) {
      const [, offset, generation, kind] = reader.match(row) ?? unknown();
      const entry = { kind: 'at', offset: Number(offset), generation: Number(generation) } as const;
      add(entries, Number(first) + index, kind === 'n' ? entry : { kind: 'free' });
    }
    // A span begins behind the end of the last row, which the row has taken.
    reader.at -= 1;
  }
  reader.need('trailer');
  return { at, entries, trailer: dictOf(reader.value()), end: reader.at, ownObject: null };
}

/** ISO 32000-1, 7.5.8. */
function readReferenceStream(source: Source, at: number): Section {
  const own = readObject(source, at, unknown);
  const trailer = dictOf(own.value);
  const data = unpack(own);
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0, ...more] = arrayOf(trailer.get('W')).map(integerOf);
  const width = kindWidth + secondWidth + thirdWidth;
  const isUsual = more.length === 0 && kindWidth <= 1 && secondWidth >= 1 && secondWidth <= 6 && thirdWidth <= 4;
  if (trailer.get('Type') !== '/XRef' || !isUsual || data.length > maxObjects * width) return unknown();
  const spans = arrayOf(trailer.get('Index') ?? ['0', trailer.get('Size') ?? unknown()]).map(integerOf);
  const entries = new Map<number, Entry>();
  let place = 0;
  const read = (bytes: number, usual: number): number => {
    if (place + bytes > data.length) return unknown();
    place += bytes;
    return bytes === 0 ? usual : data.readUIntBE(place - bytes, bytes);
  };
  for (let index = 0; index < spans.length; index += 2) {
    const [first = 0, count = 0] = spans.slice(index, index + 2);
    for (let object = first; object < first + count; object += 1) {
      const [kind, second, third] = [read(kindWidth, 1), read(secondWidth, 0), read(thirdWidth, 0)];
      if (kind > 2) return unknown();
      if (kind === 0) add(entries, object, { kind: 'free' });
      else if (kind === 1) add(entries, object, { kind: 'at', offset: second, generation: third });
      else add(entries, object, { kind: 'in', container: second, index: third });
    }
  }
  return place === data.length ? { at, end: own.end, entries, trailer, ownObject: own.object } : unknown();
}
