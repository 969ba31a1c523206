import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isSameProcess, ownPid, processMark } from '../../../src/commands/emulator/process-mark.js';

describe('the mark of a process', () => {
  it('tells this process, and not another one of its number', async () => {
    const mark = await processMark(ownPid);
    expect(await isSameProcess(ownPid, mark)).toBe(true);
    expect(await isSameProcess(ownPid, `${mark}0`)).toBe(false);
  });

  it('is gone with the process, also while nobody has noticed its end', async () => {
    // The shell becomes a program that never looks after its child, which ends at once.
    const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$; read go" & exec cat'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString().trim());
    const mark = await processMark(pid);
    // Without a terminal, what runs in the background reads nothing and ends.
    expect(await gone(pid, mark ?? 'gone before')).toBe(true);
    parent.stdin.end();
    await once(parent, 'close');
  });
});

async function gone(pid: number, mark: string): Promise<boolean> {
  for (let tried = 0; tried < 200; tried += 1) {
    if (!(await isSameProcess(pid, mark))) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
