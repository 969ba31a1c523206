// An hour of everything at a steady rate: creates and reads on an emulator, and its deliveries, with faults, through a
// listener to an app that fails for a while in each tenth. Prints tenths, and what the heaps hold at the end and after
// the first tenth.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, keysFor, templateOf } from '../emulator-setup.mjs';
import { growthOf, holdingsOf } from '../heap.mjs';
import { metered, startHelper, startListener } from '../processes.mjs';
import { sizeOf, tenthOf } from './tenths.mjs';

/** Requests a second: what a machine does beside other work. */
const creates = 20;
const reads = 60;
/** Seconds of each tenth in which the app answers 500. */
const failing = 10;
/** A key may make 600 requests a minute. */
const requestsOfKeys = 600 * ((creates + reads) / 5);

export async function* measure({ root, folder, sized }) {
  const seconds = Math.max(2, sized(360));
  const makes = await startHelper('load.mjs');
  const looks = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const listener = await startListener(root, folder, app.url);
  const { emulator } = listener;
  const { ready } = emulator;
  const url = `${ready.url}/api/v1/envelopes`;
  let sent = 0;
  let first = null;
  try {
    const faults = { drop: 0.02, duplicate: 0.02, lose_answer: 0.02, reorder: 0.02 };
    await call(ready, 'POST', '/_emulator/faults/deliveries', faults);
    const template = await templateOf(ready);
    const keys = await keysFor(ready, requestsOfKeys);
    let { id } = await call(ready, 'POST', '/api/v1/envelopes', template);
    let urls = [`${url}/${id}`];
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      const whole = metered(emulator, () =>
        metered(listener, async () => {
          const creation = { do: 'steady', kind: 'creation', perSecond: creates, seconds, send: true, collect: true };
          const [made, read] = await Promise.all([
            makes.order({ ...creation, url, keys, ...template }),
            looks.order({ do: 'steady', kind: 'reading', perSecond: reads, seconds, urls, keys }),
            failFor(app, Math.min(failing, seconds / 4)),
          ]);
          return { made, read };
        }),
      );
      const { outcome: inner, cpu: emulatorCpu } = await whole;
      const { made, read } = inner.outcome;
      sent += made.ids.length;
      urls = made.ids.map((one) => `${url}/${one}`);
      yield tenthOf({
        tenth,
        cpu: emulatorCpu,
        operations: made.ids.length + read.count,
        memory: (await emulator.usage()).memory,
        disk: sizeOf(join(listener.environment.ESIGN_STATE_DIR, '..')),
        figures: { 'p99 ms of creates': made.p99, 'p99 ms of reads': read.p99 },
      });
      const { memory } = await listener.usage();
      yield tenthOf({
        tenth,
        cpu: inner.cpu,
        operations: made.ids.length,
        memory,
        disk: sizeOf(listener.environment.ESIGN_STATE_DIR),
        figures: { 'of the listener, deliveries a second': made.ids.length / seconds },
      });
      if (tenth === 1) first = await heapsOf({ emulator, listener });
    }
    // Past the last attempt, since of many deliveries a few are dropped three times.
    await call(ready, 'POST', '/_emulator/clock', { action: 'advance', seconds: 61 });
    await call(ready, 'POST', '/_emulator/clock', { action: 'advance', seconds: 40 * 3600 });
    const { events } = await settled(app, sent);
    yield { text: `the app got ${events} of ${sent} events`, events, sent };
    const last = await heapsOf({ emulator, listener });
    for (const name of ['emulator', 'listener']) yield { name, ...growthOf(name, first[name], last[name]) };
  } finally {
    await listener.stop();
    for (const helper of [makes, looks, app]) helper.stop();
  }
}

async function failFor(app, seconds) {
  await app.order({ do: 'status', status: 500 });
  await sleep(seconds * 1000);
  await app.order({ do: 'status', status: 204 });
}

/** Waits for the last events as long as some arrive. */
async function settled(app, sent) {
  let count = await app.order({ do: 'count' });
  for (let before = -1; count.events < sent && before < count.events;) {
    before = count.events;
    await sleep(65_000);
    count = await app.order({ do: 'count' });
  }
  return count;
}

async function heapsOf(processes) {
  const heaps = {};
  for (const [name, one] of Object.entries(processes)) heaps[name] = holdingsOf((await one.ask('heap')).heap);
  return heaps;
}
