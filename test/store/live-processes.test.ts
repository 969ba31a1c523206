import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { isRunning } from '../../src/store/live-processes.js';
import type { RecordedRequest } from '../../src/store/entry.js';
import { placedMark, processPlace } from '../../src/core/platform/process-identity.js';

const at = '2026-12-01T08:00:00.000Z';
const now = Date.parse(at) + 1_000;
const own = await placedMark(process.pid);
const request = (
  pid: number | undefined,
  { mark = own ?? undefined, settled }: Partial<Pick<RecordedRequest, 'mark' | 'settled'>> = {},
): RecordedRequest => ({
  id: 'a',
  at,
  operation: 'sendEnvelope',
  method: 'POST',
  path: '/',
  key: 'k',
  fingerprint: 'f',
  host: 'h',
  profile: undefined,
  pid,
  mark,
  settled,
});

it('is running while its process lives and nothing is settled', async () => {
  expect(await isRunning(request(process.pid), now)).toBe(true);
  const settled = { at, status: 200, code: undefined, resource: undefined, unknown: false, attempts: 1 };
  expect(await isRunning(request(process.pid, { settled }), now)).toBe(false);
});

it('is not running when its process has ended, is unknown, or was something else', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  expect(await isRunning(request(pid), now)).toBe(false);
  expect(await isRunning(request(process.pid, { mark: `${own}0` }), now)).toBe(false);
  for (const odd of [undefined, 0, -1, 1.5, Number.NaN]) expect(await isRunning(request(odd), now)).toBe(false);
});

it('is not running here when it was in another container or before a restart of the machine', async () => {
  const [boot = '', container = ''] = (await processPlace()).split(' ');
  const began = own?.slice(own.lastIndexOf('/') + 1);
  const host = encodeURIComponent(hostname());
  for (const place of [`${boot} ${container}0 ${host}`, `00000000-0000 ${container} ${host}`]) {
    expect(await isRunning(request(process.pid, { mark: `${place}/${began}` }), now)).toBe(false);
  }
});

it('is not running without end, nor with a start in the future', async () => {
  expect(await isRunning(request(process.pid), now + 60 * 60 * 1000)).toBe(false);
  expect(await isRunning(request(process.pid), now - 60 * 60 * 1000)).toBe(false);
});

it('has of an earlier version only the number, which is never that of the reader', async () => {
  const bare = (pid: number): RecordedRequest => {
    const { mark: _mark, ...rest } = request(pid);
    return rest;
  };
  expect(await isRunning(bare(process.ppid), now)).toBe(true);
  expect(await isRunning(bare(process.pid), now)).toBe(false);
});
