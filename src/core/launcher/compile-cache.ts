import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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
 * so nothing is taken that this user's program did not write: each file carries a digest of itself and of its name,
 * which names the installed program, under a key that lies in another folder.
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
  /** Where the key of the digests lies. */
  readonly keyFile: string;
  /** The number of the user; undefined on a system that has none. */
  readonly uid: number | undefined;
}

const limit = 16 * 1024 * 1024;
/** Files kept in the folder, and milliseconds for which: those of versions that are gone go in time. */
const maxFiles = 100;
const keepFor = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds after which a file that was begun and not finished is given up. */
const givenUp = 60_000;
const ending = '.v8';
const keyLength = 32;
const digestLength = 32;
/** The digest, then whole numbers of four bytes: the lengths of the list, the text and the code, and nothing. */
const head = digestLength + 16;

/** Reads what is kept; undefined where there is nothing, or where it may not be trusted. */
export function readCompiled(place: CompiledPlace): Compiled | undefined {
  try {
    if (!isOwn(lstatSync(place.folder), place.uid)) return undefined;
    const bytes = readOwn(pathOf(place), place.uid);
    return bytes === undefined || bytes.length < head ? undefined : unpack(bytes, place);
  } catch {
    return undefined;
  }
}

/** The bytes of a file that is this user's alone; undefined for any other. */
function readOwn(path: string, uid: number | undefined): Buffer | undefined {
  // Without O_NONBLOCK, a named pipe in its place would hold up every start.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(file);
    if (!facts.isFile() || !isOwn(facts, uid) || facts.size > limit) return undefined;
    // Memory of its own: V8 wants what it reads to be aligned.
    const bytes = Buffer.allocUnsafeSlow(facts.size);
    return readSync(file, bytes) === facts.size ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/** The key of the digests, made by the first run that keeps something. Throws where there is none to be had. */
function keyOf({ keyFile, uid }: CompiledPlace, make: boolean): Buffer {
  if (make && !existsSync(keyFile)) {
    makeFolder(dirname(keyFile));
    try {
      writeFileSync(keyFile, randomBytes(keyLength), { flag: 'wx', mode: 0o600, flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const key = readOwn(keyFile, uid);
  if (key?.length !== keyLength) throw new Error('no key');
  return key;
}

/** Keeps what `make` answers; what cannot be written is let go. */
export function writeCompiled(place: CompiledPlace, make: () => Compiled): void {
  try {
    makeFolder(place.folder);
    if (!isOwn(lstatSync(place.folder), place.uid)) return;
    const key = keyOf(place, true);
    write(pathOf(place), () => pack(make(), place, key));
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

/** Binds what is kept to the file's name, and so to the build, the Node and the command that it was made for. */
const digestOf = (bytes: Buffer, { file }: CompiledPlace, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${file}\n`).update(bytes.subarray(digestLength)).digest();

function unpack(bytes: Buffer, place: CompiledPlace): Compiled | undefined {
  const digest = digestOf(bytes, place, keyOf(place, false));
  if (!timingSafeEqual(digest, bytes.subarray(0, digestLength))) return undefined;
  const [listed, written, made] = [0, 4, 8].map((at) => bytes.readUInt32LE(digestLength + at)) as [
    number,
    number,
    number,
  ];
  const text = head + listed;
  const code = aligned(text + written);
  return {
    files: JSON.parse(bytes.toString('utf8', head, text)) as readonly CompiledFile[],
    text: bytes.toString('latin1', text, text + written),
    code: made === 0 ? undefined : bytes.subarray(code, code + made),
  };
}

function pack({ files, text, code = Buffer.alloc(0) }: Compiled, place: CompiledPlace, key: Buffer): Buffer {
  const list = Buffer.from(JSON.stringify(files));
  const at = aligned(head + list.length + text.length);
  const bytes = Buffer.alloc(at + code.length);
  for (const [index, length] of [list.length, text.length, code.length].entries()) {
    bytes.writeUInt32LE(length, digestLength + 4 * index);
  }
  list.copy(bytes, head);
  bytes.write(text, head + list.length, 'latin1');
  code.copy(bytes, at);
  digestOf(bytes, place, key).copy(bytes);
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
    if (index >= maxFiles || Date.now() - changedAt > keepFor) rmSync(path, { force: true });
  }
}
