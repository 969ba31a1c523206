import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { link, open, rename, rm, stat, writeFile as fill, type FileHandle } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { SaveTarget } from '../client/download-sink.js';
import type { Streams } from '../terminal/streams.js';
import { FileFailure, UsageFailure } from './failure.js';

/** Reads and writes the files of a command line. */
export interface Files {
  /**
   * Reads a file, or stdin for `-`. Throws FileFailure (`input`) when it is missing, not a file, or larger than `limit`
   * bytes.
   */
  read(path: string, options?: ReadOptions): Promise<Buffer>;
  /** The same as UTF-8 text, or UTF-16 with a byte order mark, which is removed. Other encodings are rejected. */
  readText(path: string, options?: ReadOptions): Promise<string>;
  /**
   * Opens a file, or stdin for `-`, to be read in parts: for one of any size. Throws FileFailure (`input`) when it is
   * missing or not a file. It must be read to its end or destroyed.
   */
  open(path: string): Promise<Readable>;
  /**
   * Writes atomically: next to the target, then renamed. Throws FileFailure (`output`) on failure, and when the file
   * exists without `overwrite`; a failure of parts that are still to come is thrown as it is. Returns the full path.
   */
  write(path: string, bytes: Content, options?: WriteOptions): Promise<string>;
  /** The destination of a PDF: a file, or stdout for `-`, which must not be a terminal. Throws UsageFailure. */
  target(path: string, options?: { readonly overwrite?: boolean }): SaveTarget;
  /** The absolute path of a path on the command line. */
  resolve(path: string): string;
  /** Raw stdin and stdout, for a command with a protocol. */
  pipes(): Pipes;
}

interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** The bytes of a file: all of them, or in parts. */
type Content = Uint8Array | string | AsyncIterable<Uint8Array>;

interface ReadOptions {
  /** In bytes. Default: 64 MiB. */
  readonly limit?: number;
}

interface WriteOptions {
  /** Default: 0644; 0600 for secrets. */
  readonly mode?: number;
  readonly overwrite?: boolean;
}

const mebibyte = 1024 * 1024;

export function createFiles(cwd: string, streams: Streams): Files {
  let isStdinTaken = false;
  const takeStdin = (): Streams['stdin'] => {
    if (isStdinTaken) {
      throw new UsageFailure('stdin was already read.', {
        hint: 'Read only one value from stdin, and the others from files.',
      });
    }
    isStdinTaken = true;
    return streams.stdin;
  };
  const read = async (path: string, options: ReadOptions = {}): Promise<Buffer> => {
    const limit = options.limit ?? 64 * mebibyte;
    return path === '-' ? readStream(takeStdin(), limit) : readFile(resolve(cwd, path), path, limit);
  };
  return {
    read,
    readText: async (path, options) => {
      const bytes = await read(path, options ?? {});
      const text = textOf(bytes);
      if (text === null) throw noText(path, bytes);
      return text;
    },
    open: async (path) => (path === '-' ? takeStdin() : (await openFile(resolve(cwd, path), path)).createReadStream()),
    write: (path, bytes, options = {}) => writeFile(resolve(cwd, path), path, bytes, options),
    target: (path, { overwrite = false } = {}) => {
      if (path !== '-') return { kind: 'file', path: resolve(cwd, path), overwrite };
      if (!streams.stdoutIsTerminal) return { kind: 'stream', stream: streams.stdout };
      throw new UsageFailure('Cannot write a PDF to a terminal.', {
        hint: 'Write it to a file with -o, or redirect the output.',
      });
    },
    resolve: (path) => resolve(cwd, path),
    pipes: () => ({ input: streams.stdin, output: streams.stdout }),
  };
}

/** Null for bytes that are not UTF-8, or UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // UTF-16 Latin text is also valid UTF-8 with NUL characters, which text does not contain.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

export function encodingOf(bytes: Buffer): string {
  const mark = bytes.length > 2 ? bytes.readUInt16BE(0) : 0;
  return mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
}

/**
 * Other encodings are rejected, not guessed: bytes do not distinguish Windows-1252 from Windows-1250 or Mac OS Roman,
 * and a wrong guess would send a name with wrong letters.
 */
function noText(path: string, bytes: Buffer): FileFailure {
  const place = bytes.includes(0) ? '' : lineOfOtherText(bytes);
  const save = 'Save the file as UTF-8; in Excel, choose "CSV UTF-8".';
  return new FileFailure('input', path, `${shown(path)} is not UTF-8 text${place}.`, {
    hint: bytes.includes(0) ? save : `${save} Or convert it and check the names: iconv -f WINDOWS-1252 -t UTF-8 FILE`,
  });
}

/**
 * The position of the first invalid UTF-8 byte. Lines can be counted, because no other character contains a line break
 * byte.
 */
