import { join } from 'node:path';
import { isObject, parseJson, type JsonObject } from '../platform/json.js';
import { checkBaseUrl } from './base-url.js';
import { ConfigFailure } from './failure.js';
import { readFile } from './read-file.js';
import { writePrivate } from './write-private.js';

const limit = 256 * 1024;
const maxAddresses = 50;

export const overridesPath = (folder: string): string => join(folder, 'overrides.json');

/**
 * The unchecked lines of the override file for one base URL; null when there is no file, or none for it. A file for one
 * service has no effect on another, such as the emulator. Throws ConfigFailure when the file is damaged.
 */
export function overrideLines(folder: string, baseUrl: string): JsonObject | null {
  return readAll(overridesPath(folder)).find(([address]) => address === baseUrl)?.[1] ?? null;
}

/** Sets the lines of one base URL and keeps those of others; an atomic write with mode 0600. */
export async function writeOverrideLines(folder: string, baseUrl: string, lines: JsonObject): Promise<void> {
  const path = overridesPath(folder);
  const others = readAll(path).filter(([address]) => address !== baseUrl);
  const text = `${JSON.stringify(Object.fromEntries([...others, [baseUrl, lines]]), null, 2)}\n`;
  await writePrivate(path, text, 'overrides_not_written', 'override file');
}

/** The lines for each base URL; empty when the file is missing or empty. */
function readAll(path: string): readonly (readonly [address: string, lines: JsonObject])[] {
  const text = readFile(path, limit, (why) => overridesBroken(path, why));
  if (text === null || text.trim() === '') return [];
  const value = parseJson(text);
  if (value === undefined) throw overridesBroken(path, 'it is not valid JSON');
  if (!isObject(value)) throw overridesBroken(path, 'it does not contain an object of base URLs');
  const entries = Object.entries(value);
  if (entries.length > maxAddresses) throw overridesBroken(path, `it has more than ${maxAddresses} base URLs`);
  const found = new Map<string, JsonObject>();
  for (const [address, lines] of entries) {
    const url = readAddress(address, path);
    if (!isObject(lines)) throw overridesBroken(path, `the value of ${url} is not an object`);
    if (found.has(url)) throw overridesBroken(path, `${url} is a duplicate`);
    found.set(url, lines);
  }
  return [...found];
}

/** The override file is invalid; no request is sent until it is corrected or deleted. */
export const overridesBroken = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'overrides_broken',
    `Cannot use the override file ${path}: ${why}.`,
    'Correct the file, or delete it. `esign spec check` shows the correct lines.',
  );

function readAddress(address: string, path: string): string {
  try {
    return checkBaseUrl(address, 'the file');
  } catch {
    throw overridesBroken(path, `"${address.slice(0, 100)}" is not a valid base URL`);
  }
}
