import type { Document, Element } from '@xmldom/xmldom';
import { unzipSync, zipSync } from 'fflate';
import { UnreadableDocument } from '../document-failure.js';
import type { BoxType } from '../read-document.js';
import { type IsDrawable, type Refer, replaceContentControls } from './content-controls.js';
import { replaceFormFields } from './form-fields.js';
import { marksFor, type WordControl } from './word-control.js';
import { allWord, attribute, child, children, isWord, parseXml, textOf, unwrap, writeXml } from './word-xml.js';

/** A Word file that is fit to be laid out, and what the marks in it stand for. */
export interface PreparedWord {
  readonly docx: Uint8Array;
  readonly controls: readonly WordControl[];
  /** Whether somebody changed it and the changes were not accepted; they are now. */
  readonly isTracked: boolean;
}

const MOST_CONTROLS = 5_000;
/** Laying out more takes longer than a conversion may, however often it is tried. */
const MOST_ROWS = 5_000;
const FORM_PARTS = /^word\/(header|footer|footnotes|endnotes)\d*\.xml$/u;
const ACTIVE_PARTS = /(^|\/)(vbaProject|vbaData)[^/]*$|\.bin$|^word\/(embeddings|activeX)\//iu;
const HOLDS_FORM = /<(\w+:)?(sdt|fldChar|fldSimple)\b/u;

const TABLE_ROW = /<(?:\w+:)?tr[\s/>]/gu;

/** How many characters a box of a type needs at least, in text of the usual size or of its own. */
const LEAST_LENGTH: Readonly<Partial<Record<BoxType, number>>> = { tickbox: 2, initials: 8, signature: 14, date: 14 };
/** A signature needs more height than a line of text has; in half points. */
const SIZES: Readonly<Partial<Record<BoxType, number>>> = { initials: 30, signature: 44 };
const USUAL_LENGTH = 18;
const LONGEST = 36;

/**
 * Checks a Word file and makes it ready: its controls become marks, since no converter keeps them, and what would fetch
 * or run something is taken out. What a control holds that its box could not start with (by `isDrawable`) stays as text
 * of the document. Throws UnreadableDocument.
 */
export function prepareWord(bytes: Uint8Array, isDrawable: IsDrawable = () => true): PreparedWord {
  const entries = new Map([...unpackWord(bytes)].filter(([name]) => !ACTIVE_PARTS.test(name)));
  const main = mainPart(entries.get('_rels/.rels') ?? notWord());
  if (main === null || !entries.has(main)) notWord();
  const controls: WordControl[] = [];
  const refer: Refer = (control, width) => {
    if (controls.push(control) > MOST_CONTROLS) {
      throw new UnreadableDocument('too_many_fields', `a Word file with more than ${MOST_CONTROLS} controls`);
    }
    const min = LEAST_LENGTH[control.type] ?? USUAL_LENGTH;
    const size = SIZES[control.type] ?? null;
    const length = control.type === 'tickbox' || size !== null ? min : Math.max(Math.min(width, LONGEST), min);
    return { ...marksFor(controls.length - 1, length), size };
  };
  let isTracked = false;
  for (const [name, part] of entries) {
    if (!isXml(name)) continue;
    if (name.endsWith('.rels')) entries.set(name, tamedRelationships(part) ?? part);
    else if (name === main || FORM_PARTS.test(name)) {
      isTracked ||= HOLDS_CHANGES.test(textOf(part));
      entries.set(name, withMarks(part, { refer, isDrawable, isMain: name === main }));
    } else refuseDtd(part);
  }
  return { docx: packWord(entries), controls, isTracked };
}

function withMarks(
  part: Uint8Array,
  { refer, isDrawable, isMain }: { readonly refer: Refer; readonly isDrawable: IsDrawable; readonly isMain: boolean },
): Uint8Array {
  // A part without a form or changes stays as it is, byte by byte; the main one is read all the same, to know that it can be.
  const holdsForm = HOLDS_FORM.test(textOf(part));
  const holdsChanges = HOLDS_CHANGES.test(textOf(part));
  if (!holdsForm && !holdsChanges && !isMain) {
    refuseDtd(part);
    return part;
  }
  if (isMain && (textOf(part).match(TABLE_ROW)?.length ?? 0) > MOST_ROWS) {
    throw new UnreadableDocument('too_complex', `a Word file with more than ${MOST_ROWS} table rows`);
  }
  const document = parseXml(part);
  if (!holdsForm && !holdsChanges) return part;
  acceptChanges(document);
  replaceContentControls(document, refer, isDrawable);
  replaceFormFields(document, refer, isDrawable);
  return writeXml(document);
}

