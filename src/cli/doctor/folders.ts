import { constants, type Stats } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context/context.js';
import { reason } from '../../core/platform/durable-file.js';
import { type DoctorContext, failed, type Finding, finding } from './finding.js';
import { madeByEsign, type OwnFolder } from './own-files.js';
import { compiledFolders, isTrusted } from '../../core/launcher/trusted.js';
import { ownUid } from '../../core/platform/own-uid.js';

const folderNames = /^(listen|snapshots|prove|emulator(-.+-data)?)$/;

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

/** Where compiled code is stored, and whether only this user can write there. */
export async function checkCompiledCode({ context }: DoctorContext): Promise<readonly Finding[]> {
  const { env, cwd, home } = context.machine;
  const number = await ownUid();
  const whose = { uid: number === -1 ? undefined : number, cwd, home };
  const { folder, keyFolder } = compiledFolders(env, home);
  const facts = { folder, key_folder: keyFolder };
  const refused = [folder, keyFolder].find((path) => !isTrusted(path, whose));
  if (refused === undefined)
    return [finding('compiled_code', 'ok', `Compiled code is stored in ${folder}.`, { facts })];
  const words = `Compiled code is not stored: ${refused} is in a repository, or other users can change it.`;
  const hint =
    refused === folder
      ? 'Commands start more slowly. To change that, set ESIGN_CACHE_DIR to a folder that only you can change.'
      : 'Commands start more slowly. To change that, set XDG_STATE_HOME to a folder that only you can change.';
  return [finding('compiled_code', 'note', words, { hint, facts })];
}
