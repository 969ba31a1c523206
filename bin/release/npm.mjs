import { execFileSync } from 'node:child_process';

/** Runs npm in a folder and returns its output. It is a script on Windows, which only a shell can start. */
export function npm(cwd, ...words) {
  const isWindows = process.platform === 'win32';
  return execFileSync('npm', isWindows ? words.map((word) => `"${word}"`) : words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: isWindows,
  });
}
