// The emulator for long: creates, reads and deliveries with faults, past its request log, caches and pages.
import { join } from 'node:path';
import { call, keysFor, templateOf } from '../emulator-setup.mjs';
import { atRest } from '../failing-deliveries.mjs';
import { environmentIn, metered, startEmulator, startHelper } from '../processes.mjs';
import { sizeOf, tenthOf } from './tenths.mjs';

export async function* measure({ root, folder, sized }) {
  const creates = sized(3_000);
  const reads = creates * 2;
  const load = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const data = join(folder, 'emulator-soak');
  const emulator = await startEmulator(root, environmentIn(folder), data);
  const { ready } = emulator;
  const url = `${ready.url}/api/v1/envelopes`;
  try {
    await call(ready, 'POST', '/api/v1/webhooks', { url: app.url, events: ['envelope.sent'] });
    const faults = { drop: 0.02, duplicate: 0.02, lose_answer: 0.02, reorder: 0.02 };
    await call(ready, 'POST', '/_emulator/faults/deliveries', faults);
    const template = await templateOf(ready);
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      const keys = await keysFor(ready, creates + reads);
      const { cpu, outcome } = await metered(emulator, async () => {
        const creation = { do: 'drive', kind: 'creation', count: creates, send: true, collect: true };
        const made = await load.order({ ...creation, url, keys, ...template });
        const urls = made.ids.map((id) => `${url}/${id}`);
        const read = await load.order({ do: 'drive', kind: 'reading', count: reads, urls, keys });
        await call(ready, 'POST', '/_emulator/clock', { action: 'advance', seconds: 61 });
        await atRest(ready);
        return { made, read };
      });
      const { memory } = await emulator.usage();
      const figures = {
        'creates/s': outcome.made.rate,
        'p99 ms of creates': outcome.made.p99,
        'reads/s': outcome.read.rate,
        'p99 ms of reads': outcome.read.p99,
      };
      yield tenthOf({ tenth, cpu, operations: creates + reads, memory, disk: sizeOf(data), figures });
    }
    const { requests, events } = await app.order({ do: 'count' });
    yield { text: `the app got ${events} of ${creates * 10} events in ${requests} requests`, events, requests };
  } finally {
    await emulator.stop();
    load.stop();
    app.stop();
  }
}
