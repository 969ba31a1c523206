import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeFolder, reason, syncFolder, systemCode } from './durable-file.js';
import { isObject } from './json.js';
import { OutputFailure } from './output-failure.js';
import { ownUid } from './own-uid.js';
import { systemOf } from './system/system.js';

/** The only writer of files that a user names: `openOutputFile`. */

export interface OutputOptions {
  /** The path as the user wrote it, for messages. */
  readonly shown?: string;
  /** Replaces an existing file. */
  readonly overwrite?: boolean;
  /** For its owner alone (0600), also in the place of a file that others could read. */
  readonly private?: boolean;
  /** Of a new file, before the umask; a replaced one keeps its own. */
  readonly mode?: number;
  /** Creates the folder if it is missing. */
  readonly makesFolder?: boolean;
  /** Bytes of disk space to reserve at once. */
  readonly room?: number;
}

/** A file that is being written. `keep` or `drop` ends it. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file durable and gives it its name. Returns its full path. */
  keep(): Promise<string>;
  /** Leaves nothing behind; does nothing after `keep`. */
  drop(): Promise<void>;
}

/** Where the bytes go: a file that gets its name at the end, or a pipe or device that is there. */
type Place =
  | { readonly kind: 'file'; readonly path: string; readonly mode: number | undefined }
  | { readonly kind: 'special'; readonly path: string; readonly isGiven: boolean };

/** Fails early, before the content is there. Throws OutputFailure. */
export async function checkOutputFile(path: string, options: OutputOptions = {}): Promise<void> {
  await guarded(path, options, async () => {
    const place = await findPlace(path, options);
    if (place.kind === 'special' || options.makesFolder === true) return;
    await access(dirname(place.path), constants.W_OK | constants.X_OK);
  });
}

/**
 * Opens a file that a user named, by its full path. A file appears whole or not at all; a pipe or device is written
 * into. Files, links and pipes of another user are refused where that user could read or choose what is written.
 * Throws OutputFailure, as do the methods of the result.
 */
export async function openOutputFile(path: string, options: OutputOptions = {}): Promise<OutputFile> {
  return await guarded(path, options, async () => {
    const place = await findPlace(path, options);
    return place.kind === 'special' ? await openSpecial(path, place, options) : await openNew(path, place, options);
  });
}

/** The bytes of a file: all of them, or in parts. */
export type Content = Uint8Array | string | AsyncIterable<Uint8Array>;

/** Writes the whole file. Returns its full path. Throws OutputFailure, and what the parts throw. */
export async function writeOutputFile(path: string, content: Content, options: OutputOptions = {}): Promise<string> {
  const file = await openOutputFile(path, options);
  try {
    if (typeof content === 'string') await file.write(Buffer.from(content, 'utf8'));
    else if (content instanceof Uint8Array) await file.write(content);
    else for await (const part of content) await file.write(part);
    return await file.keep();
  } finally {
    await file.drop();
  }
}

async function openNew(path: string, place: Place & { kind: 'file' }, options: OutputOptions): Promise<OutputFile> {
  const { overwrite = false, room = 0 } = options;
  const folder = dirname(place.path);
  if (options.makesFolder === true) await makeFolder(folder, options.private === true ? 0o700 : 0o777);
  // Not named after the file, whose name may be as long as the system allows.
  const temporary = join(folder, `.esign-${randomBytes(8).toString('hex')}.part`);
  const file = await open(temporary, 'wx', options.private === true ? 0o600 : (options.mode ?? 0o644));
  let size = 0;
  let isOver = false;
  const write = async (bytes: Uint8Array, at: number): Promise<void> => {
    for (let done = 0; done < bytes.length;) {
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    }
  };
  const drop = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  };
  const orDrop = <T>(act: () => Promise<T>): Promise<T> =>
    guarded(path, options, act).catch(async (error: unknown) => {
      await drop();
      throw error;
    });
  if (room > 0) {
    await orDrop(async () => {
      await write(Buffer.alloc(room, ' '), 0);
      await file.sync();
    });
  }
  return {
    write: async (bytes) => {
      await guarded(path, options, () => write(bytes, size));
      size += bytes.length;
    },
    keep: () =>
      orDrop(async () => {
        if (room > size) await file.truncate(size);
        if (place.mode !== undefined) await file.chmod(place.mode);
        await file.sync();
        await file.close();
        await giveName(temporary, place.path, overwrite);
        isOver = true;
        await syncFolder(folder);
        return path;
      }),
    drop,
  };
}

/** Unlike a rename, a hard link never replaces a file that was created meanwhile; some file systems have none. */
async function giveName(temporary: string, path: string, overwrite: boolean): Promise<void> {
  if (overwrite) return await rename(temporary, path);
  try {
    await link(temporary, path);
  } catch (error) {
    if (systemCode(error) === 'EEXIST' || (await lstat(path).catch(() => null)) !== null) throw refusal('EEXIST');
    return await rename(temporary, path);
  }
  await rm(temporary, { force: true });
}

const forWriting = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOCTTY ?? 0) | (constants.O_NONBLOCK ?? 0);
const betweenTriesMs = 20;

/** Opens a pipe when it has a reader. A thread that waits in the system for one would keep the program from ending. */
async function openSoon(path: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, forWriting);
    } catch (error) {
      if (systemCode(error) !== 'ENXIO' || !(await stat(path)).isFIFO()) throw error;
      await setTimeout(betweenTriesMs);
    }
  }
}