function refuseDtd(part: Uint8Array): void {
  if (/<!(DOCTYPE|ENTITY)/iu.test(textOf(part))) notWord();
}

function notWord(): never {
  throw new UnreadableDocument('damaged', 'a Word file that is damaged beyond reading');
}

/** What may be outside of the file: a link takes the reader who clicks it there, and fetches nothing by itself. */
const HARMLESS_OUTSIDE = /\/hyperlink$/u;
/** What runs, or asks another program to, when a document is opened. */
const ACTIVE = /\/(vbaProject|wordVbaData|oleObject|package|control|activeXControlBinary|aFChunk|attachedToolbars)$/iu;
const MAIN = /\/officeDocument$/u;

/**
 * A file of relationships without the ones that would fetch something from elsewhere (a template, a picture, a
 * sub-document) or run something; null when all of them may stay.
 */
function tamedRelationships(bytes: Uint8Array): Uint8Array | null {
  const document = parseXml(bytes);
  const unwanted = children(document.documentElement).filter((each) => {
    const type = attribute(each, 'Type') ?? '';
    const isOutside =
      attribute(each, 'TargetMode')?.toLowerCase() === 'external' ||
      /^\s*[a-z][\w+.-]*:|^\\\\|^\/\//iu.test(attribute(each, 'Target') ?? '');
    return ACTIVE.test(type) || (isOutside && !HARMLESS_OUTSIDE.test(type));
  });
  for (const each of unwanted) each.parentNode?.removeChild(each);
  return unwanted.length === 0 ? null : writeXml(document);
}

