// Advancing the clock over ten thousand deliveries that are due. They are made once; each subject gets a copy.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../emulator-setup.mjs';
import { failOnce, registerEndpoints } from '../failing-deliveries.mjs';
import { environmentIn, metered, startEmulator, startHelper } from '../processes.mjs';

export async function openPart({ root, against, folder, sized }) {
  const load = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const seed = join(folder, 'advance-seed');
  // The older of two programs makes the data, since the newer one can open it.
  const emulator = await startEmulator(against ?? root, environmentIn(folder), seed);
  const template = await registerEndpoints(emulator.ready, app.url);
  // On a running clock the first would be due again before the last has failed.
  await call(emulator.ready, 'POST', '/_emulator/clock', { action: 'freeze' });
  const count = await failOnce({ ready: emulator.ready, template, load, app, count: sized(10_000) });
  await emulator.stop();

  const ours = (from) => ({
    measure: async () => {
      const environment = environmentIn(folder);
      const data = join(environment.ESIGN_STATE_DIR, '..', 'data');
      cpSync(seed, data, { recursive: true });
      await app.order({ do: 'answer', status: 204 });
      const one = await startEmulator(from, environment, data);
      try {
        const { frozen } = await call(one.ready, 'GET', '/_emulator/clock');
        if (frozen !== true) throw new Error('the clock runs, so deliveries may have gone out before');
        const { cpu, seconds } = await metered(one, () =>
          call(one.ready, 'POST', '/_emulator/clock', { action: 'advance', seconds: 61 }),
        );
        const { requests } = await app.order({ do: 'count' });
        if (requests < count) throw new Error(`${requests} of ${count} deliveries came`);
        return { cpu, operations: count, figures: { seconds } };
      } finally {
        await one.stop();
        rmSync(data, { recursive: true, force: true });
      }
    },
  });
  return {
    cases: [{ name: `${count} deliveries due at once`, unit: 'delivery', cold: true, rounds: 1, ours }],
    stop: () => {
      load.stop();
      app.stop();
    },
  };
}
