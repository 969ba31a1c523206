import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { newMachine } from '../../support/program.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

const real = { ESIGN_BASE_URL: 'https://api.example.test' };
const liveKey = 'esign_live_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg';
const testKey = liveKey.replace('live', 'test');

describe('profile token', () => {
  it('masks the key, and says how to print it', async () => {
    const ran = await at.ok(['profile', 'token'], { terminal: true });
    expect(ran.stdout).not.toContain(at.organisation.liveKey.slice(12));
    expect(ran.stderr).toContain('--print');
  });

  it('prints the key of an emulator, and the test key with --mode test', async () => {
    for (const more of [[], ['-q']])
      expect((await at.ok(['profile', 'token', '--print', ...more])).stdout).toBe(`${at.organisation.liveKey}\n`);
    const test = await at.ok(['profile', 'token', '--print', '--mode', 'test', '--json']);
    expect(test.json()).toEqual({ key: at.organisation.testKey, mode: 'test', masked: false });
  });

  it('prints the live key of a real service only when it is confirmed', async () => {
    const machine = newMachine();
    writeFileSync(join(machine.folder, 'key.txt'), liveKey);
    const words = ['profile', 'token', '--print', '--api-key-file', 'key.txt'];
    const ran = await machine.run(words, { env: real });
    expect(ran.code).toBe(2);
    expect(ran.stdout + ran.stderr).not.toContain(liveKey);
    expect(ran.stderr).toContain('This needs a confirmation');
    expect((await machine.run([...words, '--yes', '-q'], { env: real })).stdout).toBe(`${liveKey}\n`);
    writeFileSync(join(machine.folder, 'key.txt'), testKey);
    expect((await machine.run([...words, '-q'], { env: real })).stdout).toBe(`${testKey}\n`);
  });

  it('has exit code 3 without a key', async () => {
    expect((await newMachine().run(['profile', 'token'], { env: real })).code).toBe(3);
  });
});
