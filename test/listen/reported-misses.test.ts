import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenFolder, machineMark } from '../../src/listen/state.js';
import { readReportedMisses, writeReportedMisses } from '../../src/listen/reported-misses.js';

let stateDir: string;
beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'esign-told-'));
  await machineMark(stateDir);
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

it('remembers what was named for one forwarding, the latest of it, for the owner alone', async () => {
  expect([...(await readReportedMisses(stateDir, 'one'))]).toEqual([]);
  const keys = Array.from({ length: 2_500 }, (_, index) => `e${index} envelope.sent `);
  await writeReportedMisses(stateDir, 'one', keys);
  expect([...(await readReportedMisses(stateDir, 'one'))]).toEqual(keys.slice(-2_000));
  expect([...(await readReportedMisses(stateDir, 'other'))]).toEqual([]);
  expect(statSync(join(listenFolder(stateDir), 'told-one.txt')).mode & 0o777).toBe(0o600);
});
