import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../core/platform/durable-file.js';
import { visibleJson } from '../../core/platform/visible-text.js';

/** Adds whole lines at the end of a file. */
export interface LineWriter {
  /** Throws what `failed` throws, from the first line that could not be written on. */
  add(...lines: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

interface WriterOptions {
  /** Turns what the system says into a failure of ours. */
  readonly failed: (error: unknown) => never;
  /** Throws for an open file that must not be added to. */
  readonly refuse?: (file: FileHandle) => Promise<void>;
}

const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Opens a file of lines; it is its owner's alone. What a crash left torn at its end becomes a line of its own. */
export async function openLineWriter(path: string, { failed, refuse }: WriterOptions): Promise<LineWriter> {
  const file = await open(path, flags, 0o600).catch(failed);
  try {
    await refuse?.(file);
    const { size, mode } = await file.stat();
    if ((mode & 0o077) !== 0) await file.chmod(0o600);
    if (size > 0 && (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] !== 0x0a) await file.write('\n');
    if (size === 0) await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    failed(error);
  }
  let last = Promise.resolve();
  let waiting: string[] = [];
  let next: Promise<void> | null = null;
  let broken: { readonly error: unknown } | null = null;
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    [waiting, next] = [[], null];
    // After half a line nothing may follow.
    if (broken !== null) return failed(broken.error);
    try {
      await append(file, text);
    } catch (error) {
      broken = { error };
      failed(error);
    }
  };
  return {
    add: (...lines) => {
      waiting.push(...lines.map((line) => `${visibleJson(line)}\n`));
      // Lines that arrive while the disk is busy are written together.
      next ??= last.then(flush);
      last = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      await last;
      await file.close();
    },
  };
}

async function append(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten !== bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
  // Somebody removed it: then the lines went nowhere.
  if ((await file.stat()).nlink === 0) throw Object.assign(new Error('removed'), { code: 'ENOENT' });
}
