import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isSameProcess, lifeOf, ownPid, processMark, processPlace } from '../../src/journal/process-mark.js';

describe('the mark of a process', () => {
  it('tells this process, and not another one of its number', async () => {
    const mark = await processMark(ownPid);
    expect(await isSameProcess(ownPid, mark)).toBe(true);
    expect(await isSameProcess(ownPid, `${mark}0`)).toBe(false);
  });

  it('tells the life of a process, and says so where nobody tells', async () => {
    const mark = await processMark(ownPid);
    expect(await lifeOf(ownPid, mark)).toBe('alive');
    expect(await lifeOf(ownPid, `${mark}0`)).toBe('ended');
    expect(await lifeOf(ownPid, null)).toBe('untold');
    for (const none of [0, -1, 1.5, 2 ** 30]) expect(await lifeOf(none, null)).toBe('ended');
  });

  it('means one process in one place alone, which is named alike each time', async () => {
    expect(await processPlace()).toBe(await processPlace());
    expect((await processPlace()).length).toBeGreaterThan(3);
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
