import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the program once before any test: the acceptance tests run it, and the emulator's worker is a built file. */
export default function buildOnce(): void {
  if (process.env['ESIGN_TEST_BUILT'] === '1') return;
  const script = fileURLToPath(new URL('../../bin/build/build.mjs', import.meta.url));
  const build = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`the build failed:\n${build.stdout}${build.stderr}`);
}
