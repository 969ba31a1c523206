import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { type MeddlingProxy, startMeddlingProxy } from '../../support/network/meddling-proxy.js';
import { Sqlite } from '../../../src/core/platform/sqlite.js';

let at: EmulatorMachine;
let proxy: MeddlingProxy;
let env: Record<string, string>;
beforeAll(async () => {
  at = await newEmulatorMachine();
  proxy = await startMeddlingProxy(at.emulator.url);
  env = { ...at.live(), ESIGN_BASE_URL: proxy.url };
  const words = [
    'envelope',
    'create',
    '--template',
    await at.template(),
    ...people,
    '--value',
    '.rental.amount=9500.00',
  ];
  await at.ok([...words, '--send', '--yes'], { env });
});
afterAll(async () => {
  await proxy.close();
  await at.close();
});

it('says what is wrong and stays: an error of the service, a page of another server, records that cannot be read', async () => {
  const clock = {
    now: () => Date.now(),
    sleep: (_ms: number, signal?: AbortSignal) => pause(20, undefined, { signal }),
  };
  const { terminal, ended } = at.machine.start(['envelope', 'desk'], { env, clock, terminal: true, columns: 100 });
  let read = 0;
  const shows = async (words: RegExp): Promise<void> => {
    await expect.poll(() => terminal.stdout().slice(read), { interval: 20 }).toMatch(words);
    read = terminal.stdout().length;
  };
  /** Reads the selected envelope now; after a failure, all of them. */
  const readAgain = (): void => terminal.type('r');
  await shows(/Read \d+s ago/);

  const body = JSON.stringify({ error: { code: 'internal_error', message: 'The database is full.' } });
  proxy.instead({ status: 500, type: 'application/json', body });
  readAgain();
  await shows(/Errors from the service since [\s\S]*The database is full\./);
  proxy.instead({ status: 200, type: 'text/html', body: '<h1>Welcome to the hotel</h1>' });
  readAgain();
  await shows(/response is not valid JSON/);
  proxy.instead(null);
  readAgain();
  await shows(/Read \d+s ago/);

  const records = new Sqlite(join(at.machine.env['ESIGN_STATE_DIR'] ?? '', 'state.db'), 1_000);
  records.script('ALTER TABLE envelopes RENAME TO lost');
  proxy.instead({ status: 500, type: 'application/json', body });
  readAgain();
  await shows(/Errors from the service/);
  proxy.instead(null);
  readAgain();
  await shows(/Cannot read the local records since [\s\S]*request journal/);
  records.script('ALTER TABLE lost RENAME TO envelopes');
  readAgain();
  await shows(/Read \d+s ago/);
  terminal.type('q');
  expect((await ended).code).toBe(0);
});
