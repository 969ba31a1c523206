import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { systemCode } from '../platform/durable-file.js';
import { ConfigFailure } from './failure.js';

/**
 * The text of a settings file, read synchronously; null when there is none. Throws the error that `unusable` makes of the
 * reason, a clause without a full stop, when the file is larger than `max` bytes, or cannot be read by this user.
 */
export function readFile(
  path: string,
  max: number,
  unusable: (why: string, isUnreadable: boolean) => ConfigFailure,
): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      if (fstatSync(file).size > max) throw unusable(`it is larger than ${sizeInWords(max)}`, false);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ConfigFailure) throw error;
    const code = systemCode(error) ?? '';
    if (code === 'ENOENT') return null;
    throw unusable(`it cannot be read (${code})`, true);
  }
}

const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / (1024 * 1024)} MiB` : `${bytes / 1024} KiB`;
