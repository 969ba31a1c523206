// The emulator: time to ready, requests a second against a bare server and a bare disk, memory at rest.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { line, median, range, startEmulator, stop, wall } from './figures.mjs';
import { creation, json, keysFor, throughput } from './load.mjs';

const starts = 7;
const reads = 6_000;
const creates = 2_000;

/** A bare node:http server that answers every request with the same JSON: the most that this machine could do. */
const bareServer = `
  const server = require('node:http').createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{"id":"x"}'));
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

async function startBare(environment) {
  const child = spawn(process.execPath, ['-e', bareServer], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const port of createInterface({ input: child.stdout })) return { child, url: `http://127.0.0.1:${port}` };
  throw new Error('the bare server did not start');
}

const resident = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Appends that are on disk, a second. */
function syncsPerSecond(folder) {
  const file = openSync(join(folder, 'syncs'), 'w');
  const start = process.hrtime.bigint();
  for (let index = 0; index < 500; index += 1) {
    writeSync(file, 'x'.repeat(1_000));
    fdatasyncSync(file);
  }
  closeSync(file);
  return 500 / (Number(process.hrtime.bigint() - start) / 1e9);
}

export async function measureEmulator(environment, folder) {
  const lines = ['Emulator'];
  const ready = [];
  for (let index = 0; index < starts; index += 1) {
    const bare = wall(['-e', '0'], environment);
    const started = await startEmulator(environment, join(folder, `start-${index}`));
    ready.push({ ratio: started.milliseconds / bare, milliseconds: started.milliseconds });
    await stop(started.child);
  }
  const each = ready.map(({ ratio }) => ratio);
  const milliseconds = median(ready.map((one) => one.milliseconds)).toFixed(0);
  lines.push(
    line(
      'start to ready, as a multiple of node -e 0',
      `${median(each).toFixed(2)} x`,
      `${range(each)}, ${milliseconds} ms`,
    ),
  );

  const emulator = await startEmulator(environment, join(folder, 'load'));
  const bare = await startBare(environment);
  try {
    const atRest = resident(emulator.child.pid);
    const bareAtRest = resident(bare.child.pid);
    const body = await creation(emulator.ready);
    const keys = await keysFor(emulator.ready, reads + creates);
    const key = (index) => keys[index % keys.length];
    const create = (index, agent) =>
      json(`${emulator.ready.url}/api/v1/envelopes`, 'POST', body, key(index), agent, {
        'idempotency-key': randomUUID(),
      });
    const { id } = await create(0, undefined);
    const read = (index, agent) =>
      json(`${emulator.ready.url}/api/v1/envelopes/${id}`, 'GET', undefined, key(index), agent);

    await throughput(500, (_, agent) => json(bare.url, 'GET', undefined, undefined, agent));
    const most = await throughput(reads, (_, agent) => json(bare.url, 'GET', undefined, undefined, agent));
    const readRate = await throughput(reads, read);
    const syncs = syncsPerSecond(folder);
    const createRate = await throughput(creates, create);
    lines.push(
      line(
        'envelope reads, of a bare server',
        `${(readRate / most).toFixed(2)} x`,
        `${readRate.toFixed(0)} of ${most.toFixed(0)} a second`,
      ),
      line(
        'durable creates, of bare synced appends',
        `${(createRate / syncs).toFixed(2)} x`,
        `${createRate.toFixed(0)} of ${syncs.toFixed(0)} a second`,
      ),
      line(
        'memory at rest, of a bare server',
        `${(atRest / bareAtRest).toFixed(2)} x`,
        `${atRest.toFixed(0)} of ${bareAtRest.toFixed(0)} MiB`,
      ),
    );
  } finally {
    await stop(bare.child);
    await stop(emulator.child);
  }
  return lines;
}
