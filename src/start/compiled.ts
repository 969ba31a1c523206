import {
  closeSync,
  constants,
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
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * What V8 made of the program's files in an earlier run, so that they need not be compiled again: a file for each
 * command, in a folder of the user's own. It is code, so nothing is taken from where somebody else could write.
 */
export interface Compiled {
  /** What is kept of one file of the program, by its name. */
  get(name: string): Buffer | undefined;
  /** Keeps what is not kept yet; what cannot be written is let go. `make` answers what V8 made of a file in this run. */
  keep(names: readonly string[], make: (name: string) => Buffer): void;
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
const most = 200;
const keepFor = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds after which a file that was begun and not finished is given up. */
const givenUp = 60_000;
const ending = '.v8';
/** A checksum of all that follows, and the length of the list. */
const head = 8;

/** Reads what is kept; nothing, where there is none or where it may not be trusted. */
export function openCompiled(place: CompiledPlace): Compiled {
  const path = join(place.folder, `${place.file}${ending}`);
  const known = read(path, place);
  return {
    get: (name) => known.get(name),
    keep: (names, make) => {
      if (names.every((name) => known.has(name))) return;
      try {
        mkdirSync(place.folder, { recursive: true, mode: 0o700 });
        if (!isOwn(lstatSync(place.folder), place.uid)) return;
        write(path, () => pack(new Map([...known, ...names.map((name) => [name, make(name)] as const)])));
        makeRoom(place.folder);
      } catch {
        // A full disk or a folder that cannot be written: the next start compiles again.
      }
    },
  };
}

function isOwn(
  { uid: owner, mode }: { readonly uid: number; readonly mode: number },
  uid: number | undefined,
): boolean {
  return uid === undefined || (owner === uid && (mode & 0o022) === 0);
}

function read(path: string, { folder, uid }: CompiledPlace): ReadonlyMap<string, Buffer> {
  try {
    if (!isOwn(lstatSync(folder), uid)) return new Map();
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const facts = fstatSync(file);
      if (!facts.isFile() || !isOwn(facts, uid) || facts.size > limit) return new Map();
      // Memory of its own: V8 wants what it reads to be aligned.
      const bytes = Buffer.allocUnsafeSlow(facts.size);
      return readSync(file, bytes) === facts.size ? unpack(bytes) : new Map();
    } finally {
      closeSync(file);
    }
  } catch {
    return new Map();
  }
}

/** The checksum is ours to see to: V8 looks at versions and lengths alone, and would run what a bad disk made of it. */
function unpack(bytes: Buffer): ReadonlyMap<string, Buffer> {
  if (bytes.length < head || crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) return new Map();
  const start = head + bytes.readUInt32LE(4);
  const list = JSON.parse(bytes.toString('utf8', head, start)) as readonly (readonly [string, number, number])[];
  return new Map(list.map(([name, at, length]) => [name, bytes.subarray(start + at, start + at + length)]));
}

function pack(parts: ReadonlyMap<string, Buffer>): Buffer {
  const list: (readonly [string, number, number])[] = [];
  const bodies: Buffer[] = [];
  let at = 0;
  for (const [name, body] of parts) {
    const padded = Buffer.alloc(aligned(body.length));
    body.copy(padded);
    list.push([name, at, body.length]);
    bodies.push(padded);
    at += padded.length;
  }
  const text = Buffer.from(JSON.stringify(list));
  const listed = Buffer.alloc(aligned(text.length), ' ');
  text.copy(listed);
  const start = Buffer.alloc(head);
  start.writeUInt32LE(listed.length, 4);
  const bytes = Buffer.concat([start, listed, ...bodies]);
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
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
