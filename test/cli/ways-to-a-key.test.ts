import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine } from '../support/emulator-machine.js';

let at: EmulatorMachine;
beforeAll(async () => {
  at = await newEmulatorMachine();
});
afterAll(() => at.close());

it('after a logout from an emulator, each command names the way to its keys, also while it runs', async () => {
  await at.ok(['logout', '--profile', 'local']);
  for (const words of [['template', 'list'], ['whoami'], ['profile', 'token']]) {
    const ran = await at.run([...words, '--json']);
    expect([words, ran.code, ran.error().hint]).toEqual([
      words,
      3,
      'Start the emulator, which stores its keys: `esign emulator start`. ' +
        'If it is running, stop it first: `esign emulator stop`.',
    ]);
  }
});
