import { readFile } from 'node:fs/promises';
import { writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import type { Memory, Remembered } from './poll.js';

/** About ten thousand envelopes; the file is rewritten at every event. */
const maxFileBytes = 4 * 1024 * 1024;

/** What `listen --poll` knew of envelopes when it stopped; empty when the file is missing or too large. */
export async function readPollMemory(path: string): Promise<Memory> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text.length > maxFileBytes) return new Map();
  const lines = text.split('\n').flatMap((line): [string, Remembered][] => {
    const read = parseJson(line);
    const { id, keys, over } = isObject(read) ? read : {};
    if (typeof id !== 'string' || !Array.isArray(keys)) return [];
    return [[id, { keys: keys.filter((key) => typeof key === 'string'), over: over === true }]];
  });
  return new Map(lines);
}

/** Where there are too many, those in a final state go first: nothing happens to them any more. */
export async function writePollMemory(path: string, memory: Memory): Promise<void> {
  const all = [...memory];
  const lines: string[] = [];
  let size = 0;
  for (const [id, remembered] of all.toSorted(([, one], [, other]) => Number(one.over) - Number(other.over))) {
    const line = `${JSON.stringify({ id, ...remembered })}\n`;
    size += Buffer.byteLength(line);
    if (size > maxFileBytes) break;
    lines.push(line);
  }
  await writeFileAtomic(path, lines.join(''));
}
