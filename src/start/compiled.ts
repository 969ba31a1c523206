import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The files of the program that a command loads as one text, and what V8 made of it in an earlier run: so they need
 * neither be read one by one nor be compiled again. A file for each command, in a folder of the user's own. It is code,
 * so nothing is taken from where somebody else could write.
 */
export interface Compiled {
  readonly files: readonly CompiledFile[];
  /** ASCII alone. */
  readonly text: string;
  /** Undefined as long as the text has not been run as a whole. */
  readonly code: Buffer | undefined;
}

export interface CompiledFile {
  /** What file it is, and as it was when. */
  readonly name: string;
  /** Its first line in the text, from 1. */
  readonly line: number;
}

export interface CompiledPlace {
  readonly folder: string;
  /** The file's name: what the program, Node and the command are. */
  readonly file: string;
  /** The number of the user; undefined on a system that has none. */
  readonly uid: number | undefined;
}

const limit = 16 * 1024 * 1024;
/** Files kept in the folder, and milliseconds for which: those of versions that are gone go in time. */
const most = 100;
const keepFor = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds after which a file that was begun and not finished is given up. */
const givenUp = 60_000;
const ending = '.v8';
/** Bytes that a disk reads and writes together at the least. */
const sector = 512;
/** Whole numbers of four bytes: a checksum, and the lengths of the list, the text and the code. */
const head = 16;

/** Reads what is kept; undefined where there is nothing, or where it may not be trusted. */
export function readCompiled(place: CompiledPlace): Compiled | undefined {
  try {
    if (!isOwn(lstatSync(place.folder), place.uid)) return undefined;
    const file = openSync(pathOf(place), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const facts = fstatSync(file);
      if (!facts.isFile() || !isOwn(facts, place.uid) || facts.size > limit) return undefined;
      // Memory of its own: V8 wants what it reads to be aligned.
      const bytes = Buffer.allocUnsafeSlow(facts.size);
      return readSync(file, bytes) === facts.size ? unpack(bytes) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Keeps what `make` answers; what cannot be written is let go. */
export function writeCompiled(place: CompiledPlace, make: () => Compiled): void {
  try {
    makeFolder(place.folder);
    if (!isOwn(lstatSync(place.folder), place.uid)) return;
    write(pathOf(place), () => pack(make()));
    makeRoom(place.folder);
  } catch {
    // A full disk or a folder that cannot be written: the next start compiles again.
  }
}

/**
 * Folder by folder, as `disk.ts` does and for its reason; a copy, since the start is one file that loads no other.
 */
function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const pathOf = ({ folder, file }: CompiledPlace): string => join(folder, `${file}${ending}`);

function isOwn(
  { uid: owner, mode }: { readonly uid: number; readonly mode: number },
  uid: number | undefined,
): boolean {
  return uid === undefined || (owner === uid && (mode & 0o022) === 0);
}

/**
 * A checksum of the head and of one word in every sector of a disk: it spoils whole sectors, and a checksum of every byte
 * would load a library that takes longer than the rest. V8 itself looks at versions and lengths alone.
 */
function sumOf(bytes: Buffer): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let sum = bytes.length;
  // The first word is the sum itself.
  for (let at = 1; at < words.length; at += at < 64 ? 1 : sector / 4) sum = (Math.imul(sum, 31) + (words[at] ?? 0)) | 0;
  return sum >>> 0;
}

function unpack(bytes: Buffer): Compiled | undefined {
  if (bytes.length < head || sumOf(bytes) !== bytes.readUInt32LE(0)) return undefined;
  const [listed, written, made] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12)];
  const text = head + listed;
  const code = aligned(text + written);
  return {
    files: JSON.parse(bytes.toString('utf8', head, text)) as readonly CompiledFile[],
    text: bytes.toString('latin1', text, text + written),
    code: made === 0 ? undefined : bytes.subarray(code, code + made),
  };
}

function pack({ files, text, code = Buffer.alloc(0) }: Compiled): Buffer {
  const list = Buffer.from(JSON.stringify(files));
  const at = aligned(head + list.length + text.length);
  const bytes = Buffer.alloc(at + code.length);
  bytes.writeUInt32LE(list.length, 4);
  bytes.writeUInt32LE(text.length, 8);
  bytes.writeUInt32LE(code.length, 12);
  list.copy(bytes, head);
  bytes.write(text, head + list.length, 'latin1');
  code.copy(bytes, at);
  bytes.writeUInt32LE(sumOf(bytes), 0);
  return bytes;
}

const aligned = (length: number): number => Math.ceil(length / 8) * 8;

/** Whole or not at all. Of processes that start together one writes, and the others need not even make the bytes. */
function write(path: string, make: () => Buffer): void {
  const fresh = `${path}.new`;
  let file: number;
  try {
    file = openSync(fresh, 'wx', 0o600);
  } catch (error) {
    if (Date.now() - statSync(fresh).mtimeMs > givenUp) rmSync(fresh, { force: true });
    throw error;
  }
  try {
    try {
      writeFileSync(file, make());
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function makeRoom(folder: string): void {
  const byAge = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ path: join(folder, name), changedAt: statSync(join(folder, name)).mtimeMs }))
    .toSorted((one, other) => other.changedAt - one.changedAt);
  for (const [index, { path, changedAt }] of byAge.entries()) {
    if (index >= most || Date.now() - changedAt > keepFor) rmSync(path, { force: true });
  }
}
