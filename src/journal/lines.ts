import { open } from 'node:fs/promises';
import { isObject, parseJson, type JsonObject } from '../json.js';

/** Writes a record as one line of its own: the break before it ends a line that an earlier crash left torn. */
export const lineOf = (record: object): string => `\n${JSON.stringify(record)}\n`;

/** Reads one line. Undefined for a blank, torn or foreign one, since a record must outlive a crash in mid-line. */
export function readLine(line: string): JsonObject | undefined {
  const value = line === '' ? undefined : parseJson(line);
  return isObject(value) ? value : undefined;
}

/** The lines of a file, or of its last `most` bytes, since the newest count; none when it cannot be opened. */
export async function lastLines(path: string, most: number): Promise<readonly string[]> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString('utf8').split('\n');
  } finally {
    await file.close();
  }
}
