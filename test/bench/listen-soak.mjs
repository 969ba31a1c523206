// A long run of `esign listen` (ESIGN_FULL=1): figures by ten thousand deliveries, a restart in the middle, then rest.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, line, print, program, startEmulator, stop } from './figures.mjs';

const total = Number(process.env.ESIGN_SOAK ?? 200_000);
const step = Math.min(10_000, total / 2);
const restMs = 10_000;

/** The process that delivers, and has the app. */
async function startLoad() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('listen-soak-load.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  const { url } = await next();
  const order = (value) => {
    child.stdin.write(`${JSON.stringify(value)}\n`);
    return next();
  };
  return { app: url, order, end: () => child.stdin.end() };
}

async function startListening(environment, app, folder) {
  const file = join(folder, 'soak.secret');
  const words = ['listen', '--json', '--profile', 'local', '--keep', '--forward-to', app, '--secret-file', file];
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...words, '--force'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (part) => {
      if (text === undefined) return;
      text += part;
      const end = text.indexOf('\n');
      if (end === -1) return;
      resolve(JSON.parse(text.slice(0, end)).url);
      text = undefined;
    });
  });
  return { child, url, secret: readFileSync(file, 'utf8').trim(), milliseconds: performance.now() - began };
}

/** Milliseconds of processor time, and MiB in memory. */
function usage(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpu: (Number(fields[11]) + Number(fields[12])) * 10, memory: Number(rss?.[1] ?? 0) / 1024 };
}

/** MiB that the record takes on the disk. */
function recordSize(path) {
  const blocks = (each) =>
    statSync(each).isDirectory()
      ? readdirSync(each).reduce((sum, name) => sum + blocks(join(each, name)), 0)
      : statSync(each).blocks * 512;
  return blocks(path) / 1024 / 1024;
}

export async function measureListenSoak(environment, folder) {
  const lines = [`Listening for long: ${total} small deliveries, a restart after half of them`];
  const record = join(environment.ESIGN_STATE_DIR, 'deliveries');
  const load = await startLoad();
  const { child: emulator } = await startEmulator(environment, join(folder, 'soak-data'));
  let listening = await startListening(environment, load.app, folder);
  try {
    for (let done = 0; done < total; done += step) {
      if (done === total / 2) {
        await stop(listening.child);
        listening = await startListening(environment, load.app, folder);
        const { rate, p99 } = await load.order({ do: 'repeat', ...target(listening) });
        const { twice } = await load.order({ do: 'count' });
        const again = `1000 repeats at ${rate.toFixed(0)} /s, p99 ${p99.toFixed(1)} ms; ${twice} came to the app twice`;
        lines.push(line('restarted, until it was ready', `${listening.milliseconds.toFixed(0)} ms`, again));
      }
      const before = usage(listening.child.pid);
      const { rate, p99 } = await load.order({ do: 'deliver', count: step, ...target(listening) });
      const after = usage(listening.child.pid);
      const cpu = ((after.cpu - before.cpu) / step).toFixed(3);
      const sizes = `${after.memory.toFixed(0)} MiB in memory, record ${recordSize(record).toFixed(0)} MiB`;
      lines.push(
        line(`to ${done + step}`, `${rate.toFixed(0)} /s`, `CPU ${cpu} ms each, p99 ${p99.toFixed(1)} ms, ${sizes}`),
      );
    }
    while ((await load.order({ do: 'count' })).once < total) await sleep(100);
    await sleep(2_000);
    const before = usage(listening.child.pid);
    await sleep(restMs);
    const rest = usage(listening.child.pid);
    lines.push(
      line('at rest', `${rest.cpu - before.cpu} ms`, `of CPU in ${restMs / 1000} s, ${rest.memory.toFixed(0)} MiB`),
    );
    const { once, twice } = await load.order({ do: 'count' });
    lines.push(line('the app got', `${once}`, `of ${total}; ${twice} twice`));
  } finally {
    await stop(listening.child);
    await stop(emulator);
    load.end();
  }
  return lines;
}

const target = ({ url, secret }) => ({ url, secret });

if (process.env.ESIGN_FULL === '1' && process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(join(tmpdir(), 'esign-soak-'));
  try {
    print(await measureListenSoak(bareEnvironment(folder), folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
