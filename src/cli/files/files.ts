import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { SaveTarget } from '../../client/download-sink.js';
import { makeFolder, reason } from '../../core/platform/durable-file.js';
import type { Content, OutputFile, OutputOptions } from '../../core/platform/output-file.js';
import { OutputFailure } from '../../core/platform/output-failure.js';
import { systemOf } from '../../core/platform/system/system.js';
import type { Streams } from '../../core/terminal/streams.js';
import { FileFailure, UsageFailure } from '../failure/failure.js';

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
   * The file that an output flag names: `name` in a folder if the path is one or ends in a slash, else the path. `-`
   * for standard output. The folder is created when something is written.
   */
  place(path: string, name: string): Promise<string>;
  /** Creates the folder of a file that `place` put into one; for a file that is not written by `write`. */
  makeFolder(path: string): Promise<void>;
  /**
   * Writes a file whole or not at all, as `openOutputFile` does. Throws FileFailure (`output`) on failure, and when the
   * file exists without `overwrite`; a failure of parts that are still to come is thrown as it is. Returns the full
   * path.
   */
  write(path: string, bytes: Content, options?: WriteOptions): Promise<string>;
  /** Whether a file could be written, before its content is there. Throws FileFailure. */
  check(path: string, options?: WriteOptions): Promise<void>;
  /** Reserves a private file and `room` bytes of disk space, for content that comes only once. Throws FileFailure. */
  reserve(path: string, options: { readonly overwrite: boolean; readonly room: number }): Promise<OutputFile>;
  /**
   * The destination of a PDF: a private file, or stdout for `-`, which must not be a terminal. Throws FileFailure for a
   * folder, and UsageFailure.
   */
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

interface ReadOptions {
  /** In bytes. Default: 64 MiB. */
  readonly limit?: number;
}

interface WriteOptions extends Pick<OutputOptions, 'overwrite' | 'private' | 'mode'> {
  /** The start of an earlier output, which is replaced without --force: for reports that each run writes again. */
  readonly replaces?: RegExp;
  /** What to do if the file exists, for a command without --force. */
  readonly existsHint?: string;
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
  /** Those that a path with a slash at its end named. */
  const folders = new Set<string>();
  const outputOf = (path: string): { readonly full: string; readonly shown: string; readonly makesFolder: boolean } => {
    const full = resolve(cwd, path);
    if (!endsInSlash(path) && !isStdout(path)) return { full, shown: path, makesFolder: folders.has(dirname(full)) };
    const what = isStdout(path) ? 'This cannot be written to standard output.' : `${path} is a folder.`;
    throw new FileFailure('output', path, what, { hint: 'Name a file.' });
  };
  const forOutput = async (path: string, { replaces, ...options }: WriteOptions) => {
    const output = outputOf(path);
    const isEarlierOutput = replaces !== undefined && (await isEarlier(output.full, replaces));
    return { ...output, ...options, overwrite: options.overwrite === true || isEarlierOutput };
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
    open: async (path) => (path === '-' ? takeStdin() : await streamOf(await openFile(resolve(cwd, path), path))),
    place: async (path, name) => {
      if (isStdout(path)) return '-';
      const full = resolve(cwd, path);
      if (!endsInSlash(path) && (await stat(full).catch(() => null))?.isDirectory() !== true) return path;
      folders.add(full);
      return join(path, name);
    },
    makeFolder: async (path) => {
      const { full, shown, makesFolder } = outputOf(path);
      if (!makesFolder) return;
      await makeFolder(dirname(full), 0o700).catch((error: unknown) => {
        throw new FileFailure('output', shown, `Cannot create the folder ${dirname(shown)}: ${reason(error)}.`);
      });
    },
    write: async (path, bytes, options = {}) => {
      const { writeOutputFile } = await import('../../core/platform/output-file.js');
      const { full, ...output } = await forOutput(path, options);
      return await asFileFailure(() => writeOutputFile(full, bytes, output), options);
    },
    check: async (path, options = {}) => {
      const { checkOutputFile } = await import('../../core/platform/output-file.js');
      const { full, ...output } = await forOutput(path, options);
      await asFileFailure(() => checkOutputFile(full, output), options);
    },
    reserve: async (path, options) => {
      const { openOutputFile } = await import('../../core/platform/output-file.js');
      const { full, ...output } = outputOf(path);
      const file = await asFileFailure(() => openOutputFile(full, { ...output, ...options, private: true }));
      return {
        write: (bytes) => asFileFailure(() => file.write(bytes)),
        keep: () => asFileFailure(() => file.keep()),
        drop: () => file.drop(),
      };
    },
    target: (path, { overwrite = false } = {}) => {
      if (!isStdout(path)) {
        const { full, ...output } = outputOf(path);
        return { kind: 'file', path: full, ...output, overwrite };
      }
      if (!streams.stdoutIsTerminal) return { kind: 'stream', stream: streams.stdout };
      throw new UsageFailure('Cannot write a PDF to a terminal.', {
        hint: 'Write it to a file with -o, or redirect the output.',
      });
    },
    resolve: (path) => resolve(cwd, path),
    pipes: () => ({ input: streams.stdin, output: streams.stdout }),
  };
}

