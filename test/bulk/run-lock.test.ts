import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid, ppid } from 'node:process';
import { afterAll, expect, it } from 'vitest';
import { type Holder, maxSilenceMs, thisProcess, writeHolder } from '../../src/bulk/lock-holder.js';
import { lockRun, type RunLock } from '../../src/bulk/run-lock.js';
import { processMark } from '../../src/platform/process-identity.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** A results file of its own, whose lock names the process; `age` in milliseconds since the last sign of life. */
function lockedBy(holder: Holder | string, age = 0): string {
  const path = join(folder, `${(count += 1)}.ndjson`);
  writeFileSync(`${path}.lock`, typeof holder === 'string' ? holder : writeHolder(holder));
  const at = Date.now() - age;
  utimesSync(`${path}.lock`, at / 1000, at / 1000);
  return path;
}
/** The process that started this one, as it would name itself. */
const parent = async (changes: Partial<Holder> = {}): Promise<Holder> => ({
  ...(await thisProcess()),
  pid: ppid,
  began: await processMark(ppid),
  ...changes,
});
async function taken(path: string, every?: number): Promise<RunLock> {
  const lock = await lockRun(path, path, every);
  if ('heldBy' in lock) throw new Error(`held by ${JSON.stringify(lock.heldBy)}`);
  return lock;
}
const holderOf = (path: string): Holder => JSON.parse(readFileSync(`${path}.lock`, 'utf8')) as Holder;
/** Looks every few milliseconds, for 20 seconds at most. */
async function until(fact: () => boolean): Promise<void> {
  for (let tried = 0; tried < 2_000 && !fact(); tried += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(fact()).toBe(true);
}

it('names the process that works on the file, and leaves nothing behind', async () => {
  const path = join(folder, 'a.ndjson');
  const lock = await taken(path);
  expect(holderOf(path)).toMatchObject({ pid, began: await processMark(pid) });
  expect(readdirSync(folder).filter((name) => name.startsWith('a.'))).toEqual(['a.ndjson.lock']);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

it('is not to be had while another process is there, however long it was silent', async () => {
  const path = lockedBy(await parent(), 10 * maxSilenceMs);
  expect(await lockRun(path, path)).toEqual({ heldBy: { pid: ppid, host: null } });
  expect(holderOf(path).pid).toBe(ppid);
});

it('is not to be had twice by one process', async () => {
  const path = join(folder, 'twice.ndjson');
  const lock = await taken(path);
  expect(await lockRun(path, path)).toEqual({ heldBy: { pid, host: null } });
  await lock.release();
});

it('is taken over at once from a process that is gone', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  const path = lockedBy(await parent({ pid: child.pid ?? 0 }));
  const lock = await taken(path);
  expect(holderOf(path).pid).toBe(pid);
  await lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

it('is taken over at once when the number of its process belongs to another one by now', async () => {
  const path = lockedBy(await parent({ began: '1' }));
  await (await taken(path)).release();
  // In a container the next process often has the very number of the last one.
  const own = lockedBy({ ...(await thisProcess()), began: '1' });
  await (await taken(own)).release();
});

it.each([
  ['of another machine', { pid: 2 ** 30, place: 'elsewhere', host: 'ci-2' }, { pid: 2 ** 30, host: 'ci-2' }],
  ['with a number that is a process here too', { place: 'elsewhere', host: 'ci-2' }, { pid: ppid, host: 'ci-2' }],
  ['with a hostile name', { place: 'elsewhere', host: '\u001b[31mx' }, { pid: ppid, host: 'another machine' }],
])('is held by a process %s as long as it gives signs of life, and no longer', async (_kind, changes, heldBy) => {
  const holder = await parent(changes);
  const path = lockedBy(holder, maxSilenceMs / 2);
  expect(await lockRun(path, path)).toEqual({ heldBy });
  const silent = lockedBy(holder, maxSilenceMs + 5_000);
  await (await taken(silent)).release();
});

it.each(['', `${ppid}\n`, '{}'])('without a holder (%j) is held only while it is new', async (text) => {
  const path = lockedBy(text);
  expect(await lockRun(path, path)).toEqual({ heldBy: { pid: null, host: null } });
  const silent = lockedBy(text, maxSilenceMs + 5_000);
  await (await taken(silent)).release();
});

it('gives signs of life while it is held', async () => {
  const path = join(folder, 'living.ndjson');
  const lock = await taken(path, 10);
  utimesSync(`${path}.lock`, 1, 1);
  await until(() => statSync(`${path}.lock`).mtimeMs > 1_000);
  expect(lock.lost.aborted).toBe(false);
  await lock.release();
});

it('tells its process when somebody else has it, and leaves theirs alone', async () => {
  const path = join(folder, 'lost.ndjson');
  const lock = await taken(path, 10);
  const theirs = writeHolder(await parent());
  writeFileSync(`${path}.theirs`, theirs);
  renameSync(`${path}.theirs`, `${path}.lock`);
  await until(() => lock.lost.aborted);
  await lock.release();
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(theirs);
});