/** The name of the part that holds the text, as `_rels/.rels` says; null when it names none. */
function mainPart(bytes: Uint8Array): string | null {
  const main = children(parseXml(bytes).documentElement).find((each) => MAIN.test(attribute(each, 'Type') ?? ''));
  return attribute(main ?? null, 'Target')?.replace(/^\//u, '') ?? null;
}

/** What a part holds that somebody changed and nobody has accepted yet. */
const HOLDS_CHANGES =
  /<(\w+:)?(del|ins|moveFrom|moveTo|cellDel|cellIns|(rPr|pPr|sectPr|tblPr|tblPrEx|tblGrid|trPr|tcPr|numbering)Change)\b/u;

const FORMER_LOOKS = ['rPr', 'pPr', 'sectPr', 'tblPr', 'tblPrEx', 'tblGrid', 'trPr', 'tcPr', 'numbering'];
const MOVE_MARKS = ['moveFromRangeStart', 'moveFromRangeEnd', 'moveToRangeStart', 'moveToRangeEnd'];

/**
 * Accepts every tracked change, as Word would: what was deleted or moved away goes, and what was inserted stays. A
 * converter would show both.
 */
function acceptChanges(document: Document): void {
  const emptied = new Set([
    ...['del', 'moveFrom'].flatMap((name) => allWord(document, name).flatMap((change) => controlAround(change) ?? [])),
    ...['customXmlDelRangeStart', 'customXmlMoveFromRangeStart'].flatMap((name) =>
      allWord(document, name).flatMap(({ nextSibling }) => (isWord(nextSibling, 'sdt') ? [nextSibling] : [])),
    ),
  ]);
  for (const name of FORMER_LOOKS) remove(allWord(document, `${name}Change`));
  for (const name of MOVE_MARKS) remove(allWord(document, name));
  for (const name of ['del', 'moveFrom']) {
    for (const change of allWord(document, name)) {
      if (isWord(change.parentNode, 'trPr')) remove([change.parentNode?.parentNode as Element]);
      else if (!isWord(change.parentNode, 'rPr')) remove([change]);
    }
  }
  remove(allWord(document, 'cellDel').flatMap((mark) => closest(mark, 'tc') ?? []));
  remove(allWord(document, 'cellIns'));
  for (const name of ['ins', 'moveTo']) for (const change of allWord(document, name)) unwrap(change, change);
  // A control that was deleted with what it held asks for nothing.
  for (const control of emptied) if (allWord(control, 't').length === 0) unwrap(control, child(control, 'sdtContent'));
  // From the last one back, so that no content moves twice.
  for (const paragraph of allWord(document, 'p').toReversed()) if (endIsDeleted(paragraph)) joinNext(paragraph);
  // A table whose rows are all deleted would be no table.
  remove(allWord(document, 'tbl').filter((table) => allWord(table, 'tr').length === 0));
}

/** The control whose content a change is, by itself or in a paragraph. */
function controlAround({ parentNode }: Element): Element | null {
  const content = [parentNode, parentNode?.parentNode ?? null].find((node) => isWord(node, 'sdtContent'));
  const control = content?.parentNode ?? null;
  return isWord(control, 'sdt') ? control : null;
}

function endIsDeleted(paragraph: Element): boolean {
  const looks = child(child(paragraph, 'pPr'), 'rPr');
  return child(looks, 'del') !== null || child(looks, 'moveFrom') !== null;
}

/** The end of a paragraph was deleted: its content begins the next one. */
function joinNext(paragraph: Element): void {
  let next = paragraph.nextSibling;
  while (next !== null && next.nodeType !== 1) next = next.nextSibling;
  if (!isWord(next, 'p')) return;
  const own = children(next).find((each) => each.localName === 'pPr');
  const start = own === undefined ? next.firstChild : own.nextSibling;
  for (const each of Array.from(paragraph.childNodes)) if (!isWord(each, 'pPr')) next.insertBefore(each, start);
  remove([paragraph]);
}

function closest(node: Element, name: string): Element | null {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (isWord(at, name)) return at;
  return null;
}

function remove(elements: readonly Element[]): void {
  for (const each of elements) each.parentNode?.removeChild(each);
}

const MEBIBYTE = 1024 * 1024;
const MOST_ENTRIES = 2_000;
const LARGEST_PACKAGE = 128 * MEBIBYTE;
const LARGEST_XML = 16 * MEBIBYTE;
const HIGHEST_RATIO = 300;
/** Entries up to this size, in bytes, may be packed as tightly as they like: plain repetition does it. */
const SMALL = MEBIBYTE;
const LONGEST_NAME = 240;

/**
 * The files inside a Word file by their names. Throws UnreadableDocument, before anything is unpacked, for an archive
 * that would take too much room, or that names a place outside of itself.
 */
function unpackWord(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const known = new Set<string>();
  let total = 0;
  const unpacked = unzip(bytes, ({ name, size, originalSize }) => {
    total += originalSize;
    if (known.size >= MOST_ENTRIES || total > LARGEST_PACKAGE) throw bomb();
    if (originalSize > SMALL && originalSize > size * HIGHEST_RATIO) throw bomb();
    if (isXml(name) && originalSize > LARGEST_XML) throw bomb();
    if (!isSoundName(name) || known.has(name.toLowerCase())) {
      throw new UnreadableDocument('damaged', 'a Word file with an entry of a name that is not allowed');
    }
    known.add(name.toLowerCase());
    return !name.endsWith('/');
  });
  return new Map(Object.entries(unpacked));
}

/** The same files as one archive again. */
function packWord(entries: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(entries), { level: 1 });
}

/** Whether an entry holds XML, by its name. */
function isXml(name: string): boolean {
  return /\.(xml|rels)$/iu.test(name);
}

type Filter = NonNullable<NonNullable<Parameters<typeof unzipSync>[1]>['filter']>;

function unzip(bytes: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument('damaged', 'a Word file that is damaged beyond reading');
  }
}

function bomb(): UnreadableDocument {
  return new UnreadableDocument('too_complex', 'a Word file that would take too much memory to unpack');
}

function isSoundName(name: string): boolean {
  if (name === '' || name.length > LONGEST_NAME || name === '__proto__') return false;
  if (/[\\:\p{Cc}]/u.test(name) || name.startsWith('/')) return false;
  return !name.split('/').includes('..');
}
