import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { pid, ppid } from 'node:process';
import { beforeEach, expect, it } from 'vitest';
import { placedMark } from '../../src/core/platform/process-identity.js';
import { lockRun, maxSilenceMs, type RunLock } from '../../src/store/run-locks.js';
import { openState, type State } from '../../src/store/state.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);
let state: State;
beforeEach(() => {
  state = openState(folder.path);
});

const start = Date.parse('2026-12-01T08:00:00Z');
const now = (): number => start;
const run = { key: '["march"]', generation: 1, part: { index: 0, of: 0 } };
interface Holder {
  readonly pid: number;
  readonly mark: string | null;
  readonly host: string;
  readonly renewed_at: number;
}
const holder = (): Holder | undefined =>
  state.read((sql) => sql.get<Holder>('SELECT pid, mark, host, renewed_at FROM run_locks'), undefined);
async function taken(every?: number): Promise<RunLock> {
  const lock = await lockRun(state, run, { now, ...(every === undefined ? {} : { every }) });
  if ('heldBy' in lock) throw new Error(`held by ${JSON.stringify(lock.heldBy)}`);
  return lock;
}
/** The lock of another process; by default of the one that started this one. */
async function lockedBy(changes: Partial<Holder> = {}, silence = 0): Promise<void> {
  const lock = await taken();
  const parent = { pid: ppid, mark: await placedMark(ppid), host: hostname(), ...changes };
  state.write((sql) =>
    sql.run(
      'UPDATE run_locks SET pid = ?, mark = ?, host = ?, renewed_at = ?',
      parent.pid,
      parent.mark,
      parent.host,
      start - silence,
    ),
  );
  // Not any more this process's own.
  lock.release();
}
const heldBy = async () => {
  const lock = await lockRun(state, run, { now });
  if (!('heldBy' in lock)) lock.release();
  return 'heldBy' in lock ? lock.heldBy : null;
};
const elsewhere = 'other-boot pid:[1] ci-2/7';

it('names the process that works on the run, and leaves nothing behind', async () => {
  const lock = await taken();
  expect(holder()).toEqual({ pid, mark: await placedMark(pid), host: hostname(), renewed_at: start });
  lock.release();
  expect(holder()).toBeUndefined();
});

it('is not to be had while another process is there, however long it was silent', async () => {
  await lockedBy({}, 10 * maxSilenceMs);
  expect([await heldBy(), holder()?.pid]).toEqual([{ pid: ppid, host: null }, ppid]);
});

it('is not to be had twice by one process, but each part and each generation by itself', async () => {
  const lock = await taken();
  expect(await heldBy()).toEqual({ pid, host: null });
  for (const other of [
    { ...run, generation: 2 },
    { ...run, part: { index: 1, of: 2 } },
    { ...run, key: '["april"]' },
  ]) {
    expect('heldBy' in (await lockRun(state, other, { now }))).toBe(false);
  }
  lock.release();
});

it('is taken over at once from a process that is gone', async () => {
  const child = spawn('true');
  const ended = once(child, 'exit');
  const mark = await placedMark(child.pid ?? 0);
  await ended;
  await lockedBy({ pid: child.pid ?? 0, mark });
  const lock = await taken();
  expect(holder()?.pid).toBe(pid);
  lock.release();
});

it('is taken over at once when the number of its process belongs to another one by now', async () => {
  const before = (mark: string | null): string => `${mark?.slice(0, mark.lastIndexOf('/') + 1)}1`;
  await lockedBy({ mark: before(await placedMark(ppid)) });
  expect(await heldBy()).toBeNull();
  // In a container the next process often has the very number of the last one.
  await lockedBy({ pid, mark: before(await placedMark(pid)) });
  expect(await heldBy()).toBeNull();
});

it.each([
  ['of another machine', { pid: 2 ** 30, mark: elsewhere, host: 'ci-2' }, { pid: 2 ** 30, host: 'ci-2' }],
  ['of another machine that tells no place', { mark: '7', host: 'ci-2' }, { pid: ppid, host: 'ci-2' }],
  ['with a hostile name', { mark: elsewhere, host: '\u001b[31mx' }, { pid: ppid, host: 'another machine' }],
])('is held by a process %s as long as it renews it, and no longer', async (_kind, changes, expected) => {
  await lockedBy(changes, maxSilenceMs - 1);
  expect(await heldBy()).toEqual(expected);
  state.write((sql) => sql.run('UPDATE run_locks SET renewed_at = ?', start - maxSilenceMs));
  expect(await heldBy()).toBeNull();
});

it('is free as well when a clock that was set back says that it will be renewed', async () => {
  await lockedBy({ pid: 2 ** 30, mark: elsewhere, host: 'ci-2' }, -maxSilenceMs);
  expect(await heldBy()).toBeNull();
});

it('is renewed while it is held', async () => {
  const lock = await taken(5);
  state.write((sql) => sql.run('UPDATE run_locks SET renewed_at = 1'));
  await expect.poll(() => holder()?.renewed_at).toBe(start);
  expect(lock.lost.aborted).toBe(false);
  lock.release();
});

it('tells its process when somebody else has it, and leaves theirs alone', async () => {
  const lock = await taken(5);
  state.write((sql) => sql.run('UPDATE run_locks SET pid = ?', ppid));
  await expect.poll(() => lock.lost.aborted).toBe(true);
  lock.release();
  expect(holder()?.pid).toBe(ppid);
});
