// What the benchmark's parts share: the environment, medians, and one line a figure.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../bin/esign.js', import.meta.url));

/** No settings of the person who runs it, and no extra certificates to parse. */
export function bareEnvironment(folder) {
  const foreign = (name) =>
    ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_DISABLE_COMPILE_CACHE'].includes(name) || name.startsWith('ESIGN_');
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign(name)));
  return {
    ...own,
    ESIGN_CONFIG_DIR: `${folder}/config`,
    ESIGN_STATE_DIR: `${folder}/state`,
    ESIGN_CACHE_DIR: `${folder}/cache`,
  };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds of one whole process: of Node unless another command is named. */
export function wall(args, environment, command = process.execPath) {
  const start = process.hrtime.bigint();
  const result = spawnSync(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  if (result.status !== 0) throw new Error(`${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
  return milliseconds;
}

/** Starts the emulator; resolves with its ready line, the process and the milliseconds until the line was there. */
export async function startEmulator(environment, data) {
  const start = process.hrtime.bigint();
  const args = [program, 'emulator', 'start', '--json', '--port', '0', '--data', data];
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const ready = JSON.parse(line);
    if (ready.type === 'ready') {
      return { ready, child, milliseconds: Number(process.hrtime.bigint() - start) / 1e6 };
    }
  }
  throw new Error('the emulator ended before it was ready');
}

export async function stop(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export const line = (name, figure, note = '') => `${name.padEnd(44)} ${figure.padStart(14)}  ${note}`;

export const range = (numbers) => `[${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)}]`;

export function print(lines) {
  process.stdout.write(`${lines.join('\n')}\n`);
}
