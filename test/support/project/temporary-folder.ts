import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Bytes; a run needs a fraction of it. */
const enough = 4 * 1024 ** 3;
const prefix = `esign-tests-${userInfo().uid}-`;

/**
 * Where the tests of this run keep their files: in memory where there is plenty of it, because a commit that waits for
 * a disk takes twice the processor time and ten times as long. What a killed process leaves behind is the same in both.
 * With TMPDIR, they are kept there.
 */
export function temporaryFolder(): string {
  return process.env['TMPDIR'] === undefined && hasMemory() ? join(memory, `${prefix}${process.pid}`) : tmpdir();
}

/** Creates the folder, and removes those of runs that were killed; the answer removes it again. */
export function prepareTemporaryFolder(): () => void {
  const folder = temporaryFolder();
  if (!folder.startsWith(`${memory}/${prefix}`)) return () => undefined;
  for (const name of readdirSync(memory).filter((each) => each.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) rmSync(join(memory, name), { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true });
  // As in /tmp: some tests run programs as another user.
  chmodSync(folder, 0o1777);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Tests run programs that they wrote into a folder, so one mounted `noexec` is of no use. */
function hasMemory(): boolean {
  try {
    const mounted = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const [, , kind, options = ''] = mounted.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(memory);
    return kind === 'tmpfs' && !options.split(',').includes('noexec') && bavail * bsize >= enough;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
