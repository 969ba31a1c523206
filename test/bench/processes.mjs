// The processes of the benchmark: measured ones, which answer what they used, and others that make the load.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** No settings of the person who runs it, and no extra certificates to parse; each in a folder of its own. */
export function environmentIn(folder) {
  const foreign = (name) =>
    ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_DISABLE_COMPILE_CACHE'].includes(name) || name.startsWith('ESIGN_');
  const own = mkdtempSync(join(folder, 'own-'));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign(name))),
    ESIGN_CONFIG_DIR: join(own, 'config'),
    ESIGN_STATE_DIR: join(own, 'state'),
    ESIGN_CACHE_DIR: join(own, 'cache'),
  };
}

export const programOf = (root) => join(root, 'bin', 'esign.js');

/** Starts a process whose first line of JSON says that it is ready; a `silent` one says nothing. */
export async function startMeasured(words, environment, { silent = false } = {}) {
  const child = spawn(process.execPath, ['--require', here('meter.cjs'), ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ready = await new Promise((resolve, reject) => {
    let first = !silent;
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (first) resolve(JSON.parse(text));
      first = false;
    });
    if (silent) resolve({});
    child.once('exit', (code) => reject(new Error(`${words.join(' ')} ended with ${code}`)));
  });
  const ask = (message) => {
    const answer = once(child, 'message');
    child.send(message);
    return answer.then(([value]) => value);
  };
  return {
    ready,
    ask,
    usage: async () => (await ask('meter')).meter,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const last = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(last);
    },
  };
}

/** What a measured process used between two readings of its meter, with what `work` answers. */
export async function metered(measured, work) {
  const before = await measured.usage();
  const began = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - began) / 1000;
  const after = await measured.usage();
  return { outcome, seconds, cpu: after.cpu - before.cpu, written: after.written - before.written };
}

export const startEmulator = (root, environment, data, more = []) =>
  startMeasured([programOf(root), 'emulator', 'start', '--json', '--port', '0', '--data', data, ...more], environment);

/** The baseline: a server of Node alone, told in a file what to answer, write and forward. */
export function startBare(folder, task) {
  const file = join(mkdtempSync(join(folder, 'bare-')), 'task.json');
  writeFileSync(file, JSON.stringify({ ...task, log: `${file}.log` }));
  return startMeasured([here('bare-server.mjs'), file], process.env);
}

/** `esign listen` with an emulator of its own; `app` is where it forwards to, if anywhere. */
export async function startListener(root, folder, app) {
  const environment = environmentIn(folder);
  const emulator = await startEmulator(root, environment, join(environment.ESIGN_STATE_DIR, '..', 'data'));
  const file = join(environment.ESIGN_STATE_DIR, '..', 'listen.secret');
  mkdirSync(environment.ESIGN_CONFIG_DIR, { recursive: true });
  const target = app === undefined ? [] : ['--forward-to', app];
  const words = ['listen', '--json', '--profile', 'local', ...target, '--secret-file', file, '--force'];
  try {
    const listener = await startMeasured([programOf(root), ...words], environment);
    const stop = async () => {
      await listener.stop();
      await emulator.stop();
    };
    const secret = readFileSync(file, 'utf8').trim();
    return { ...listener, url: listener.ready.url, environment, emulator, secret, stop };
  } catch (error) {
    await emulator.stop();
    throw error;
  }
}

/** A generator or receiver in a process of its own: takes orders, answers each. */
export async function startHelper(name) {
  const child = spawn(process.execPath, [here(name)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [ready] = await once(child, 'message');
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${name} ended with ${code ?? signal}`);
  });
  ended.catch(() => undefined);
  return {
    ...ready,
    async order(value) {
      const answer = once(child, 'message');
      child.send(value);
      const [outcome] = await Promise.race([answer, ended]);
      if (outcome.error !== undefined) throw new Error(outcome.error);
      return outcome;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

/**
 * CPU microseconds and seconds of whole processes, those of their children included: Node's own are not told of a child,
 * the shell's are.
 */
export async function wholeProcess(words, environment, { times = 1, cwd, command = process.execPath } = {}) {
  const script = `TIMEFORMAT='%R %U %S'; { time for ((i = 0; i < ${times}; i++)); do "$@" 2>&3 || exit; done; } 3>&2`;
  const child = spawn('bash', ['-c', script, 'bash', command, ...words], { env: environment, cwd, stdio: 'pipe' });
  child.stdin.end();
  const output = { out: [], err: [] };
  child.stdout.on('data', (chunk) => output.out.push(chunk));
  child.stderr.on('data', (chunk) => output.err.push(chunk));
  const [code] = await once(child, 'close');
  const said = Buffer.concat(output.err).toString();
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${said}`);
  const [seconds, user, system] = said.trim().split('\n').at(-1).split(' ').map(Number);
  return { operations: times, cpu: (user + system) * 1e6, seconds, stdout: Buffer.concat(output.out).toString() };
}
