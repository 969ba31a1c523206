import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { isObject, parseJson } from '../platform/json.js';
import { isAlive } from '../platform/alive.js';
import { isProjectProfile, sharedProfile } from './profiles.js';

/** A folder that people call a project, and the profile of its emulator. */
export interface Project {
  readonly root: string;
  readonly profile: string;
}

/** Files and folders that only the root of a project has. */
export const projectMarkers = [
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'go.mod',
  'composer.json',
  'Gemfile',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  '.git',
] as const;
const maxRecordBytes = 64 * 1024;

interface Whereabouts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
}

/**
 * The project that a folder belongs to: the nearest folder upwards with a marker, but never a home folder or the root of
 * a disk. Null outside of projects, and everywhere with ESIGN_SHARED.
 */
export const projectAt = (whereabouts: Whereabouts): Project | null =>
  foldersAbove(whereabouts).find(({ root }) => isMarked(root)) ?? null;

/** A project of C# is named after itself: `app.csproj`. */
const isMarked = (root: string): boolean =>
  projectMarkers.some((name) => existsSync(join(root, name))) || namesIn(root).some((name) => name.endsWith('.csproj'));

/**
 * The nearest project upwards whose emulator runs: there `local` means that emulator, for every command. Null where none
 * runs, and everywhere with ESIGN_SHARED.
 */
export function runningProject(whereabouts: Whereabouts, stateDir: string): Project | null {
  const records = new Set(recordsIn(stateDir));
  if (records.size === 0) return null;
  return foldersAbove(whereabouts).find(({ profile }) => records.has(profile) && isRunning(stateDir, profile)) ?? null;
}

/** The record of the emulator of a profile, which `emulator start` writes. */
export const emulatorRecordPath = (stateDir: string, profile: string): string =>
  join(stateDir, `emulator-${profile}.json`);

const recordsIn = (stateDir: string): readonly string[] =>
  namesIn(stateDir)
    .flatMap((file) => /^emulator-(.+)\.json$/.exec(file)?.[1] ?? [])
    .filter(isProjectProfile);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A record may be left by a process that was killed. */
function isRunning(stateDir: string, profile: string): boolean {
  try {
    const text = readFileSync(emulatorRecordPath(stateDir, profile), 'utf8');
    const record = text.length > maxRecordBytes ? undefined : parseJson(text);
    return isObject(record) && isAlive(Number(record['pid']));
  } catch {
    return false;
  }
}

/** A folder and those above it, each with the profile that it would have: the same through a link as without it. */
function foldersAbove({ env, home, cwd }: Whereabouts): readonly Project[] {
  if ((env['ESIGN_SHARED'] ?? '') !== '') return [];
  const above: Project[] = [];
  const top = realOf(home);
  for (let at = realOf(cwd); at !== parse(at).root && at !== top; at = dirname(at)) {
    above.push({ root: at, profile: profileOf(at) });
  }
  return above;
}

function profileOf(root: string): string {
  const name = basename(root)
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40);
  return `${sharedProfile}-${name}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
