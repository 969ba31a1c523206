import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { http, type Answer } from './http.js';

/** The built program's emulator in a process of its own, to be killed. */
export interface KilledEmulator {
  readonly url: string;
  readonly liveKey: string;
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
}

/** Starts `esign emulator start` with the state and data of a folder. Throws when it ends before it is ready. */
export async function startKilled(folder: string, data = `${folder}/data`, port = '0'): Promise<KilledEmulator> {
  const child = run(folder, data, port);
  let complaint = '';
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString('utf8')));
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { readonly url: string; readonly live_key: string };
    return { url: ready.url, liveKey: ready.live_key, kill: () => end(child) };
  }
  throw new Error(`the emulator ended before it was ready: ${complaint}`);
}

/** A request to it, such as `POST /api/v1/envelopes`. Rejects when the connection breaks. */
export function send<T>(
  { url }: KilledEmulator,
  key: string,
  line: string,
  body?: unknown,
  idempotency?: string,
): Promise<Answer<T>> {
  const [method = '', target = ''] = line.split(' ');
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(idempotency === undefined ? {} : { 'Idempotency-Key': idempotency }),
  };
  return http<T>(url, method, target, { body, headers });
}

/** Starts it and kills it after some milliseconds, ready or not. */
export async function killWhileStarting(folder: string, after: number): Promise<void> {
  const child = run(folder, `${folder}/data`);
  await new Promise((resolve) => setTimeout(resolve, after));
  await end(child);
}

function run(folder: string, data: string, port = '0'): ChildProcessByStdio<null, Readable, Readable> {
  const { NODE_EXTRA_CA_CERTS: _slow, ...environment } = process.env;
  const args = ['bin/esign.js', 'emulator', 'start', '--json', '--port', port, '--data', data];
  return spawn(process.execPath, args, {
    env: { ...environment, ESIGN_CONFIG_DIR: `${folder}/config`, ESIGN_STATE_DIR: `${folder}/state` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}
