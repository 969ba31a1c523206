import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Context } from '../context/context.js';
import { UsageFailure } from '../failure/failure.js';

/**
 * Refuses a file, new or not, to which a link leads out of a folder: a project of somebody else may bring links along.
 * Throws UsageFailure.
 */
export async function refuseWayOut(context: Context, file: string, folder: string): Promise<void> {
  const [root, real] = [await realOf(folder), await realOf(context.files.resolve(file))];
  if (real.startsWith(root === sep ? sep : `${root}${sep}`)) return;
  throw new UsageFailure(`${file} leads out of ${folder === context.machine.cwd ? 'this folder' : root}.`, {
    code: 'link_refused',
    hint: 'Replace the link with a file or folder of this project. Nothing was written.',
  });
}

/** Also of what does not exist yet. */
const realOf = (path: string): Promise<string> =>
  realpath(path).catch(async () => (dirname(path) === path ? path : join(await realOf(dirname(path)), basename(path))));
