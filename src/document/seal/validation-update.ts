import type { ByteRange } from './byte-range.js';
import { UnknownStructure } from './malformed.js';
import {
  arrayOf,
  type Dict,
  dictOf,
  integerOf,
  isSame,
  readObject,
  Ref,
  StrictReader,
  type StrictObject,
  unknown,
  unpack,
  type Value,
} from './strict-pdf.js';
import { packedObjects, type Section, StrictRevision } from './strict-revisions.js';

/** Bytes of a file whose structure is read. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Whether what follows the first `signed` bytes is long-term validation and nothing else: incremental updates in the
 * strict grammar that add validation data (ETSI EN 319 142-1, 5.4) and document timestamps without an appearance.
 * `stamps` are the byte ranges of the timestamps that were checked; any other signature is not long-term validation.
 * Whatever the grammar does not know is `false`.
 */
export function isValidationUpdate(file: Buffer, signed: number, stamps: readonly ByteRange[]): boolean {
  if (file.length > maxBytes) return false;
  try {
    const text = file.toString('latin1');
    const was = new StrictRevision({ bytes: file.subarray(0, signed), text: text.slice(0, signed) });
    const is = new StrictRevision({ bytes: file, text });
    const updated = readUpdates(was, is);
    new Additions(was, is, updated, stamps).check();
    return true;
  } catch (error) {
    if (error instanceof UnknownStructure) return false;
    throw error;
  }
}

/** What the trailer of an update may say as it likes; all else is as it was. */
const trailerKeys = ['Size', 'ID', 'Prev', 'Type', 'W', 'Index', 'Filter', 'DecodeParms', 'Length'];

/** Reads every byte of the updates; gives the numbers of the objects that they define. */
function readUpdates(was: StrictRevision, is: StrictRevision): ReadonlySet<number> {
  const count = is.sections.length - was.sections.length;
  if (count < 1 || is.sections.slice(count).some(({ at }, index) => at !== was.sections[index]?.at)) return unknown();
  const defined = new Set<number>();
  let at = was.source.bytes.length;
  for (const section of is.sections.slice(0, count).toReversed()) {
    const { trailer } = section;
    const keys = [...trailer.keys(), 'Root', 'Info'].filter((key) => !trailerKeys.includes(key));
    if (keys.some((key) => !isSame(trailer.get(key), was.trailer.get(key)))) return unknown();
    const update = readUpdate(was, is, section, at);
    for (const object of update.objects) defined.add(object);
    at = update.end;
  }
  if ([...defined].some((object) => object >= integerOf(is.trailer.get('Size')))) return unknown();
  return at === is.source.bytes.length ? defined : unknown();
}

/** One update: objects, their cross-references, the address of these, and the end; no byte besides. */
function readUpdate(
  was: StrictRevision,
  is: StrictRevision,
  section: Section,
  from: number,
): { readonly objects: ReadonlySet<number>; readonly end: number } {
  const objects = new Set<number>();
  const define = ({ object }: StrictObject): void => {
    if (objects.has(object)) unknown();
    objects.add(object);
  };
  const reader = new StrictReader(is.source.text, from);
  const containers: StrictObject[] = [];
  for (reader.skip(); reader.at < section.at; reader.skip()) {
    const found = readObject(is.source, reader.at, is.lengthOf);
    const entry = section.entries.get(found.object);
    if (entry?.kind !== 'at' || entry.offset !== reader.at || entry.generation !== found.generation) return unknown();
    define(found);
    reader.at = found.end;
    if (isNamed(found.value, '/ObjStm')) containers.push(found);
    else if (isNamed(found.value, '/XRef')) return unknown();
  }
  if (reader.at !== section.at) return unknown();
  for (const container of containers) {
    for (const [index, found] of packedObjects(container).entries()) {
      const entry = section.entries.get(found.object);
      if (entry?.kind !== 'in' || entry.container !== container.object || entry.index !== index) return unknown();
      define(found);
    }
  }
  if (section.ownObject !== null) objects.add(section.ownObject);
  for (const [object, entry] of section.entries) {
    // A number that nothing used may be given up.
    if (entry.kind === 'free' ? was.has(object) || objects.has(object) : !objects.has(object)) return unknown();
  }
  reader.at = section.end;
  reader.need('startxref');
  const [mark, stated] = reader.match(/\s{1,4}(\d{1,12})\s{1,4}%%EOF(?:\r\n|\r|\n)?/y) ?? unknown();
  return mark !== '' && Number(stated) === section.at ? { objects, end: reader.at } : unknown();
}

