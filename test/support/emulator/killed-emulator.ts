import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, http } from '../http.js';

/** The built program's emulator in a process of its own, to be killed. */
export interface KilledEmulator {
  readonly url: string;
  readonly liveKey: string;
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
}

/** Starts `esign emulator start` with the state and data of a folder. Throws when it ends before it is ready. */
export async function startKilled(folder: string, data = `${folder}/data`, port = '0'): Promise<KilledEmulator> {
  const child = launch(folder, data, port);
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
  const child = launch(folder, `${folder}/data`);
  await new Promise((resolve) => setTimeout(resolve, after));
  await end(child);
}

function launch(folder: string, data: string, port = '0'): ChildProcessByStdio<null, Readable, Readable> {
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

/**
 * A file system of its own on a loop device. What a program wrote there and did not sync is only in the cache of this
 * file system, not on the device, so that a copy of the device is what a power failure leaves.
 */
export interface ForgetfulDisk {
  /** Where it is mounted; another folder after each `crash` and `rewind`. */
  readonly folder: string;
  /** Loses what was not synced. Everything that writes to it must have ended. */
  crash(): void;
  /** Syncs everything; `rewind` returns to this state. */
  keep(): void;
  rewind(): void;
  close(): void;
}

const megabytes = 96;
const quiet = { stdio: ['ignore', 'ignore', 'ignore'] as ['ignore', 'ignore', 'ignore'], timeout: 60_000 };
const run = (command: string, ...words: string[]): void => void execFileSync(command, words, quiet);

/** Makes the disk, or returns null where this user cannot mount one. */
export function forgetfulDisk(): ForgetfulDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  // In memory a sync takes no time, and a copy little.
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'esign-disk-'));
  const kept = join(root, 'kept.img');
  let number = 0;
  const image = (): string => join(root, `${number}.img`);
  const folder = (): string => join(root, String(number));
  const mount = (): void => {
    mkdirSync(folder());
    // Without a journal that commits by itself: only a sync does.
    run('mount', '-o', 'loop,commit=300', image(), folder());
  };
  const copy = (from: string, to: string): void => run('cp', '--sparse=always', from, to);
  const drop = (): void => {
    run('umount', folder());
    rmSync(image());
  };
  const disk: ForgetfulDisk = {
    get folder() {
      return folder();
    },
    crash() {
      copy(image(), join(root, `${number + 1}.img`));
      drop();
      number += 1;
      mount();
    },
    keep() {
      run('umount', folder());
      copy(image(), kept);
      rmSync(image());
      disk.rewind();
    },
    rewind() {
      if (existsSync(image())) drop();
      number += 1;
      copy(kept, image());
      mount();
    },
    close() {
      if (existsSync(image())) drop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  try {
    run('truncate', '-s', `${megabytes}M`, image());
    run('mkfs.ext4', '-q', '-F', image());
    mount();
    return disk;
  } catch {
    rmSync(root, { recursive: true, force: true });
    return null;
  }
}
