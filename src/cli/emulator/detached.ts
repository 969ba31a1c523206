import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Context } from '../context/context.js';
import { type ExitCode, exitCodes } from '../failure/exit-code.js';
import { CommandFailure, explainedBefore } from '../failure/failure.js';
import { packageRoot } from '../../core/platform/package-files.js';
import type { Ready } from './ready.js';
import { type SeedDone, seedProgress } from './seed.js';
import { isObject, parseJson } from '../../core/platform/json.js';

export interface DetachedStart {
  readonly profile: string;
  readonly folder: string;
  readonly port?: number;
  readonly plan?: string;
  readonly strict?: boolean;
  readonly ask?: boolean;
  readonly allowOrigin?: readonly string[];
  readonly seed?: number;
  readonly now?: string;
  readonly rateLimit?: number;
  /** The full path. */
  readonly seedFile?: string;
  readonly smtpForward?: { readonly host: string; readonly port: number };
  /** The full path of a contract file. */
  readonly contract?: string;
}

const timeoutMs = 30_000;
/** For the child to end by itself; less than this program takes to end at a signal. */
const killMs = 5_000;
const maxOutputLength = 16 * 1024 * 1024;

/**
 * Starts the same program in the background and resolves when it is ready, within `timeout` milliseconds unless it loads
 * a seed file, which takes as long as it takes. The line with the keys comes through a pipe
 * and is never written to disk; afterwards the pipes are released.
 */
export async function startDetached(
  context: Pick<Context, 'signal' | 'output'>,
  start: DetachedStart,
  timeout = timeoutMs,
): Promise<Ready> {
  const child = fork(join(packageRoot(), 'bin', 'esign.js'), words(start), {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    // What a cut-off load has made is deleted by the next start.
    killer = setTimeout(() => child.kill('SIGKILL'), killMs);
  };
  if (context.signal.aborted) stop();
  context.signal.addEventListener('abort', stop, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    if (start.seedFile !== undefined) return;
    late = true;
    stop();
  }, timeout);
  const progress = seedProgress(context.output);
  child.on('message', (message) => {
    if (isSeedDone(message)) progress.at(message);
  });
  try {
    return await firstLine(child);
  } catch (error) {
    if (context.signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    throw late ? notStarted(1, `it was not ready within ${timeout / 1000} s`) : error;
  } finally {
    clearTimeout(timer);
    clearTimeout(killer);
    progress.stop();
    context.signal.removeEventListener('abort', stop);
    child.stdout?.destroy();
    child.stderr?.destroy();
    if (child.connected) child.disconnect();
    child.unref();
  }
}

function words(start: DetachedStart): string[] {
  const {
    profile,
    folder,
    port,
    plan,
    strict,
    ask,
    seed,
    now,
    rateLimit,
    smtpForward: smtp,
    contract,
    allowOrigin = [],
    seedFile,
  } = start;
  return [
    'emulator',
    'start',
    '--json',
    '--no-input',
    '--profile',
    profile,
    // The profile is settled, and `local` means the machine's here.
    '--shared',
    '--data',
    folder,
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...(plan === undefined ? [] : ['--plan', plan]),
    ...(strict === true ? ['--strict'] : []),
    ...(ask === true ? ['--ask'] : []),
    ...allowOrigin.flatMap((origin) => ['--allow-origin', origin]),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
    ...(now === undefined ? [] : ['--now', now]),
    ...(rateLimit === undefined ? [] : ['--rate-limit', String(rateLimit)]),
    ...(seedFile === undefined ? [] : ['--seed-file', seedFile]),
    ...(contract === undefined ? [] : ['--contract', contract]),
    ...(smtp === undefined
      ? []
      : ['--smtp-forward', `${smtp.host.includes(':') ? `[${smtp.host}]` : smtp.host}:${smtp.port}`]),
  ];
}

function firstLine(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let output = '';
    let complained = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, maxOutputLength);
      const ready = readReady(output);
      if (ready !== undefined) resolve(ready);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complained = (complained + text).slice(0, maxOutputLength);
    });
    child.on('error', () => reject(notStarted(1, 'the program could not be started')));
    child.on('close', (code) => {
      const failure = readFailure(complained);
      if (failure !== null)
        reject(
          new CommandFailure(
            failure.exitCode,
            explainedBefore(failure.code),
            failure.message,
            failure.hint === null ? {} : { hint: failure.hint },
          ),
        );
      else reject(notStarted(1, code === null ? 'it was stopped before it was ready' : `it exited with code ${code}`));
    });
  });
}

const notStarted = (code: ExitCode, why: string): CommandFailure =>
  new CommandFailure(code, 'emulator_not_started', `The emulator did not start: ${why}.`, {
    hint: 'Start it without --detach to see details.',
  });

const isSeedDone = (message: unknown): message is SeedDone =>
  isObject(message) && typeof message['done'] === 'number' && typeof message['total'] === 'number';

/** Tells the process that started this one in the background how far the load of a seed file is. */
export function tellStarter(done: SeedDone): void {
  if (process.connected) process.send?.(done, undefined, undefined, () => undefined);
}

/** The first line of an emulator in the background: that it is ready, or its error. */

/** That line among the complete lines read so far; undefined until it arrives. */
export const readReady = (output: string): Ready | undefined =>
  output.split('\n').slice(0, -1).map(parseJson).find(isReady);

function isReady(value: unknown): value is Ready {
  if (!isObject(value) || value['type'] !== 'ready') return false;
  const texts = ['url', 'live_key', 'test_key', 'profile', 'data'];
  const missed = value['missed_port'];
  if (missed !== undefined && typeof missed !== 'number') return false;
  return texts.every((name) => typeof value[name] === 'string') && typeof value['pid'] === 'number';
}

interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;
}

/** Reads the JSON error object that the program writes under --json; null when there is none. */
export function readFailure(text: string): ToldFailure | null {
  const value = parseJson(text.trim().split('\n').at(-1) ?? '');
  const error = isObject(value) ? value['error'] : null;
  if (!isObject(error)) return null;
  const { code, message, hint, exit_code: number } = error;
  const exit = exitCodes.find((row) => row.code === number);
  if (typeof code !== 'string' || typeof message !== 'string' || exit === undefined) return null;
  return { code, message, hint: typeof hint === 'string' ? hint : null, exitCode: exit.code };
}
