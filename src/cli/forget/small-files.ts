import { join } from 'node:path';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { listenFolder } from '../../listen/endpoint/state.js';
import type { Kind, Report } from './report.js';
import type { Subject } from './subject.js';
import { systemCode } from '../../core/platform/durable-file.js';

/** An hour: a younger temporary file may still be in use. */
const underWay = 60 * 60 * 1000;
const unfinished = /\.[0-9a-f]{12}$/;

/** Deletes whole small files, which esign creates again when needed. */
export async function forgetSmallFiles(
  stateDir: string,
  subject: Subject,
  { removed }: Report,
  apply: boolean,
): Promise<void> {
  const whole: readonly (readonly [Kind, string, RegExp])[] = [
    ['snapshots', join(stateDir, 'snapshots'), /^exec-[0-9a-f-]{36}\.json$/],
    // A stopped listener: its secrets stay until its deliveries are a week old.
    ['listener_notes', listenFolder(stateDir), /^[0-9a-f]{12}\.over$/],
    ['leftovers', stateDir, /^state\.db\.damaged-[0-9a-f]{8}(-wal|-shm)?$/],
  ];
  for (const [kind, folder, name] of whole) {
    for (const path of await pathsIn(folder, name)) {
      const gone = await removeFile(path, (text, at) => subject.isOld(at) || subject.isIn(text), apply);
      if (gone) removed[kind] += 1;
    }
  }
  for (const folder of leftoverFolders(stateDir)) {
    for (const path of await pathsIn(folder, unfinished)) {
      const isAbout = (text: string, at: number): boolean =>
        Date.now() - at > underWay && (subject.isOld(at) || subject.isIn(text));
      if (await removeFile(path, isAbout, apply)) removed.leftovers += 1;
    }
  }
}

const leftoverFolders = (stateDir: string): readonly string[] => [
  stateDir,
  join(stateDir, 'snapshots'),
  listenFolder(stateDir),
];

/** The paths in a folder whose names match; none if the folder is missing. Throws system errors. */
async function pathsIn(folder: string, name: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw error;
  });
  return names
    .filter((each) => name.test(each))
    .toSorted()
    .map((each) => join(folder, each));
}

/** Deletes a file; returns whether it existed. */
async function removeFile(path: string, judge: (text: string, changedAt: number) => boolean, apply: boolean) {
  const facts = await stat(path).catch(ignoreMissing);
  if (facts?.isFile() !== true || facts.size > maxFileBytes) return false;
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined || !judge(text, facts.mtimeMs)) return false;
  if (apply) await rm(path, { force: true });
  return true;
}

const maxFileBytes = 512 * 1024 * 1024 - 1;

const ignoreMissing = (error: unknown): undefined => {
  if (systemCode(error) !== 'ENOENT') throw error;
  return undefined;
};
