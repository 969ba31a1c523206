import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid, ppid } from 'node:process';
import { afterAll, expect, it } from 'vitest';
import { lockResults } from '../../src/bulk/results-lock.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names the process that works on the file, and leaves nothing behind', async () => {
  const path = join(folder, 'a.ndjson');
  const lock = await lockResults(path, path);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(`${pid}\n`);
  expect(readdirSync(folder)).toEqual(['a.ndjson.lock']);
  if ('release' in lock) await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

it('is not to be had while another process is there', async () => {
  const path = join(folder, 'b.ndjson');
  writeFileSync(`${path}.lock`, `${ppid}\n`);
  expect(await lockResults(path, path)).toEqual({ heldBy: ppid });
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(`${ppid}\n`);
});

it.each(['gone', 'torn'])('is taken over from a process that is %s', async (kind) => {
  const path = join(folder, `${kind}.ndjson`);
  const child = spawn('true');
  await once(child, 'exit');
  writeFileSync(`${path}.lock`, kind === 'gone' ? `${child.pid}\n` : '');
  const lock = await lockResults(path, path);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(`${pid}\n`);
  if ('release' in lock) await lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
});
