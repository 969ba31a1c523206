import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, stateFolder } from '../config/places.js';
import { checkProfileName, readProfiles } from '../config/profiles.js';
import { isUuid } from '../contract/check.js';
import type { LiveValues } from '../reference/shells.js';
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
 * What a shell offers where the name of a profile, or the id of an envelope or a template, is typed: lines of a value, a tab and what
 * it is. Only files of this machine are read, a bounded part of each; what is broken or foreign is left out.
 */
export function completionValues(kind: string, place: Place): string {
  const found = isLive(kind) ? lists[kind](place) : new Map<string, string>();
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

/**
 * The host that a command without flags would ask; null where there is none, or none that can be told. What is known of
 * other services, such as emulators that ended, would not be found there.
 */
function currentHost({ env, home, cwd }: Place): string | null {
  try {
    const { current, profiles: known } = readProfiles(configFolder(env, home, cwd).value);
    const name = env['ESIGN_PROFILE'] || current;
    const own = name !== null && Object.hasOwn(known, name) ? known[name]?.base_url : undefined;
    const address = env['ESIGN_BASE_URL'] || own;
    return address === undefined ? null : new URL(address).host;
  } catch {
    return null;
  }
}

/** The envelopes as they were last read here, the latest first; then those that were made here and never read. */
function envelopes(place: Place): ReadonlyMap<string, string> {
  const found = seenIn(place, 'envelopes.ndjson', ({ title, status, sealed }) => [
    title,
    sealed === true ? 'sealed' : status,
  ]);
  return withMade(found, place, ['createEnvelope', 'createOneOffEnvelope', 'createEnvelopeBatch']);
}

/** The templates in the same way. */
function templates(place: Place): ReadonlyMap<string, string> {
  return withMade(
    seenIn(place, 'templates.ndjson', ({ name }) => [name]),
    place,
    ['createTemplate'],
  );
}

/** Ids with what is known of each, from the latest line of a file on. */
function seenIn(place: Place, file: string, factsOf: (seen: Line) => readonly unknown[]): Map<string, string> {
  const { env, home, cwd } = place;
  const here = currentHost(place);
  const found = new Map<string, string>();
  for (const line of linesOf(join(stateFolder(env, home, cwd).value, file)).toReversed()) {
    const seen = fieldsOf(line);
    const { id, host } = seen;
    if (typeof id !== 'string' || !isUuid(id) || found.has(id) || (here !== null && host !== here)) continue;
    const facts = [...factsOf(seen), host].filter((fact) => typeof fact === 'string');
    found.set(id, facts.map((fact) => shown(fact)).join(', '));
    if (found.size === most) break;
  }
  return found;
}

/** What the record of requests says was made here, the latest first. */
function withMade(found: Map<string, string>, place: Place, operations: readonly string[]): Map<string, string> {
  if (found.size >= most) return found;
  const { env, home, cwd } = place;
  const here = currentHost(place);
  const about = new Map<string, string>();
  const made: (readonly [id: string, about: string])[] = [];
  for (const line of linesOf(join(stateFolder(env, home, cwd).value, 'requests.ndjson'))) {
    const { kind, id, operation, at, host, resource, resources } = fieldsOf(line);
    if (typeof id !== 'string') continue;
    if (kind === 'intent' && typeof operation === 'string' && operations.includes(operation)) {
      if (here !== null && host !== here) continue;
      const facts = ['made', at, host].filter((fact) => typeof fact === 'string');
      about.set(id, facts.map((fact) => shown(fact)).join(' '));
    }
    const words = about.get(id);
    if (kind !== 'settled' || words === undefined) continue;
    for (const each of [resource, ...(Array.isArray(resources) ? (resources as readonly unknown[]) : [])]) {
      if (typeof each === 'string' && isUuid(each)) made.push([each, words]);
    }
  }
  for (const [id, words] of made.toReversed()) {
    if (found.size >= most) break;
    if (!found.has(id)) found.set(id, words);
  }
  return found;
}

const isLive = (kind: string): kind is LiveValues => Object.hasOwn(lists, kind);

const lists: Readonly<Record<LiveValues, (place: Place) => ReadonlyMap<string, string>>> = {
  profiles,
  envelopes,
  templates,
};

function isProfileName(name: string): boolean {
  try {
    checkProfileName(name);
    return true;
  } catch {
    return false;
  }
}

type Line = Readonly<Record<string, unknown>>;

function fieldsOf(line: string): Line {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The last lines of a file; none when there is none or it is no file. */
const linesOf = (path: string): readonly string[] => tailOf(path).split('\n');

function tailOf(path: string): string {
  let file: number | undefined;
  try {
    // Opening a named pipe that nobody writes to must not hang.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
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
