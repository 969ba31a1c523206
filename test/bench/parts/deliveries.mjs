// Deliveries that the emulator sends: with the clock running, and while the clock is advanced.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { call } from '../emulator-setup.mjs';
import { atRest, failOnce, registerEndpoints } from '../failing-deliveries.mjs';
import { environmentIn, metered, startBare, startEmulator, startHelper } from '../processes.mjs';

export async function openPart({ folder, sized }) {
  const load = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const count = Math.max(10, Math.ceil(sized(500) / 10) * 10);

  const opened = (begin) => async (root) => {
    const environment = environmentIn(folder);
    const emulator = await startEmulator(root, environment, join(environment.ESIGN_STATE_DIR, '..', 'data'));
    const { ready } = emulator;
    const template = await registerEndpoints(ready, app.url);
    return {
      stop: () => emulator.stop(),
      measure: async () => {
        await failOnce({ ready, template, load, app, count });
        await app.order({ do: 'answer', status: 204 });
        const { cpu, written, seconds } = await metered(emulator, async () => {
          const all = app.order({ do: 'expect', count });
          await begin(ready);
          await all;
          await atRest(ready);
        });
        return { cpu, operations: count, figures: { '/s': count / seconds, 'written B': written / count } };
      },
    };
  };

  /** Passes on what it is sent, once it is on the disk: signed already, so without the HMAC, a few microseconds. */
  const bare = async (warm) => {
    const answer = { status: 200, headers: { 'content-length': 0 }, body: '' };
    const server = await startBare(folder, { answer, synced: warm.figures['written B'], forwardTo: app.url });
    return {
      stop: () => server.stop(),
      measure: async () => {
        await app.order({ do: 'answer', status: 204 });
        const { cpu, seconds } = await metered(server, async () => {
          const all = app.order({ do: 'expect', count });
          await load.order({ do: 'drive', kind: 'delivery', count, url: server.ready.url, secret: randomUUID() });
          await all;
        });
        return { cpu, operations: count, figures: { '/s': count / seconds } };
      },
    };
  };

  const baseline = 'bare server: receives, syncs as many bytes, posts over kept connections';
  return {
    cases: [
      {
        name: 'sent while the clock runs',
        unit: 'delivery',
        baseline,
        ours: opened((ready) => call(ready, 'POST', '/_emulator/deliveries/redeliver', { failed: true })),
        bare,
      },
      {
        name: 'sent while the clock is advanced',
        unit: 'delivery',
        baseline,
        ours: opened((ready) => call(ready, 'POST', '/_emulator/clock', { action: 'advance', seconds: 61 })),
        bare,
      },
    ],
    stop: () => {
      load.stop();
      app.stop();
    },
  };
}