const isNamed = (value: Value, type: string): boolean => value instanceof Map && (value as Dict).get('Type') === type;

/** What a field of a document timestamp may say; it shows nothing. */
const stampKeys = ['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'Ff', 'P', 'Rect', 'H', 'AP', 'DR', 'DA', 'Kids', 'Parent'];
const dssKeys = ['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI'];
const vriKeys = ['Type', 'Cert', 'CRL', 'OCSP', 'TU', 'TS'];

/**
 * Explains every object that the updates define by what it is for. What was there before may only be defined again as
 * the one thing that it is: the signed version refers to it under no other name. What is new was referred to by nobody,
 * so that nothing that was signed can begin to show it.
 */
class Additions {
  private readonly was: StrictRevision;
  private readonly is: StrictRevision;
  private readonly defined: ReadonlySet<number>;
  private readonly stamps: readonly ByteRange[];
  /** The keys under which the signed version refers to an object. */
  private readonly uses = new Map<number, Set<string>>();
  /** The names of its fields, in parts. */
  private readonly names = new Set<string>();
  private readonly explained = new Set<number>();

  constructor(was: StrictRevision, is: StrictRevision, defined: ReadonlySet<number>, stamps: readonly ByteRange[]) {
    this.was = was;
    this.is = is;
    this.defined = defined;
    this.stamps = stamps;
    this.collect(was.trailer, '');
    for (const object of was.entries.keys()) if (was.has(object)) this.collect(was.get(object).value, '');
  }

  check(): void {
    for (const object of this.defined) this.checkKind(object);
    const root = this.was.trailer.get('Root');
    if (!(root instanceof Ref)) return unknown();
    this.explain(root, ['Root', 'Data']);
    const [before, after] = [dictOf(this.was.resolve(root)), dictOf(this.is.resolve(root))];
    this.needSame(before, after, ['AcroForm', 'DSS', 'Extensions']);
    this.explainNew(after.get('Extensions'));
    const fields = this.checkForm(before.get('AcroForm'), after.get('AcroForm'));
    this.checkPages(fields);
    this.checkValidation(after.get('DSS'));
    this.checkProperties();
    for (const object of this.defined) if (!this.explained.has(object)) this.checkRest(object);
  }

  /** What is defined again keeps its generation, and does not become a stream. */
  private checkKind(object: number): void {
    if (!this.was.has(object) || this.isAsItWas(object)) return;
    const [before, after] = [this.was.get(object), this.is.get(object)];
    if (before.generation !== after.generation || before.stream !== null || after.stream !== null) unknown();
  }

  private collect(value: Value, key: string): void {
    if (key === 'T' && typeof value === 'string') this.names.add(plainText(value));
    if (value instanceof Ref) this.uses.set(value.object, (this.uses.get(value.object) ?? new Set<string>()).add(key));
    else if (Array.isArray(value)) for (const each of value) this.collect(each, key);
    else if (value instanceof Map) for (const [name, each] of value as Dict) this.collect(each, name);
  }

  /** `names`: the only keys under which what is defined again may have been referred to. */
  private explain(value: Value | undefined, names: readonly string[]): void {
    if (!(value instanceof Ref) || !this.defined.has(value.object)) return;
    const uses = [...(this.uses.get(value.object) ?? [])];
    if (!this.was.has(value.object)) this.explainNew(value);
    else if (!uses.every((each) => names.includes(each))) unknown();
    this.explained.add(value.object);
  }

  /** Something that is new, if it is defined at all, and that the signed version does not refer to. */
  private explainNew(value: Value | undefined): void {
    if (!(value instanceof Ref) || !this.defined.has(value.object)) return;
    if (this.was.has(value.object) ? !this.isAsItWas(value.object) : this.uses.has(value.object)) unknown();
    this.explained.add(value.object);
  }

  private needSame(before: Dict, after: Dict, except: readonly string[]): void {
    const keys = new Set([...before.keys(), ...after.keys()].filter((key) => !except.includes(key)));
    for (const key of keys) if (!isSame(before.get(key), after.get(key))) unknown();
  }

  /** Gives what the new timestamps of a form may add to pages. */
  private checkForm(before: Value | undefined, after: Value | undefined): readonly Ref[] {
    if ((before instanceof Ref || after instanceof Ref) && !isSame(before, after)) return unknown();
    this.explain(after, ['AcroForm']);
    const [form, changed] = [dictOf(this.was.resolve(before)), dictOf(this.is.resolve(after))];
    this.needSame(form, changed, ['Fields', 'SigFlags']);
    return this.addedTo(form.get('Fields'), changed.get('Fields'), 'Fields').flatMap((field) => this.stampIn(field));
  }

  /** What a list of dictionaries has got at its end, where all that it held is as it was. */
  private addedTo(before: Value | undefined, after: Value | undefined, key: string): readonly Ref[] {
    if ((before instanceof Ref || after instanceof Ref) && !isSame(before, after)) return unknown();
    this.explain(after, [key]);
    const was = before === undefined ? [] : arrayOf(this.was.resolve(before));
    const is = arrayOf(this.is.resolve(after));
    // A list that begins with a name could be a colour space as well.
    for (const item of was) dictOf(item instanceof Ref ? this.was.resolve(item) : undefined);
    if (was.some((item, index) => !isSame(item, is[index]))) return unknown();
    return is.slice(was.length).map((item) => (item instanceof Ref ? item : unknown()));
  }

  /** A new field with a timestamp that was checked, and without an appearance; gives it with its widgets. */
  private stampIn(field: Ref): readonly Ref[] {
    const dict = this.invisible(field);
    const stamp = dictOf(this.is.resolve(dict.get('V')));
    const range = arrayOf(stamp.get('ByteRange')).map(integerOf);
    const isChecked = this.stamps.some((each) => each.every((number, index) => number === range[index]));
    const isStamp = dict.get('FT') === '/Sig' && stamp.get('Type') === '/DocTimeStamp' && !dict.has('Parent');
    if (!isChecked || !isStamp) return unknown();
    // A second field of a name that is there could stand for the first.
    const name = dict.get('T');
    if (typeof name !== 'string' || this.names.has(plainText(name))) return unknown();
    const widgets = arrayOf(this.is.resolve(dict.get('Kids')) ?? []).map((kid) =>
      kid instanceof Ref ? kid : unknown(),
    );
    for (const widget of widgets) this.invisible(widget);
    return [field, ...widgets];
  }

  /** A new field or widget that has no appearance, or an empty one of no size. */
  private invisible(ref: Ref): Dict {
    this.explainNew(ref);
    const dict = dictOf(this.is.resolve(ref));
    if (this.was.has(ref.object) || [...dict.keys()].some((key) => !stampKeys.includes(key))) return unknown();
    const appearance = dict.get('AP');
    if (appearance === undefined) return dict;
    const [normal, ...others] = [...dictOf(this.is.resolve(appearance))];
    const [x1, y1, x2, y2] = arrayOf(this.is.resolve(dict.get('Rect')));
    const isEmpty = normal?.[0] === 'N' && unpack(this.newStream(normal[1])).toString('latin1').trim() === '';
    return isEmpty && others.length === 0 && (x1 === x2 || y1 === y2) ? dict : unknown();
  }

  private newStream(value: Value): StrictObject {
    if (!(value instanceof Ref) || this.was.has(value.object)) return unknown();
    this.explainNew(value);
    const found = this.is.get(value.object);
    return found.stream === null ? unknown() : found;
  }

  /** Pages may have got the fields of new timestamps, and nothing else. */
  private checkPages(fields: readonly Ref[]): void {
    for (const object of this.defined) {
      if (this.explained.has(object) || !this.was.has(object)) continue;
      const [before, after] = [this.was.get(object).value, this.is.get(object).value];
      if (!isNamed(before, '/Page')) continue;
      this.needSame(dictOf(before), dictOf(after), ['Annots']);
      this.explained.add(object);
    }
    for (const object of this.was.entries.keys()) {
      if (!this.was.has(object) || !isNamed(this.was.get(object).value, '/Page')) continue;
      const [before, after] = [dictOf(this.was.get(object).value), dictOf(this.is.get(object).value)];
      if (!after.has('Annots') && !before.has('Annots')) continue;
      const added = this.addedTo(before.get('Annots'), after.get('Annots'), 'Annots');
      if (added.some((each) => !fields.some((field) => isSame(each, field)))) unknown();
    }
  }

  private checkValidation(value: Value | undefined): void {
    if (value === undefined) return;
    const dict = this.part(value, dssKeys);
    for (const key of ['Certs', 'CRLs', 'OCSPs']) this.checkStreams(dict.get(key));
    if (!dict.has('VRI')) return;
    this.explainNew(dict.get('VRI'));
    for (const [key, entry] of dictOf(this.is.resolve(dict.get('VRI')))) {
      if (key === 'Type') continue;
      const vri = this.part(entry, vriKeys);
      for (const name of ['Cert', 'CRL', 'OCSP']) this.checkStreams(vri.get(name));
      if (vri.has('TS')) this.checkStream(vri.get('TS'));
    }
  }

  private part(value: Value | undefined, keys: readonly string[]): Dict {
    this.explainNew(value);
    const dict = dictOf(this.is.resolve(value));
    if ([...dict.keys()].some((each) => !keys.includes(each))) return unknown();
    return dict;
  }

  private checkStreams(value: Value | undefined): void {
    if (value === undefined) return;
    this.explainNew(value);
    for (const item of arrayOf(this.is.resolve(value))) this.checkStream(item);
  }

  /** A stream that is new, or the one that was there. */
  private checkStream(item: Value | undefined): void {
    if (!(item instanceof Ref)) return unknown();
    if (this.defined.has(item.object)) this.newStream(item);
    else if (this.was.get(item.object).stream === null) unknown();
  }

  /** Programs that write a file note when, and their own name. */
  private checkProperties(): void {
    const info = this.was.trailer.get('Info');
    if (!(info instanceof Ref) || !this.defined.has(info.object)) return;
    this.explain(info, ['Info']);
    const [before, after] = [dictOf(this.was.resolve(info)), dictOf(this.is.resolve(info))];
    this.needSame(before, after, ['ModDate', 'Producer']);
  }

  /** What is defined again as it was, or new and referred to by nothing that shows. */
  private checkRest(object: number): void {
    if (this.was.has(object) ? !this.isAsItWas(object) : this.uses.has(object)) unknown();
  }

  private isAsItWas(object: number): boolean {
    const [before, after] = [this.was.get(object), this.is.get(object)];
    const isStream = before.stream !== null && after.stream !== null;
    const isSameStream = isStream ? before.stream.equals(after.stream) : before.stream === after.stream;
    return isSameStream && before.generation === after.generation && isSame(before.value, after.value);
  }
}

/**
 * A string without its writing, its byte order mark and its zero bytes: well enough to tell that two may be the same.
 */
function plainText(written: string): string {
  const digits = written.slice(1, -1).replace(/\s/g, '');
  const text = written.startsWith('<') ? Buffer.from(digits, 'hex').toString('latin1') : written.slice(1, -1);
  return text
    .replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8) & 0xff))
    .replace(/^\xfe\xff|[\0\\]/g, '');
}
