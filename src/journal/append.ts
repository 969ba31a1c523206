import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, syncFolder, systemCode } from '../platform/durable-file.js';
import { JournalFailure } from '../store/failure.js';
import { refuseOther } from './ndjson.js';

// A pipe in place of the file must not block the program.
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | careful;

/**
 * Appends text in one write to a file that other processes may append to at the same time; returns the file's size.
 * With `durable` it is on disk. The file is private. Throws JournalFailure.
 */
export async function append(path: string, text: string, durable: boolean): Promise<number> {
  try {
    await makeFolder(dirname(path), 0o700);
    for (;;) {
      const file = await open(path, flags, 0o600);
      try {
        const size = await write(file, path, Buffer.from(text, 'utf8'), durable);
        // Another process may have rotated the file twice since it was opened; then the line was lost.
        if ((await file.stat()).nlink > 0) return size;
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    throw new JournalFailure(path, systemCode(error) ?? 'UNKNOWN');
  }
}

async function write(file: FileHandle, path: string, bytes: Buffer, durable: boolean): Promise<number> {
  const before = await file.stat();
  refuseOther(before);
  if ((before.mode & 0o077) !== 0) await file.chmod(0o600);
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
  if (durable) {
    await file.datasync();
    if (before.size === 0) await syncFolder(dirname(path));
  }
  return before.size + bytesWritten;
}
