// Another commit, built in a folder of its own, to be compared with the one at hand.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the built commit. Its packages are the ones at hand, unless its lock file names others. */
export function buildCommit(commit, root, folder) {
  const target = join(folder, 'against');
  mkdirSync(target);
  const files = execFileSync('git', ['archive', `${commit}^{commit}`], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', target], { input: files });
  const lock = (of) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(target) === lock(root)) symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: target, stdio: 'ignore' });
  // Its own script: older commits build in another place.
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] });
  return target;
}
