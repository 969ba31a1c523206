// A bulk run in real time: rows a minute against the limit, refusals for the pace, and memory over the run.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { line, program, startEmulator, stop } from './figures.mjs';
import { creation, json } from './load.mjs';

/** ESIGN_BENCH_ROWS=1200 fills two whole minutes and ends in the third. */
const rows = Number(process.env['ESIGN_BENCH_ROWS'] ?? 500);

const resident = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Runs it to its end: the results with the instants that they came at, and the memory every half second. */
async function run(environment, folder, template) {
  const words = ['envelope', 'create', '--template', template, '--rows', 'rows.ndjson', '--yes', '--json'];
  const child = spawn(process.execPath, [program, ...words], {
    env: environment,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const memory = [];
  const timer = setInterval(() => memory.push(resident(child.pid)), 500);
  const ended = [];
  let last = {};
  for await (const text of createInterface({ input: child.stdout })) {
    last = JSON.parse(text);
    if (last.type === 'row') ended.push(Date.now());
    if (last.type === 'done') clearInterval(timer);
  }
  clearInterval(timer);
  if (last.created !== rows) throw new Error(`the run ended with ${JSON.stringify(last)}`);
  return { memory, ended };
}

export async function measureBulk(environment, folder) {
  const data = join(folder, 'bulk');
  const { ready, child } = await startEmulator(environment, data);
  const own = { ...environment, ESIGN_BASE_URL: ready.url, ESIGN_API_KEY: ready.live_key };
  try {
    const { template_id: template, recipients } = await creation(ready);
    const lines = Array.from({ length: rows }, (_, at) => JSON.stringify({ title: `Row ${at}`, recipients }));
    writeFileSync(join(folder, 'rows.ndjson'), lines.join('\n'));
    const { memory, ended } = await run(own, folder, template);
    const asked = await json(`${ready.url}/_emulator/requests`, 'GET', undefined, ready.live_key);
    const refused = asked.data.filter(({ status }) => status === 429).length;
    const windows = new Map();
    for (const at of ended) windows.set(Math.floor(at / 60_000), (windows.get(Math.floor(at / 60_000)) ?? 0) + 1);
    const seconds = ((ended.at(-1) ?? 0) - (ended[0] ?? 0)) / 1000;
    const part = (from, to) =>
      Math.max(...memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)));
    return [
      'Bulk',
      line(
        `${rows} rows, 600 a minute`,
        `${seconds.toFixed(1)} s`,
        `${[...windows.values()].join(' + ')} by the minute`,
      ),
      line('refused for the pace', `${refused}`, 'of the latest thousand requests'),
      line('memory, third quarter and last', `${part(0.5, 0.75).toFixed(0)} MB`, `${part(0.75, 1).toFixed(0)} MB`),
    ];
  } finally {
    await stop(child);
  }
}
