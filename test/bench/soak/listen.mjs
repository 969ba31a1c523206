// Listening for long: more deliveries than any memory, queue or file of the listener holds, and an app that fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { metered, startHelper, startListener } from '../processes.mjs';
import { sizeOf, tenthOf } from './tenths.mjs';

/** The app answers 500 at the end of this one: at full scale, more than a queue holds in memory has to wait. */
const failing = 5;

export async function* measure({ root, folder, sized }) {
  const count = sized(20_000);
  const down = Math.ceil(count * 0.4);
  const load = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const listener = await startListener(root, folder, app.url);
  const order = { do: 'drive', kind: 'delivery', url: listener.url, secret: listener.secret };
  let events = 0;
  const arrived = async () => {
    while ((await app.order({ do: 'count' })).events < events) await sleep(50);
  };
  try {
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      const { cpu, outcome } = await metered(listener, async () => {
        const driven = await load.order({ ...order, count: count - down });
        if (tenth === failing) await app.order({ do: 'status', status: 500 });
        await load.order({ ...order, count: down });
        await app.order({ do: 'status', status: 204 });
        events += count;
        await arrived();
        return driven;
      });
      const { memory } = await listener.usage();
      const figures = { 'acknowledged/s': outcome.rate, 'p99 ms': outcome.p99 };
      const disk = sizeOf(listener.environment.ESIGN_STATE_DIR);
      yield tenthOf({ tenth, cpu, operations: count, memory, disk, figures });
    }
    const rest = await metered(listener, () => sleep(10_000));
    yield { text: `at rest: ${(rest.cpu / 1000).toFixed(0)} ms of CPU in 10 s`, rest_cpu_us: rest.cpu };
    const { requests, events: got } = await app.order({ do: 'count' });
    yield { text: `the app got ${got} of ${events} events in ${requests} requests`, events: got, requests };
  } finally {
    await listener.stop();
    load.stop();
    app.stop();
  }
}
