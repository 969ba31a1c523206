import { lstatSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';

/**
 * The versions that the single-file executable has unpacked, and which of them are unused. Synchronous, since the
 * executable removes old versions when it exits.
 */

export interface Unpacked {
  readonly folder: string;
  /** `elsewhere`: another container or machine that shares the folder used it recently. */
  readonly use: 'running' | 'elsewhere' | 'recent' | 'none';
}

/** Where to look; tests pass their own. */
export interface UnpackedOptions {
  /** Parent folders of the versions. */
  readonly places: readonly string[];
  readonly uid: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds: a version used more recently stays, running or not. */
  readonly keep: number;
  /** The folder with process information: `/proc`. */
  readonly processes: string;
}

const day = 86_400_000;
const hour = 3_600_000;
/** How long a version of another container stays after its last start. */
const keptForOthers = 30 * day;
const maxFolders = 32;
const maxProcesses = 10_000;
const maxFiles = 4096;
/** A version, or the rest of an interrupted unpacking. */
const whole = /^program-[0-9a-f]{20}$/;
const broken = /^program-[0-9a-f]{20}\.[0-9a-f]{12}(\.\w+)?$/;
/** Next to the program files: the process namespace that used them, and the time of last use. */
export const useMark = '.used';

/** Parent folders of the versions, as the executable chooses them. */
export function unpackedPlaces(env: Readonly<Record<string, string | undefined>>, uid: number): readonly string[] {
  const { XDG_CACHE_HOME: cache } = env;
  const usual = cache !== undefined && isAbsolute(cache) ? cache : join(homeFolder(), '.cache');
  return [join(usual, 'esign'), join(tmpdir(), `esign-${uid}`)];
}

/** Every version that this user has unpacked and its use; empty where the system has no process information. */
export function unpackedVersions(options: UnpackedOptions): readonly Unpacked[] {
  const { places, uid, now, keep } = options;
  const found = places.flatMap((place) =>
    namesIn(place)
      .filter((name) => whole.test(name) || broken.test(name))
      .map((name) => join(place, name))
      .filter((folder) => isOwn(folder, uid)),
  );
  if (found.length === 0) return [];
  const held = heldFolders(options, found);
  if (held === null) return [];
  return found.slice(0, maxFolders).map((folder) => ({ folder, use: useOf(folder, held, now, keep) }));
}

/** Removes unused versions and returns their number. One that cannot be removed stays until the next run. */
export function removeUnused(options: UnpackedOptions): number {
  const unused = unpackedVersions(options).filter(({ use }) => use === 'none');
  return unused.filter(({ folder }) => remove(folder)).length;
}

const remove = (folder: string): boolean =>
  readOr(false, () => {
    // Renamed first, so that a process that starts now unpacks its own copy.
    const aside = broken.test(folder.slice(folder.lastIndexOf(sep) + 1)) ? folder : `${folder}.${'0'.repeat(12)}`;
    if (aside !== folder) renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
    return true;
  });

/** Other processes of this user, and of others, change these folders at any time. */
function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    // Gone, or not to be read: both are usual here.
    return otherwise;
  }
}

function useOf(folder: string, held: ReadonlySet<string>, now: number, keep: number): Unpacked['use'] {
  if (held.has(folder)) return 'running';
  const { space, last } = lastUse(folder);
  const age = now - last;
  if (!whole.test(folder.slice(folder.lastIndexOf(sep) + 1))) return age > hour ? 'none' : 'recent';
  if (age <= keep) return 'recent';
  return space !== ownSpace() && age <= keptForOthers ? 'elsewhere' : 'none';
}

/** The namespace that used it (`many` for several), and the time of the last start. */
function lastUse(folder: string): { readonly space: string | null; readonly last: number } {
  const mark = join(folder, useMark);
  const noted = readOr(null, () => {
    return { space: readFileSync(mark, 'utf8').slice(0, 40).trim(), last: statSync(mark).mtimeMs };
  });
  return noted ?? { space: null, last: readOr(Number.POSITIVE_INFINITY, () => statSync(folder).mtimeMs) };
}

/** Each process of the executable keeps a file of its folder open. Null when this cannot be found out. */
function heldFolders({ processes, uid }: UnpackedOptions, folders: readonly string[]): ReadonlySet<string> | null {
  const ids = namesIn(processes).filter((name) => /^\d+$/.test(name));
  if (ids.length === 0 || ids.length > maxProcesses) return null;
  const held = new Set<string>();
  for (const id of ids) {
    const files = join(processes, id, 'fd');
    if (!isOwn(join(processes, id), uid)) continue;
    for (const name of namesIn(files).slice(0, maxFiles)) {
      const target = linkOf(join(files, name));
      for (const folder of folders) if (target.startsWith(folder + sep)) held.add(folder);
    }
  }
  return held;
}

const linkOf = (path: string): string => readOr('', () => readlinkSync(path));

const ownSpace = (): string => /\d+/.exec(linkOf('/proc/self/ns/pid'))?.[0] ?? '';

const isOwn = (path: string, uid: number): boolean =>
  readOr(false, () => {
    const facts = lstatSync(path);
    return facts.isDirectory() && facts.uid === uid;
  });

const namesIn = (folder: string): readonly string[] => readOr([], () => readdirSync(folder).toSorted());

const homeFolder = (): string => readOr('/', () => homedir() || '/');
