// Start-up: whole processes beside a bare `node -e 0`, and the command lines of others where they are installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { call, templateOf } from '../emulator-setup.mjs';
import { environmentIn, programOf, startEmulator, wholeProcess } from '../processes.mjs';

const peers = ['gh', 'vercel', 'hookdeck', 'resend', 'smee', 'twilio', 'wrangler', 'netlify', 'aws'];

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

export async function openPart({ root, folder }) {
  const environment = environmentIn(folder);
  const emulator = await startEmulator(root, environment, join(folder, 'start-data'));
  const { ready } = emulator;
  const envelope = await call(ready, 'POST', '/api/v1/envelopes', await templateOf(ready));
  const run = (words, command, times = 4) => ({
    measure: async () => {
      const { cpu, operations, seconds } = await wholeProcess(words, environment, { times, command });
      return { cpu, operations, figures: { ms: (seconds * 1000) / operations } };
    },
  });
  const bare = { baseline: 'node -e 0', bare: () => run(['-e', '0']) };
  const one = (name, words) => ({
    name: `esign ${name}`,
    unit: 'start',
    ...bare,
    ours: (from) => run([programOf(from), ...words]),
  });
  const others = peers.flatMap((name) => {
    const command = onPath(name);
    return command === null
      ? []
      : [{ name: `${name} --version`, unit: 'start', ...bare, rounds: 2, ours: () => run(['--version'], command, 1) }];
  });
  return {
    cases: [
      one('--version', ['--version']),
      one('--help', ['--help']),
      one('envelope get', ['envelope', 'get', envelope.id, '--profile', 'local']),
      ...others,
    ],
    stop: () => emulator.stop(),
  };
}
