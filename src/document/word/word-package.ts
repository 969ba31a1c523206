import { unzipSync, zipSync } from 'fflate';
import { UnreadableDocument } from '../document-failure.js';

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
export function unpackWord(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
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
export function packWord(entries: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(entries), { level: 1 });
}

/** Whether an entry holds XML, by its name. */
export function isXml(name: string): boolean {
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