/** Waits while a pipe is full. */
async function writeSoon(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    try {
      done += (await file.write(bytes, done)).bytesWritten;
    } catch (error) {
      if (systemCode(error) !== 'EAGAIN') throw error;
      await setTimeout(betweenTriesMs);
    }
  }
}

/** A descriptor that the program was started with, such as of `>(command)`, was given to it, no matter who owns it. */
async function openSpecial(path: string, place: Place & { kind: 'special' }, options: OutputOptions) {
  const file = await openSoon(place.path);
  const close = (): Promise<void> => file.close().catch(() => undefined);
  try {
    // Another one may be in its place by now.
    if (!place.isGiven) await refuseSpecial(await file.stat());
  } catch (error) {
    await close();
    throw error;
  }
  return {
    write: (bytes: Uint8Array) => guarded(path, options, () => writeSoon(file, bytes)),
    keep: async () => {
      await close();
      return path;
    },
    drop: close,
  };
}

/** Refuses an open file to which lines are added, unless it is a file of this user. Throws OutputFailure. */
export async function refuseOtherFile(file: FileHandle, shown: string): Promise<void> {
  await guarded(shown, {}, async () => {
    const facts = await file.stat();
    if (!facts.isFile()) throw refusal('ENODEV');
    if (await isTheirs(facts)) throw refusal('THEIRS');
  });
}

async function findPlace(path: string, { overwrite, private: isPrivate }: OutputOptions): Promise<Place> {
  if (systemOf().descriptorOf(path) !== null) return { kind: 'special', path, isGiven: true };
  await refuseLinks(path);
  const named = await present(path);
  if (named === null) return { kind: 'file', path, mode: undefined };
  const facts = named.isSymbolicLink() ? await stat(path).catch(() => named) : named;
  if (facts.isDirectory()) throw refusal('EISDIR');
  if (!facts.isFile() && !facts.isSymbolicLink()) {
    await refuseSpecial(facts);
    return { kind: 'special', path, isGiven: false };
  }
  if (overwrite !== true) throw refusal('EEXIST');
  const isForeign = await isTheirs(named);
  if (isForeign && (await isShared(dirname(path), named.uid))) throw refusal('THEIRS');
  // A link is replaced, not followed: what it leads to may lie outside the project that brought it along.
  const keepsMode = named.isFile() && !isForeign && isPrivate !== true;
  return { kind: 'file', path, mode: keepsMode ? named.mode & 0o777 : undefined };
}

/**
 * Refuses links of another user: the last one always, those before it in folders where others may put them. The kernel
 * does the same in sticky folders (`fs.protected_symlinks`).
 */
async function refuseLinks(path: string): Promise<void> {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    const facts = await present(at);
    if (facts?.isSymbolicLink() !== true || !(await isTheirs(facts))) continue;
    if (at === path || (await isShared(dirname(at), facts.uid))) throw Object.assign(refusal('LINK'), { path: at });
  }
}

/** Only pipes and devices are written into. A pipe of another user would pass the content to them. */
async function refuseSpecial(facts: Stats): Promise<void> {
  if (!facts.isFIFO() && !facts.isCharacterDevice()) throw refusal('ENODEV');
  if (await isTheirs(facts)) throw refusal('THEIRS');
}

/** Root may write anywhere; where the system has no owners, nobody else is there. */
async function isTheirs({ uid }: Stats): Promise<boolean> {
  const own = await ownUid();
  return own !== -1 && uid !== own && uid !== 0;
}

/** Whether others than the owner of a file may put it into its folder. */
async function isShared(folder: string, owner: number): Promise<boolean> {
  const { mode, uid } = await stat(folder);
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && uid !== owner);
}

const present = (path: string): Promise<Stats | null> =>
  lstat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });

/** Carries a code of ours to where it is put into words. */
const refusal = (code: string): Error => Object.assign(new Error(code), { code });

async function guarded<T>(path: string, { shown = path }: OutputOptions, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OutputFailure) throw error;
    const code = systemCode(error) ?? 'UNKNOWN';
    const [message, hint] = wordsOf(code, shown, error);
    throw new OutputFailure(shown, code, message, hint);
  }
}

function wordsOf(code: string, shown: string, error: unknown): readonly [message: string, hint: string] {
  switch (code) {
    case 'EEXIST':
      return [`${shown} already exists.`, 'Use another file name, or add --force to overwrite the file.'];
    case 'THEIRS':
      return [`${shown} belongs to another user.`, 'Use another file name, or a folder that only you can write to.'];
    case 'LINK':
      return [
        `${isObject(error) ? String(error['path']) : shown} is a link of another user.`,
        'Use another file name.',
      ];
    case 'ENODEV':
      return [`Cannot write ${shown}: it is not a file.`, 'Use another file name.'];
    case 'ENOENT':
      return [
        `Cannot write ${shown}: the folder ${dirname(shown)} does not exist.`,
        'Create the folder first. A path that ends in / is a folder and is created.',
      ];
    default:
      return [
        `Cannot write ${shown}: ${reason(error)}.`,
        'Check the folder, its permissions and the free disk space. No partial file was left.',
      ];
  }
}
