// What an executable for another system than this one needs: its Node, and the packages that are native there. npm
// fetches both, in the versions and with the checksums of the lock files.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../release/npm.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Systems that can be built for on a Linux. macOS runs what was signed there alone, so each Mac builds its own; Windows
 * on ARM runs the one for x64, and the database of the emulator has no build for it.
 */
export const foreignSystems = ['linux-x64', 'linux-arm64', 'win32-x64'];

/**
 * Fetches them into a folder: `node` goes into the executable, `maker` is the same version for this system, and `home`
 * has the packages of the program.
 */
export function fetchSystem(system, folder) {
  const home = fetched(join(folder, 'program'), root, system, '--omit=dev');
  const nodes = join(root, 'bin', 'release', 'nodes');
  const nodeOf = (name) => {
    const [os, cpu] = name.split('-');
    const at = fetched(join(folder, `node-${name}`), nodes, name);
    const isWindows = os === 'win32';
    const program = isWindows ? 'node.exe' : 'node';
    return join(at, 'node_modules', `node-${isWindows ? 'win' : os}-${cpu}`, 'bin', program);
  };
  return { home, node: nodeOf(system), maker: nodeOf(`${process.platform}-${process.arch}`) };
}

function fetched(folder, from, system, ...words) {
  const [os, cpu] = system.split('-');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(from, name), join(folder, name));
  const libc = os === 'linux' ? ['--libc=glibc'] : [];
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  npm(folder, 'ci', ...quiet, `--os=${os}`, `--cpu=${cpu}`, ...libc, ...words);
  return folder;
}
