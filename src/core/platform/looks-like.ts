/** What a file's bytes say it is; its name has no say. */
export type FileKind =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'docx' }
  | { readonly kind: 'doc' }
  /** A file of Office that asks for a password before it can be read. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'other'; readonly what: string };

const PDF_HEADER_WITHIN = 1024;

const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF picture'],
  [[0x42, 0x4d], 'a BMP picture'],
  [[0x49, 0x49, 0x2a, 0x00], 'a TIFF picture'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'a TIFF picture'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'an RTF document'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive'],
  [[0x25, 0x21, 0x50, 0x53], 'a PostScript file'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
  [[0x4d, 0x5a], 'a Windows program'],
];

/** What a file of Office 97–2003 looks like that holds no text, sheet or slides in their usual place. */
export const oldOfficeFile = 'an Office 97–2003 or mail file';

/** Tells PDF and Word files from everything else, and says what everything else looks like. */
export function looksLike(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return other('an empty file');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_HEADER_WITHIN)).toString(
    'latin1',
  );
  if (head.includes('%PDF-')) return { kind: 'pdf' };
  if (isOldOffice(bytes)) return oldOffice(bytes);
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04])) return zip(bytes);
  if (starts(bytes, [0x50, 0x4b])) return other('an empty ZIP archive');
  if (head.startsWith('RIFF')) return other(head.slice(8, 12) === 'WEBP' ? 'a WebP picture' : 'a sound or video file');
  const signature = SIGNATURES.find(([start]) => starts(bytes, start));
  return other(signature?.[1] ?? textKind(head));
}

/** Whether it is a file of Office 97–2003, or of a newer Office with a password, whatever it holds. */
export const isOldOffice = (bytes: Uint8Array): boolean =>
  starts(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

function other(what: string): FileKind {
  return { kind: 'other', what };
}

function starts(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** The files in an old Office file are told by their directory: entries of 128 bytes, each with its name in UTF-16. */
function oldOffice(bytes: Uint8Array): FileKind {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return { kind: 'locked' };
  const text = directoryEntry(all, 'WordDocument');
  if (text !== null) return oldWord(all, text);
  if (directoryEntry(all, 'Workbook') !== null) return other('an Excel workbook');
  return other(directoryEntry(all, 'PowerPoint Document') === null ? oldOfficeFile : 'a PowerPoint presentation');
}

const ENTRY_SIZE = 128;
const STREAM = 2;
/** Shorter streams are in a stream of their own, that of the root, in pieces of 64 bytes. */
const SMALL_SECTOR = 64;

/** Where the directory entry of a stream is, in bytes from the beginning; null when there is none. */
function directoryEntry(all: Buffer, name: string): number | null {
  const wanted = Buffer.from(`${name}\0`, 'utf16le');
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 2)) {
    if (at % ENTRY_SIZE === 0 && at + ENTRY_SIZE <= all.length && all.readUInt8(at + 66) === STREAM) return at;
  }
  return null;
}

const WORD_MAGIC = 0xa5ec;
const ENCRYPTED = 0x0100;

/** A Word file of old begins its text with a magic number, and says close behind it whether it is encrypted. */
function oldWord(all: Buffer, entry: number): FileKind {
  const sector = 2 ** Math.min(all.readUInt16LE(30), 16);
  const first = all.readUInt32LE(entry + 116);
  const isSmall = all.readUInt32LE(entry + 120) < all.readUInt32LE(56);
  const start = isSmall ? smallStream(all, first * SMALL_SECTOR, sector) : (first + 1) * sector;
  if (start === null || start + 12 > all.length || all.readUInt16LE(start) !== WORD_MAGIC)
    return other('a damaged Word file');
  return (all.readUInt16LE(start + 10) & ENCRYPTED) === 0 ? { kind: 'doc' } : { kind: 'locked' };
}

/** Where a place of the stream of short streams is, in bytes from the beginning; null in a file that does not say so. */
function smallStream(all: Buffer, place: number, sector: number): number | null {
  // The root is the first entry of the directory.
  const root = (all.readUInt32LE(48) + 1) * sector;
  if (root + ENTRY_SIZE > all.length || place >= all.length || sector < 4 * SMALL_SECTOR) return null;
  let at = all.readUInt32LE(root + 116);
  for (let before = Math.floor(place / sector); before > 0; before -= 1) {
    // The header names the sectors of the table that tells which sector follows each.
    const table = 76 + 4 * Math.floor((4 * at) / sector);
    if (table > 508 || table + 4 > all.length) return null;
    const entry = (all.readUInt32LE(table) + 1) * sector + ((4 * at) % sector);
    if (entry + 4 > all.length) return null;
    at = all.readUInt32LE(entry);
  }
  return (at + 1) * sector + (place % sector);
}

// File names stand uncompressed in a ZIP's directory.
function zip(bytes: Uint8Array): FileKind {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes('[Content_Types].xml') && all.includes('word/document')) return { kind: 'docx' };
  if (all.includes('xl/workbook')) return other('an Excel workbook');
  if (all.includes('ppt/presentation.xml')) return other('a PowerPoint presentation');
  if (all.includes('application/vnd.oasis.opendocument.text')) return other('an OpenDocument text');
  if (all.includes('index.xml') && all.includes('.iwa')) return other('a Pages document');
  return other('a ZIP archive');
}

function textKind(head: string): string {
  const start = head
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (start === '') return 'a file of only spaces';
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'an HTML page';
  if (start.startsWith('<?xml')) return 'an XML file';
  if (start.startsWith('{') || start.startsWith('[')) return 'a JSON file';
  if (/^[\t\n\r\u0020-\u007e\u0080-\u00ff]*$/u.test(head)) return 'plain text';
  return 'a file of an unknown kind';
}
