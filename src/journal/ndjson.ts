import type { Stats } from 'node:fs';
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

/** Throws, with a system code, if it is not a file. */
export function refuseOther(facts: Pick<Stats, 'isFile' | 'isDirectory'>): void {
  if (facts.isFile()) return;
  throw Object.assign(new Error('not a file'), { code: facts.isDirectory() ? 'EISDIR' : 'ENXIO' });
}