/** Whether a path is `-` or names the standard output of this program, such as /dev/stdout. */
export const isStdout = (path: string): boolean => path === '-' || systemOf().descriptorOf(path) === 1;

const endsInSlash = (path: string): boolean => path.endsWith('/') || path.endsWith(sep);

/** Turns the failure of a file that is written into one of a command. */
async function asFileFailure<T>(act: () => Promise<T>, { existsHint }: WriteOptions = {}): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof OutputFailure)) throw error;
    throw FileFailure.ofOutput(error, existsHint);
  }
}

/** Null for bytes that are not UTF-8, or UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // UTF-16 Latin text is also valid UTF-8 with NUL characters, which text does not contain.
    return text.includes('\0') ? null : text;
  } catch {
    // The decoder is strict, and throws for nothing else.
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

/** Opening a named pipe without a writer must not hang. */
const forReading = constants.O_RDONLY | constants.O_NONBLOCK;

async function openFile(full: string, path: string): Promise<FileHandle> {
  const file = await open(full, forReading).catch((error: unknown) => {
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
    if (!facts.isFile()) return await readStream(await streamOf(file), limit, path);
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

/** The bytes of an open file, which closes with the stream. */
const streamOf = async (file: FileHandle): Promise<Readable> =>
  (await file.stat()).isFIFO() ? Readable.from(pipeOf(file)) : file.createReadStream();

/** A pipe, such as that of `<(command)`, has nothing to read before its writer has written. */
async function* pipeOf(file: FileHandle): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const { bytesRead, buffer } = (await readNow(file)) ?? { bytesRead: -1, buffer: Buffer.alloc(0) };
      if (bytesRead === 0) return;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else await setTimeout(betweenLooksMs);
    }
  } finally {
    await file.close();
  }
}

const betweenLooksMs = 20;

/** Null where the writer of a pipe has not written. */
const readNow = (file: FileHandle): Promise<{ readonly bytesRead: number; readonly buffer: Buffer } | null> =>
  file.read(Buffer.alloc(65_536)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  });

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

/** Whether a file begins like an earlier output of the same command, or is empty. */
async function isEarlier(full: string, start: RegExp): Promise<boolean> {
  const file = await open(full, forReading).catch(() => null);
  try {
    const { bytesRead, buffer } = (await file?.read(Buffer.alloc(1024), 0, 1024, 0)) ?? { bytesRead: -1, buffer: null };
    return bytesRead === 0 || (bytesRead > 0 && start.test(buffer?.toString('utf8', 0, bytesRead) ?? ''));
  } catch {
    // What cannot be read is not proven to be ours.
    return false;
  } finally {
    await file?.close();
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
