import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareTemporaryFolder } from './temporary-folder.js';

/**
 * Builds the program once before any test: the acceptance tests run it, and the emulator's worker is a built file. What
 * it answers removes the folder of the tests' own files.
 */
export default function buildOnce(): () => void {
  const remove = prepareTemporaryFolder();
  if (process.env['ESIGN_TEST_BUILT'] === '1') return remove;
  const script = fileURLToPath(new URL('../../../bin/build/build.mjs', import.meta.url));
  const build = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`the build failed:\n${build.stdout}${build.stderr}`);
  return remove;
}
