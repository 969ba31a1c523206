import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { systemOf } from './system/system.js';

/**
 * The program of that name in the PATH that is given; undefined when there is none. Relative folders of the PATH are
 * passed over: what the folder holds that we happen to stand in must not be run.
 */
export async function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const endings = systemOf().programEndings(env);
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, `${name}${ending}`);
      if (await isProgram(path)) return path;
    }
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not to be run by this user.
    return false;
  }
}
