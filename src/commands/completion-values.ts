import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, stateFolder } from '../config/places.js';
import { checkProfileName, readProfiles } from '../config/profiles.js';
import { isUuid } from '../contract/check.js';
import { cut, visibleLine } from '../terminal/text.js';

interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
}

const most = 100;
const longestTitle = 60;
const readAtMost = 256 * 1024;

/**
 * What a shell offers where the name of a profile or the id of an envelope is typed: lines of a value, a tab and what
 * it is. Only files of this machine are read, a bounded part of each; what is broken or foreign is left out.
 */
export function completionValues(kind: string, place: Place): string {
  const found = kind === 'profiles' ? profiles(place) : kind === 'envelopes' ? envelopes(place) : new Map();
  return [...found].map(([value, about]) => `${value}\t${about}\n`).join('');
}

const shown = (text: string): string => cut(visibleLine(text), longestTitle);

function profiles({ env, home, cwd }: Place): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  try {
    const file = readProfiles(configFolder(env, home, cwd).value);
    for (const [name, { base_url }] of Object.entries(file.profiles)) {
      if (isProfileName(name)) found.set(name, shown(base_url));
    }
  } catch {
    // Whoever presses Tab is not told what is wrong with a file: the command itself does it.
  }
  return found;
}

/** The envelopes as they were last read here, the latest first. */
function envelopes({ env, home, cwd }: Place): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of tailOf(join(stateFolder(env, home, cwd).value, 'envelopes.ndjson'))
    .split('\n')
    .toReversed()) {
    const seen = fieldsOf(line);
    const { id } = seen;
    if (typeof id !== 'string' || !isUuid(id) || found.has(id)) continue;
    const facts = [seen['title'], seen['status'], seen['host']].filter((fact) => typeof fact === 'string');
    found.set(id, facts.map((fact) => shown(fact)).join(', '));
    if (found.size === most) break;
  }
  return found;
}

function isProfileName(name: string): boolean {
  try {
    checkProfileName(name);
    return true;
  } catch {
    return false;
  }
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The end of a file; nothing when there is none or it is no file. */
function tailOf(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const stats = fstatSync(file);
    if (!stats.isFile()) return '';
    const length = Math.min(stats.size, readAtMost);
    const buffer = Buffer.alloc(length);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, length, stats.size - length));
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