function lineOfOtherText(bytes: Buffer): string {
  let from = 0;
  for (let line = 1; from < bytes.length; line += 1) {
    const feed = bytes.indexOf(0x0a, from);
    const end = feed === -1 ? bytes.length : feed;
    if (!isUtf8(bytes.subarray(from, end))) return ` (line ${line})`;
    from = end + 1;
  }
  return '';
}

async function openFile(full: string, path: string): Promise<FileHandle> {
  // O_NONBLOCK: opening a named pipe without a writer must not hang.
  const file = await open(full, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new FileFailure('input', path, `Cannot read ${shown(path)}: ${reason(error)}.`, {
      hint: 'Check the path and its permissions.',
    });
  });
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new FileFailure('input', path, `${shown(path)} is a folder, not a file.`);
}

async function readFile(full: string, path: string, limit: number): Promise<Buffer> {
  const file = await openFile(full, path);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return await readStream(file.createReadStream({ autoClose: false }), limit, path);
    if (facts.size > limit) throw tooLarge(path, limit);
    const bytes = await file.readFile().catch((error: unknown) => {
      throw new FileFailure('input', path, `Cannot read ${shown(path)}: ${reason(error)}.`);
    });
    if (bytes.length > limit) throw tooLarge(path, limit);
    return bytes;
  } finally {
    await file.close();
  }
}

async function readStream(stream: Readable, limit: number, path = '-'): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
    size += bytes.length;
    if (size > limit) throw tooLarge(path, limit);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

async function writeFile(full: string, path: string, content: Content, options: WriteOptions): Promise<string> {
  const incoming: Incoming = {};
  const bytes = typeof content === 'string' || content instanceof Uint8Array ? content : noting(content, incoming);
  const { randomBytes } = await import('node:crypto');
  const temporary = join(dirname(full), `.${basename(full)}.${randomBytes(6).toString('hex')}`);
  try {
    const existing = await stat(full).catch(() => null);
    if (existing?.isDirectory() === true) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    // A device or pipe must be written to, not replaced by a file.
    if (existing !== null && !existing.isFile()) {
      // A pipe of another user, such as in /tmp, would pass private data to them.
      if (options.mode === 0o600 && isTheirs(existing)) throw Object.assign(new Error('not ours'), { code: 'EPERM' });
      await writeInto(full, bytes);
      return full;
    }
    const file = await open(temporary, 'wx', options.mode ?? 0o644);
    try {
      await fill(file, bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.overwrite === true) await rename(temporary, full);
    else await giveNewName(temporary, full);
    return full;
  } catch (error) {
    if ('failure' in incoming) throw incoming.failure;
    if (systemCode(error) === 'EEXIST') {
      throw new FileFailure('output', path, `${shown(path)} already exists.`, {
        code: 'file_exists',
        hint: 'Use another file name, or add --force to overwrite the file.',
      });
    }
    throw new FileFailure('output', path, `Cannot write ${shown(path)}: ${reason(error)}.`, {
      hint: 'Check the folder, its permissions and the free disk space. No partial file was left.',
    });
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

interface Incoming {
  failure?: unknown;
}

/** Passes parts on, and notes why no more come: that is not a failure of the file. */
async function* noting(parts: AsyncIterable<Uint8Array>, incoming: Incoming): AsyncGenerator<Uint8Array, void> {
  try {
    yield* parts;
  } catch (error) {
    incoming.failure = error;
    throw error;
  }
}

/**
 * Unlike a rename, a hard link never replaces a file that was created meanwhile; some file systems do not support it.
 */
async function giveNewName(temporary: string, full: string): Promise<void> {
  try {
    await link(temporary, full);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw error;
    if ((await stat(full).catch(() => null)) !== null) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    await rename(temporary, full);
  }
}

/** Whether it belongs to neither this user nor root, if the system has owners. */
function isTheirs({ uid }: { readonly uid: number }): boolean {
  try {
    return ![0, -1, userInfo().uid].includes(uid);
  } catch {
    return uid !== 0;
  }
}

async function writeInto(full: string, bytes: Content): Promise<void> {
  const file = await open(full, 'w');
  try {
    await fill(file, bytes);
  } finally {
    await file.close();
  }
}

const tooLarge = (path: string, limit: number): FileFailure =>
  new FileFailure(
    'input',
    path,
    `${shown(path)} is larger than ${limit < mebibyte ? `${limit} bytes` : `${Math.floor(limit / mebibyte)} MiB`}.`,
    {
      code: 'file_too_large',
    },
  );

const shown = (path: string): string => (path === '-' ? 'stdin' : path);

const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The system's reason as text; the code itself if it is unusual. */
export function reason(error: unknown): string {
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'file or folder not found',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the file size limit is reached',
    EROFS: 'the file system is read-only',
    EMFILE: 'too many files are open',
    ENAMETOOLONG: 'the name is too long',
    ELOOP: 'too many symbolic links',
    EPIPE: 'the reading program has exited',
  };
  const code = systemCode(error);
  return words[code] ?? (code === '' ? 'unknown problem' : code);
}
