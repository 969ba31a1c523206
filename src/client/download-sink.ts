import { randomBytes } from 'node:crypto';
import { link, lstat, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { systemCode, syncFolder } from '../platform/durable-file.js';
import { SaveFailure } from './failure.js';

/** The destination of a PDF: a private file (0600) that is written atomically, or an open stream such as stdout. */
export type SaveTarget =
  | { readonly kind: 'file'; readonly path: string; readonly overwrite: boolean }
  | { readonly kind: 'stream'; readonly stream: Writable };

/** Writes the bytes of one attempt. Exactly one of `keep` and `drop` ends it. */
export interface Sink {
  write(chunk: Buffer): Promise<void>;
  /** Makes the file durable and gives it its name. */
  keep(): Promise<void>;
  /** Leaves nothing behind. */
  drop(): Promise<void>;
}

/** Fails early, before an expensive render is requested. Throws SaveFailure. */
export async function checkTarget(target: SaveTarget): Promise<void> {
  if (target.kind === 'stream') return;
  const found = await describePath(target.path);
  if (found === 'folder') throw new SaveFailure(target.path, 'EISDIR', `${target.path} is a folder`);
  if (found === 'file' && !target.overwrite) throw alreadyThere(target.path);
  const folder = dirname(target.path);
  if ((await describePath(folder)) !== 'folder') {
    throw new SaveFailure(target.path, 'ENOENT', `the folder ${folder} does not exist`);
  }
}

/** Opens the destination of a body; a file gets its name when it is complete. Throws SaveFailure. */
export async function openSink(target: SaveTarget): Promise<Sink> {
  if (target.kind === 'stream') return streamSink(target.stream);
  // A device or pipe (/dev/null, /dev/stdout) must be written to, not replaced by a file.
  return (await describePath(target.path)) === 'special'
    ? await guarded(target.path, () => specialSink(target.path))
    : await guarded(target.path, () => fileSink(target.path, target.overwrite));
}

async function fileSink(path: string, overwrite: boolean): Promise<Sink> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`);
  // Documents contain personal data, so saved files are private.
  const file = await open(temporary, 'wx', 0o600);
  return {
    write: (chunk) => guarded(path, () => writeAll(file, chunk)),
    keep: () =>
      guarded(path, async () => {
        try {
          await file.sync();
          await file.close();
          await giveName(temporary, path, overwrite);
        } catch (error) {
          await discard(file, temporary);
          throw error;
        }
        await syncFolder(dirname(path));
      }),
    drop: () => discard(file, temporary),
  };
}

async function giveName(temporary: string, path: string, overwrite: boolean): Promise<void> {
  if (overwrite) return await rename(temporary, path);
  try {
    // Unlike a rename, a hard link never replaces a file that was created meanwhile.
    await link(temporary, path);
  } catch (error) {
    const code = systemCode(error) ?? 'UNKNOWN';
    if (code === 'EEXIST') throw alreadyThere(path);
    // Some file systems do not support links; then the earlier check must do.
    if ((await describePath(path)) !== 'nothing') throw alreadyThere(path);
    return await rename(temporary, path);
  }
  await rm(temporary, { force: true });
}

async function specialSink(path: string): Promise<Sink> {
  const file = await open(path, 'w');
  const close = (): Promise<void> => file.close().catch(() => undefined);
  return { write: (chunk) => guarded(path, () => writeAll(file, chunk)), keep: close, drop: close };
}

function streamSink(stream: Writable): Sink {
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => {
          if (error) reject(new SaveFailure('-', systemCode(error) ?? 'UNKNOWN', 'cannot write the output'));
          else resolve();
        });
      }),
    keep: () => Promise.resolve(),
    drop: () => Promise.resolve(),
  };
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
}

async function discard(file: FileHandle, temporary: string): Promise<void> {
  await file.close().catch(() => undefined);
  await rm(temporary, { force: true }).catch(() => undefined);
}

async function describePath(path: string): Promise<'nothing' | 'file' | 'folder' | 'special'> {
  const found = await stat(path).catch(() => lstat(path).catch(() => undefined));
  if (found === undefined) return 'nothing';
  if (found.isDirectory()) return 'folder';
  return found.isFile() || found.isSymbolicLink() ? 'file' : 'special';
}

const alreadyThere = (path: string): SaveFailure =>
  new SaveFailure(path, 'EEXIST', `${path} already exists and was not overwritten`);

async function guarded<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof SaveFailure) throw error;
    const code = systemCode(error) ?? 'UNKNOWN';
    throw new SaveFailure(path, code, `cannot write ${path}: ${words[code] ?? code}`);
  }
}

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
  EISDIR: 'it is a folder',
};
