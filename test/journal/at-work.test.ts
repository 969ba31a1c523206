import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isAtWork } from '../../src/journal/at-work.js';
import type { RecordedRequest } from '../../src/journal/entry.js';

const at = '2026-12-01T08:00:00.000Z';
const now = Date.parse(at) + 1_000;
const request = (pid: number | undefined, settled?: RecordedRequest['settled']): RecordedRequest => ({
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
  settled,
});

it('is at work while its process lives and nothing is settled', () => {
  expect(isAtWork(request(process.pid), now)).toBe(true);
  const ended = { at, status: 200, code: undefined, resource: undefined, unknown: false, attempts: 1 };
  expect(isAtWork(request(process.pid, ended), now)).toBe(false);
});

it('is not at work when its process has ended, is not known, or was something else', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  expect(isAtWork(request(pid), now)).toBe(false);
  for (const odd of [undefined, 0, -1, 1.5, Number.NaN]) expect(isAtWork(request(odd), now)).toBe(false);
});

it('is not at work for ever: a process of that number is another one by then', () => {
  expect(isAtWork(request(process.pid), now + 60 * 60 * 1000)).toBe(false);
});
