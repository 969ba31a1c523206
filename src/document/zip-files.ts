import { zipSync } from 'fflate';

/** A file of an archive: its path inside, with slashes, and its bytes. */
export interface ZippedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Joins files into one ZIP archive, in the order given, stored as they are. The same files give the same bytes: the
 * archive bears no time of its own.
 */
export function zipFiles(files: readonly ZippedFile[]): Uint8Array {
  // The format writes the parts of a local time; the first moment that it can hold is written alike in every zone.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), { level: 0, mtime });
}
