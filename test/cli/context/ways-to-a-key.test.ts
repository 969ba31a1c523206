import { expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

it('says which key is missing where a mode is asked for, and that a key stays with its base URL', async () => {
  await at.ok(['profile', 'add', 'acme', '--base-url', 'http://127.0.0.1:9', '--api-key-stdin', '--json'], {
    stdin: 'acme_live_aB3aB3aB3aB3aB3aB3',
  });
  for (const words of [['template', 'list'], ['whoami'], ['profile', 'token']]) {
    const missing = await at.run([...words, '--profile', 'acme', '--mode', 'test', '--json']);
    expect([words, missing.code, missing.error().message]).toEqual([words, 3, 'No test key found for this base URL.']);
    const elsewhere = await at.run([...words, '--profile', 'acme', '--base-url', 'http://127.0.0.1:8', '--json']);
    expect([words, elsewhere.code, elsewhere.error().hint]).toEqual([
      words,
      3,
      'Give it with ESIGN_API_KEY or --api-key-file; the key of profile acme goes to its own base URL only.',
    ]);
  }
});

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
