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
 * The lines of the override file for one base address, not looked into; null when there is no file, or none for it. A
 * file for one service changes nothing at another, such as the emulator. Throws ConfigFailure when the file is broken.
 */
export function overrideLines(folder: string, baseUrl: string): JsonObject | null {
  return readAll(overridesPath(folder)).find(([address]) => address === baseUrl)?.[1] ?? null;
}

/** Gives one base address these lines, and leaves those of others as they are; 0600, whole or not at all. */
export async function writeOverrideLines(folder: string, baseUrl: string, lines: JsonObject): Promise<void> {
  const path = overridesPath(folder);
  const others = readAll(path).filter(([address]) => address !== baseUrl);
  const text = `${JSON.stringify(Object.fromEntries([...others, [baseUrl, lines]]), null, 2)}\n`;
  await writePrivate(path, text, 'overrides_not_written', 'override file');
}

/** What the file says of each address; nothing when there is none, or when it is empty. */
function readAll(path: string): readonly (readonly [address: string, lines: JsonObject])[] {
  const text = readFile(path, limit, (why) => overridesBroken(path, why));
  if (text === null || text.trim() === '') return [];
  const value = parseJson(text);
  if (value === undefined) throw overridesBroken(path, 'it is not JSON');
  if (!isObject(value)) throw overridesBroken(path, 'it holds no addresses');
  const entries = Object.entries(value);
  if (entries.length > maxAddresses) throw overridesBroken(path, `it has more than ${maxAddresses} addresses`);
  const found = new Map<string, JsonObject>();
  for (const [address, lines] of entries) {
    const url = readAddress(address, path);
    if (!isObject(lines)) throw overridesBroken(path, `what it says of ${url} are no lines`);
    if (found.has(url)) throw overridesBroken(path, `it names ${url} twice`);
    found.set(url, lines);
  }
  return [...found];
}

/** The override file cannot be used; nothing is sent while it is there. */
export const overridesBroken = (path: string, why: string): ConfigFailure =>
  new ConfigFailure(
    'overrides_broken',
    `The override file ${path} is unusable: ${why}.`,
    'Correct the file, or remove it; `esign spec check` shows what belongs there.',
  );

function readAddress(address: string, path: string): string {
  try {
    return checkBaseUrl(address, 'the file');
  } catch {
    throw overridesBroken(path, `\`${address.slice(0, 100)}\` is no base address`);
  }
}
