import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import { see } from '../../support/program/doctor.js';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import { type FakeService, startFakeService } from '../../support/fake-service.js';

let at: EmulatorMachine;
let other: FakeService;
beforeEach(async () => {
  at = await newEmulatorMachine();
  other = await startFakeService();
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
