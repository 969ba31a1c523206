import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  isSameProcess,
  ownPid,
  placedMark,
  processMark,
  processPlace,
  whereIs,
} from '../../../src/core/platform/process-identity.js';

describe('the mark of a process', () => {
  it('tells this process, and not another one of its number', async () => {
    const mark = await processMark(ownPid);
    expect(await isSameProcess(ownPid, mark)).toBe(true);
    expect(await isSameProcess(ownPid, `${mark}0`)).toBe(false);
  });

  it('means one process in one place alone, which is named alike each time', async () => {
    expect(await processPlace()).toBe(await processPlace());
    expect((await processPlace()).length).toBeGreaterThan(3);
  });

  it('says nothing of a process of another container or machine, and knows that none outlives a restart', async () => {
    const mark = (await placedMark(ownPid)) ?? '';
    const [boot, space, host, began] = mark.split(/[ /]/);
    // Where the system does not tell its start and the namespace, a number is all that there is.
    if (began === undefined) return;
    const places = [
      [mark, 'here'],
      [`${boot} ${space}0 ${host}/${began}`, 'elsewhere'],
      [`${boot} ${space}0 other/${began}`, 'elsewhere'],
      [`${boot}0 ${space} other/${began}`, 'elsewhere'],
      [`${boot}0 ${space} ${host}/${began}`, 'gone'],
      // As it was written before the place was: by the start alone.
      [began, 'here'],
      [`${began}0`, 'gone'],
    ] as const;
    for (const [given, where] of places) expect([given, await whereIs(ownPid, given)]).toEqual([given, where]);
    expect(await whereIs(2 ** 22 + 1, `${boot} ${space}0 ${host}/1`)).toBe('elsewhere');
    expect(await isSameProcess(ownPid, mark)).toBe(true);
  });

  it('is taken for the same where the system does not tell when it began, so that nothing is taken from it', async () => {
    const mark = await placedMark(ownPid);
    const untold = () => Promise.resolve('untold' as const);
    expect(await whereIs(ownPid, mark, untold)).toBe('here');
    expect(await whereIs(2 ** 22 + 1, mark, untold)).toBe('gone');
  });

  it('tells a real process of another namespace from one that has ended', async () => {
    const script = 'echo $$ $(cat /proc/sys/kernel/random/boot_id) $(readlink /proc/self/ns/pid); exec cat';
    const other = spawn('unshare', ['--pid', '--fork', '--mount-proc', 'sh', '-c', script], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const line = await Promise.race([
      once(other.stdout, 'data').then(([data]) => String(data)),
      Promise.race([once(other, 'error'), once(other, 'close')]).then(() => null),
    ]);
    // Not everybody may make a namespace.
    if (line === null) return;
    const [pid = '', ...place] = line.trim().split(' ');
    const mark = `${place.join(' ')} ${encodeURIComponent(hostname())}/1`;
    expect([pid, await whereIs(Number(pid), mark)]).toEqual(['1', 'elsewhere']);
    other.stdin.end();
    await once(other, 'close');
  });

  it('ends with the process, also before its parent has noticed', async () => {
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
