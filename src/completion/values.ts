import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { baseUrlIn } from '../config/listen-address.js';
import { configFolder, stateFolder } from '../config/folders.js';
import { checkProfileName, readProfiles } from '../config/profiles.js';
import { isUuid } from '../contract/schema.js';
import { serviceHost } from '../contract/service-host.js';
import type { LiveValues } from '../docs-gen/shells.js';
import { visibleLine } from '../platform/visible-text.js';
import { cut } from '../terminal/text.js';

interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
}

const maxValues = 100;
const maxTitleLength = 60;
const readAtMost = 256 * 1024;

/**
 * Completions for profile names and for envelope and template IDs: lines of a value, a tab and a description. Reads a
 * bounded part of local files; damaged and foreign data is skipped.
 */
export function completionValues(kind: string, place: Place): string {
  const found = isLive(kind) ? lists[kind](place) : new Map<string, string>();
  return [...found].map(([value, about]) => `${value}\t${about}\n`).join('');
}

const shown = (text: string): string => cut(visibleLine(text), maxTitleLength);

function profiles({ env, home, cwd }: Place): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  try {
    const file = readProfiles(configFolder(env, home, cwd).value);
    for (const [name, { base_url }] of Object.entries(file.profiles)) {
      if (isProfileName(name)) found.set(name, shown(base_url));
    }
  } catch {
    // File errors are not reported on Tab; the command itself reports them.
  }
  return found;
}

/**
 * The host of a command without flags; null where unknown. IDs of other services, such as stopped emulators, would not
 * be found there.
 */
function currentHost({ env, home, cwd }: Place): string | null {
  try {
    const { current, profiles: known } = readProfiles(configFolder(env, home, cwd).value);
    const name = env['ESIGN_PROFILE'] || current;
    const own = name !== null && Object.hasOwn(known, name) ? known[name]?.base_url : undefined;
    const address = baseUrlIn(env) || own;
    return address === undefined ? null : serviceHost(address);
  } catch {
    return null;
  }
}

/** Envelopes as last read here, latest first; then known ones that were never read. */
function envelopes(place: Place): ReadonlyMap<string, string> {
  const found = seenIn(place, 'envelopes.ndjson', ({ title, status, sealed }) => [
    title,
    sealed === true ? 'sealed' : status,
  ]);
  return withKnown(found, place);
}

/** Templates in the same way. */
const templates = (place: Place): ReadonlyMap<string, string> =>
  seenIn(place, 'templates.ndjson', ({ name }) => [name]);

/** IDs with their latest facts, from the end of a file. */
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
    if (found.size === maxValues) break;
  }
  return found;
}

/** Other known IDs, latest first. */
function withKnown(found: Map<string, string>, place: Place): Map<string, string> {
  if (found.size >= maxValues) return found;
  const { env, home, cwd } = place;
  const folder = join(stateFolder(env, home, cwd).value, 'envelopes');
  const here = currentHost(place);
  // One folder per quarter; each file has some of the envelopes, in the order they became known.
  const quarters = namesIn(folder).filter((name) => /^\d{4}-Q\d$/.test(name));
  const lines = quarters
    .toSorted()
    .slice(-2)
    .flatMap((quarter) => namesIn(join(folder, quarter)).map((name) => join(folder, quarter, name)))
    .flatMap((path) => tailOf(path, 4_096).split('\n'))
    .map(fieldsOf);
  const instantOf = ({ firstAt }: Line): string => (typeof firstAt === 'string' ? firstAt : '');
  for (const line of lines.toSorted((one, other) => (instantOf(one) > instantOf(other) ? -1 : 1))) {
    const { id, host } = line;
    if (found.size >= maxValues) break;
    if (typeof id !== 'string' || !isUuid(id) || typeof host !== 'string' || (here !== null && host !== here)) continue;
    if (!found.has(id)) found.set(id, shown(`known since ${instantOf(line)}, ${host}`));
  }
  return found;
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
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

/** The last lines of a file; none when it is missing or not a file. */
const linesOf = (path: string): readonly string[] => tailOf(path, readAtMost).split('\n');

function tailOf(path: string, atMost: number): string {
  let file: number | undefined;
  try {
    // Opening a named pipe without a writer must not hang.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile()) return '';
    const length = Math.min(stats.size, atMost);
    const buffer = Buffer.alloc(length);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, length, stats.size - length));
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
