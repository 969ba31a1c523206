import { compiledFolders, isTrusted } from '../../core/launcher/trusted.js';
import { type Finding, finding, type DoctorContext } from './finding.js';
import { ownUid } from '../../core/platform/own-uid.js';

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
