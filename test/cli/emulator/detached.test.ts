import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { Stopped } from '../../../src/cli/failure/failure.js';
import type { Output } from '../../../src/core/terminal/output.js';
import { builtProgram } from '../../support/built.js';
import { readFailure, readReady, startDetached } from '../../../src/cli/emulator/detached.js';

const ready = {
  type: 'ready',
  url: 'http://127.0.0.1:4010',
  live_key: 'sk_live_1',
  test_key: 'sk_test_1',
  profile: 'local',
  data: '/tmp/data',
  pid: 4711,
};
const line = `${JSON.stringify(ready)}\n`;

it('finds the line that says that the emulator is ready, also behind one of something else', () => {
  expect(readReady(line)).toEqual(ready);
  expect(readReady(`Debugger attached.\n{"type":"other"}\n${line}`)).toEqual(ready);
});

it('waits for the whole line', () => {
  expect(readReady('')).toBeUndefined();
  expect(readReady(line.trimEnd())).toBeUndefined();
  expect(readReady('{"type":"ready"}\n')).toBeUndefined();
});

it('reads the failure that an emulator ended with, and none in other words', () => {
  const error = { code: 'port_taken', message: 'Port 4010 is taken.', hint: null, exit_code: 1 };
  expect(readFailure(`a warning\n${JSON.stringify({ error })}\n`)).toMatchObject({ code: 'port_taken', exitCode: 1 });
  for (const other of ['', 'Killed', '{"error":null}', '{"error":{"code":"x"}}']) expect(readFailure(other)).toBeNull();
});

const program = builtProgram();
afterAll(async () => {
  vi.unstubAllEnvs();
  await program.remove();
});

/** A seed file of drafts. */
function seedOf(drafts: number): string {
  const seedFile = join(program.folder, `${drafts}.yaml`);
  const draft = '{ template: Lease, recipients: [{ role: Tenant, name: T, email: t@example.test }] }';
  const lease = '{ name: Lease, fields: [{ type: signature, role: Tenant }] }';
  const all = Array.from({ length: drafts }, () => draft).join(', ');
  writeFileSync(seedFile, `version: 1\ntemplates: [${lease}]\nenvelopes: [${all}]\n`);
  return seedFile;
}

it('stops what it started when it is stopped while a seed file loads, which leaves nothing for the next start', async () => {
  for (const name of ['ESIGN_CONFIG_DIR', 'ESIGN_STATE_DIR']) vi.stubEnv(name, program.env[name]);
  const stopping = new AbortController();
  let stoppedAt = Infinity;
  const update = (): void => {
    stoppedAt = Math.min(stoppedAt, Date.now());
    stopping.abort(new Stopped(143, 'SIGTERM'));
  };
  const output = { progress: () => ({ update, stop: () => undefined }) } as unknown as Output;
  const context = { signal: stopping.signal, output };
  const start = { profile: 'cut', folder: join(program.folder, 'cut'), port: 0 };
  await expect(startDetached(context, { ...start, seedFile: seedOf(600) })).rejects.toThrow('Interrupted.');
  expect(Date.now() - stoppedAt).toBeLessThan(4_000);
  const later = await startDetached({ ...context, signal: new AbortController().signal }, start);
  expect(later).toMatchObject({ seed_cut_off: true });
  process.kill(Number(later['pid']));
});

it('says that it waited too short a time, but waits for a seed file as long as its load takes, and how far it is', async () => {
  for (const name of ['ESIGN_CONFIG_DIR', 'ESIGN_STATE_DIR']) vi.stubEnv(name, program.env[name]);
  const told: string[] = [];
  const progress = { update: (text: string) => told.push(text), stop: () => told.push('stopped') };
  const output = { progress: () => progress } as unknown as Output;
  const context = { signal: new AbortController().signal, output };
  const start = { profile: 'local', folder: join(program.folder, 'data'), port: 0 };
  await expect(startDetached(context, start, 1)).rejects.toThrow('did not start: it was not ready within 0.001 s.');
  expect(await startDetached(context, { ...start, seedFile: seedOf(51) }, 1)).toMatchObject({
    seeded: { envelopes: { 51: expect.any(String) } },
  });
  expect(told).toEqual(['Loading the seed file: 50 of 51 envelopes', 'stopped']);
});
