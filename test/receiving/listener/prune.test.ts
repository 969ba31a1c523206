import { expect, it } from 'vitest';
import { fingerprint, type ListenerState, writeListener } from '../../../src/listen/endpoint/state.js';
import { identityAt } from '../../../src/client/emulator-proof.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { fresh } from '../../support/shared.js';

const at = fresh(newEmulatorMachine);

it('removes what a dead listener held at the data of this emulator, and nothing of another one at its address', async () => {
  const urls = ['https://hooks.example.com/own', 'https://hooks.example.com/other'];
  const register = async (url: string): Promise<string> => {
    const flags = ['--event', 'envelope.sent', '--secret-file', `${url.slice(-3)}.secret`, '-q'];
    return (await at.ok(['webhook', 'register', '--url', url, ...flags])).stdout.trim();
  };
  const made = [await register(urls[0] ?? ''), await register(urls[1] ?? '')];
  const identity = (await identityAt(at.emulator.url, new AbortController().signal)) ?? '';
  const record = (digit: string, baseUrl: string, id = '', url = ''): ListenerState => ({
    id: digit.repeat(12),
    listener: 'l',
    baseUrl,
    account: fingerprint(at.organisation.liveKey),
    profile: 'local',
    pid: 4_000_000,
    started: null,
    createdAt: '2026-03-02T08:00:00.000Z',
    keep: false,
    token: digit.repeat(32),
    port: 1,
    provider: 'none',
    forwardTo: null,
    endpoints: [{ id, url, secrets: [] }],
    localSecret: null,
  });
  const stateDir = at.machine.env['ESIGN_STATE_DIR'] ?? '';
  await writeListener(stateDir, record('a', identity, made[0], urls[0]));
  await writeListener(stateDir, record('b', at.emulator.url, made[1], urls[1]));
  expect((await at.ok(['listen', '--prune', '--json'])).json()).toEqual({ removed: 1, left: [] });
  expect((await at.ok(['webhook', 'list', '-q'])).stdout).toBe(`${made[1]}\n`);
});
