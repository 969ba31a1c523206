import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { shareEmulator } from '../../../src/cli/dev/services.js';
import { ownPid, placedMark } from '../../../src/core/platform/process-identity.js';

const root = mkdtempSync(join(tmpdir(), 'esign-shared-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function running(): { readonly pid: number; readonly kill: () => Promise<void> } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

it('is stopped by the last who leaves, if one of them has started it', async () => {
  const folder = join(root, 'dev');
  const emulator = { pid: ownPid, started: await placedMark(ownPid) };
  const [one, two, killed] = [running(), running(), running()];
  const first = await shareEmulator(folder, emulator, { isOurs: true, origins: [], pid: one.pid });
  const second = await shareEmulator(folder, emulator, { isOurs: false, origins: [], pid: two.pid });
  await shareEmulator(folder, emulator, { isOurs: false, origins: [], pid: killed.pid });
  await killed.kill();
  expect((await first.leave()).next).toBe('others');
  expect((await second.leave()).next).toBe('stop');
  expect(readdirSync(folder)).toEqual([]);

  const joined = await shareEmulator(folder, emulator, { isOurs: false, origins: [], pid: two.pid });
  expect((await joined.leave()).next).toBe('kept');
});

it('names the origins that nobody needs any more, also of a user who was killed', async () => {
  const folder = join(root, 'origins');
  const emulator = { pid: ownPid, started: await placedMark(ownPid) };
  const [one, two, killed] = [running(), running(), running()];
  const share = (pid: number, ...origins: readonly string[]) =>
    shareEmulator(folder, emulator, { isOurs: false, origins, pid });
  const first = await share(one.pid, 'http://127.0.0.1:3000', 'http://127.0.0.1:5173');
  await share(killed.pid, 'http://127.0.0.1:9000');
  await killed.kill();
  const second = await share(two.pid, 'http://127.0.0.1:3000');
  expect([first.leftOrigins, second.leftOrigins]).toEqual([[], ['http://127.0.0.1:9000']]);
  expect((await first.leave()).origins).toEqual(['http://127.0.0.1:5173']);
  expect((await second.leave()).origins).toEqual(['http://127.0.0.1:3000']);
});
