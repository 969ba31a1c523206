import { join } from 'node:path';
import { listenFolder } from '../../listen/endpoint/state.js';
import { pathsIn } from './folders.js';
import type { Kind, Report } from './report.js';
import { removeFile } from './rewrite.js';
import type { Subject } from './subject.js';

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
