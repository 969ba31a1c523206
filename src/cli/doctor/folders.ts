import { constants, type Stats } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context/context.js';
import { reason } from '../../core/platform/durable-file.js';
import { failed, type Finding } from './finding.js';
import { madeByEsign, type OwnFolder } from './own-files.js';

const folderNames = /^(listen|snapshots|prove|dev|emulator(-.+-data)?)$/;

/** Whether esign can write to its folders, and finds files and folders where it expects them. */
export async function checkFolders(context: Context): Promise<readonly Finding[]> {
  const { configDir, stateDir } = context.settings();
  return [
    ...(await checkPlace('settings_folder', configDir.value, 'ESIGN_CONFIG_DIR')),
    ...(await checkPlace('state_folder', stateDir.value, 'ESIGN_STATE_DIR')),
  ];
}

async function checkPlace(check: OwnFolder, folder: string, variable: string): Promise<readonly Finding[]> {
  const elsewhere = `or set ${variable} to another folder`;
  const there = await nearest(folder);
  if (there === null) return [];
  if (!there.facts.isDirectory()) {
    const hint = `Move this file, ${elsewhere}.`;
    return [failed(check, 9, `${there.path} is a file, not a folder.`, { hint, facts: { folder } })];
  }
  const problem = await access(there.path, constants.W_OK | constants.X_OK).then(() => null, reason);
  if (problem !== null) {
    const verb = there.path === folder ? 'write to' : 'create';
    const where = there.path === folder ? '' : ` in ${there.path}`;
    const hint = `Make ${there.path} writable for you, ${elsewhere}.`;
    return [failed(check, 9, `esign cannot ${verb} ${folder}${where}: ${problem}.`, { hint, facts: { folder } })];
  }
  return there.path === folder ? await misplaced(check, folder) : [];
}

/** The folder itself, or as long as it does not exist, the nearest one above it. */
async function nearest(path: string): Promise<{ readonly path: string; readonly facts: Stats } | null> {
  const facts = await stat(path).catch(() => null);
  if (facts !== null) return { path, facts };
  return dirname(path) === path ? null : await nearest(dirname(path));
}

async function misplaced(check: OwnFolder, folder: string): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const name of (await readdir(folder).catch(() => [])).toSorted()) {
    const path = join(folder, name);
    const facts = madeByEsign(check, name) === 'whole' ? await stat(path).catch(() => null) : null;
    if (facts === null) continue;
    const wantsFolder = check === 'state_folder' && folderNames.test(name);
    if (facts.isDirectory() === wantsFolder) continue;
    const words = wantsFolder ? `${path} is a file, not a folder.` : `${path} is a folder, not a file.`;
    found.push(failed(check, 9, words, { hint: 'Move it, and run `esign doctor` again.', facts: { folder, path } }));
  }
  return found;
}
