// `esign event list` over a record of 60,000 deliveries, some of which the app refused, beside Node printing the same
// bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf, startHelper, startListener, wholeProcess } from '../processes.mjs';

const copy = `process.stdout.write(require('fs').readFileSync(process.argv[1]))`;

/** A record of deliveries made by one program, since another version may keep it in another form. */
async function recordOf(from, folder, { load, app, count }) {
  const listener = await startListener(from, folder, app.url);
  const { environment, secret, url } = listener;
  const drive = (share, more) =>
    load.order({ do: 'drive', kind: 'delivery', count: Math.ceil(count * share), url, secret, ...more });
  await app.order({ do: 'answer', status: 200 });
  await drive(0.998);
  // The last ones, so that no retry reaches the app before the listener stops.
  await app.order({ do: 'answer', status: 500 });
  await drive(0.002, { mayFail: true });
  await listener.stop();
  const list = [programOf(from), 'event', 'list', '--profile', 'local', '--json', '--limit', '1'];
  const [{ envelope_id: envelope }] = JSON.parse((await wholeProcess(list, environment)).stdout).data;
  return { environment, envelope };
}

export async function openPart({ root, against, folder, sized }) {
  const load = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const count = sized(60_000);
  const records = new Map();
  for (const from of [root, ...(against === null ? [] : [against])]) {
    const own = join(folder, `record-${records.size}`);
    mkdirSync(own);
    records.set(from, await recordOf(from, own, { load, app, count }));
  }
  load.stop();
  app.stop();

  const one = (name, words, times) => {
    const answer = join(folder, `${name.replaceAll(' ', '-')}.json`);
    const run = (all, environment) => ({
      measure: async () => {
        const { cpu, operations, seconds, stdout } = await wholeProcess(all, environment, { times });
        return {
          cpu,
          operations,
          stdout,
          figures: { ms: (seconds * 1000) / times, 'printed B': stdout.length / times },
        };
      },
    });
    return {
      name: `${name} of ${count}`,
      unit: 'list',
      baseline: 'Node printing as many bytes',
      ours: (from) => {
        const { environment, envelope } = records.get(from);
        return run([programOf(from), 'event', 'list', '--profile', 'local', '--json', ...words(envelope)], environment);
      },
      bare: ({ stdout }) => {
        writeFileSync(answer, stdout.slice(0, stdout.length / times));
        return run(['-e', copy, answer], records.get(root).environment);
      },
    };
  };
  return {
    cases: [
      one('a page of 50', () => ['--limit', '50'], 2),
      one('the latest 10,000', () => ['--limit', '10000'], 1),
      one('the undelivered', () => ['--undelivered'], 2),
      one('an envelope', (envelope) => ['--envelope', envelope], 2),
    ],
  };
}
