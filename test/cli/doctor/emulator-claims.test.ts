import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readProfiles } from '../../../src/core/config/profiles.js';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import { see } from '../../support/program/doctor.js';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import { type FakeService, startFakeService } from '../../support/fake-service.js';

let at: EmulatorMachine;
let other: FakeService;
beforeEach(async () => {
  at = await newEmulatorMachine();
  other = await startFakeService({ proves: true });
});
afterEach(async () => {
  await at.close();
  await other.close();
});
const add = (name: string, url: string): Promise<unknown> =>
  saveProfile(at.machine.env['ESIGN_CONFIG_DIR'] ?? '', name, { base_url: url, emulator: true, secrets: {} }, 'file');
const flagged = async () => {
  const { checks } = see(await at.run(['doctor', '--json', '--profile', 'local']));
  return checks.filter(({ check }) => check === 'emulator_profiles').map(({ state, found }) => ({ state, found }));
};

it('reports nothing about an emulator that proves itself, nor about a stopped one', async () => {
  await add('stopped', 'http://127.0.0.1:9');
  expect(await flagged()).toEqual([]);
});

it('warns of a profile that is marked as an emulator and reaches another address, or does not prove it', async () => {
  await add('elsewhere', 'https://api.example.test');
  await add('tunnel', other.url);
  expect(await flagged()).toEqual([
    {
      state: 'warning',
      found:
        'The profile elsewhere is marked as an emulator, but https://api.example.test is not an address on this ' +
        'machine over plain HTTP.',
    },
    {
      state: 'warning',
      found: `The profile tunnel is marked as an emulator, but the server at ${other.url} cannot prove it.`,
    },
  ]);
});

it('finds the profiles of deleted projects, and removes them with their keys, but no data, and none of a disk that is not there', async () => {
  const { env, folder } = at.machine;
  const configDir = env['ESIGN_CONFIG_DIR'] ?? '';
  const data = join(env['ESIGN_STATE_DIR'] ?? '', 'emulator-local-gone-11111111-data');
  const project = async (name: string, root: string): Promise<void> => {
    const profile = { base_url: 'http://127.0.0.1:9', emulator: true, project: root, secrets: { live: 'acme_live_x' } };
    await saveProfile(configDir, name, profile, 'file');
  };
  await mkdir(data, { recursive: true });
  await mkdir(join(folder, 'kept'));
  await project('local-gone-11111111', join(folder, 'gone'));
  await project('local-kept-22222222', join(folder, 'kept'));
  await project('local-away-33333333', join(folder, 'disk', 'away'));
  const found = async (...more: readonly string[]) => {
    const { checks } = see(await at.run(['doctor', '--json', '--profile', 'local', ...more]));
    return checks.filter(({ check }) => check === 'projects');
  };
  const named = `local-gone-11111111 (${join(folder, 'gone')})`;
  expect(await found()).toMatchObject([{ state: 'warning', found: expect.stringContaining(named) }]);
  expect(existsSync(data)).toBe(true);
  expect(await found('--fix')).toMatchObject([{ state: 'fixed', found: expect.stringContaining(named) }]);
  // A project that was moved may still want what its emulator holds.
  expect([existsSync(data), await found()]).toEqual([true, []]);
  expect(
    Object.keys(readProfiles(configDir).profiles)
      .filter((name) => name.startsWith('local-'))
      .toSorted(),
  ).toEqual(['local-away-33333333', 'local-kept-22222222']);
});
