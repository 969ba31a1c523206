import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { systemCode } from '../platform/durable-file.js';
import { isObject, parseJson, type JsonObject } from '../platform/json.js';

/** Writes a record as one line; the leading newline ends a line that an earlier crash left incomplete. */
export const lineOf = (record: object): string => `\n${JSON.stringify(record)}\n`;

/**
 * Parses one line. Undefined for a blank, incomplete or foreign one, because a journal must survive a crash in
 * mid-line.
 */
export function readLine(line: string): JsonObject | undefined {
  const value = line === '' ? undefined : parseJson(line);
  return isObject(value) ? value : undefined;
}

// A pipe instead of a file must not block the program.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The lines of a file, or of its last `most` bytes; none of a missing one. Throws system errors for any other
 * unreadable one.
 */
export async function lastLines(path: string, max: number): Promise<readonly string[]> {
  const file = await open(path, flags).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return [];
  try {
    const facts = await file.stat();
    refuseOther(facts);
    const { size } = facts;
    const length = Math.min(size, max);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString('utf8').split('\n');
  } finally {
    await file.close();
  }
}

/** Throws, with a system code, if it is not a file. */
export function refuseOther(facts: Pick<Stats, 'isFile' | 'isDirectory'>): void {
  if (facts.isFile()) return;
  throw Object.assign(new Error('not a file'), { code: facts.isDirectory() ? 'EISDIR' : 'ENXIO' });
}
