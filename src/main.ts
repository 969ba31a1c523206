import { fstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { createMask } from './client/mask.js';
import type { Host } from './cli/context/context.js';
import { Stopped, UsageFailure } from './cli/failure/failure.js';
import { failOptions, run } from './program.js';
import { OutputLost } from './core/terminal/failure.js';

/** The composition root: the only file that touches the process. */

const stopping = new AbortController();
/** Closing the terminal ends a run as cleanly as Ctrl-C: nothing that it started may outlive it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let stoppedBy: keyof typeof exitCodes | undefined;
let stoppedAt = 0;
/** Longer than `listen` waits for an app, and less than the 10 s after which containers are killed. */
const graceMs = 9_500;
const echoMs = 250;

const codeBySignal = (): (typeof exitCodes)[keyof typeof exitCodes] => exitCodes[stoppedBy ?? 'SIGINT'];

for (const signal of Object.keys(exitCodes) as (keyof typeof exitCodes)[]) {
  process.on(signal, () => {
    if (stoppedBy !== undefined) {
      // A second Ctrl-C does not wait for anything. One that follows at once is an echo: conf's file writer raises each
      // signal again, and so do runners such as npm.
      if (Date.now() - stoppedAt > echoMs) process.exit(codeBySignal());
      return;
    }
    stoppedBy = signal;
    stoppedAt = Date.now();
    stopping.abort(new Stopped(codeBySignal(), signal));
    setTimeout(() => process.exit(codeBySignal()), graceMs).unref();
  });
}

let changing = false;
let lost: OutputLost | undefined;
/** Milliseconds for what is under way to end, at a request's own limit of time, and for a run that changes nothing. */
const shutdownMs = { changing: 60_000, reading: 1_000 } as const;
// The reader of the pipe went away, as `head` does: nothing is left to do, unless something is being changed, which is
// brought to its end and ends with its own code. Of a full disk the run hears with what it writes: it ends in order and
// says what it has done. One that does not listen is stopped as by Ctrl-C.
const onLost = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') {
    if (!changing) process.exit(0);
    return;
  }
  if (lost !== undefined) return;
  lost = new OutputLost(error, changing);
  setTimeout(stopLost, changing ? shutdownMs.changing : shutdownMs.reading).unref();
};

function stopLost(): void {
  stopping.abort(lost);
  setTimeout(() => fatal(lost), graceMs).unref();
}

let stdout: NodeJS.WriteStream | undefined;
function openStdout(): NodeJS.WriteStream {
  stdout ??= process.stdout.on('error', onLost);
  return stdout;
}

let stderr: NodeJS.WriteStream | undefined;
/** Opened when it is first written to: few commands say anything there. */
function openStderr(): NodeJS.WriteStream {
  stderr ??= process.stderr.on('error', () => {});
  return stderr;
}

/** A user without a home, as in a container under a number that nobody has, has that of the system: `/`. */
function homeFolder(): string {
  try {
    return (process.platform === 'linux' && process.env['HOME']) || homedir() || '/';
  } catch {
    return '/';
  }
}

/** A folder that was removed meanwhile, as by the clean-up of a CI job, has no path any more. */
function workingFolder(): string | UsageFailure {
  try {
    return process.cwd();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'no longer exists' : `cannot be read (${code})`;
    return new UsageFailure(`The current folder ${what}.`, {
      code: 'current_folder_unusable',
      hint: 'Change to another folder and run the command there.',
    });
  }
}
const folder = workingFolder();

/** Only a device can be a terminal, and asking Node loads more than that. */
function isTerminal(number: 0 | 1 | 2): boolean {
  try {
    return (process.platform === 'win32' || fstatSync(number).isCharacterDevice()) && isatty(number);
  } catch {
    return false;
  }
}

/** A terminal that does not know its width says 0. */
const columnsOf = ({ columns }: NodeJS.WriteStream): number => columns || 80;

const surroundings: Host = {
  streams: {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return openStdout();
    },
    get stderr() {
      return openStderr();
    },
    // Few commands read stdin.
    get stdinIsTerminal() {
      return isTerminal(0);
    },
    stdoutIsTerminal: isTerminal(1),
    stderrIsTerminal: isTerminal(2),
    get columns() {
      return isTerminal(1) ? columnsOf(process.stdout) : undefined;
    },
    get errorColumns() {
      return isTerminal(2) ? columnsOf(process.stderr) : undefined;
    },
  },
  env: process.env,
  cwd: typeof folder === 'string' ? folder : '/',
  home: homeFolder(),
  clock: {
    now: () => Date.now(),
    sleep: async (ms, signal) => {
      const { sleep } = await import('./core/platform/sleep.js');
      await sleep(ms, signal);
    },
  },
  random: () => Math.random(),
  uuid: () => globalThis.crypto.randomUUID(),
  signal: stopping.signal,
  interrupt: () => void process.emit('SIGINT', 'SIGINT'),
  exits: true,
  onChanging: () => {
    changing = true;
  },
};

const told = async (error: unknown): Promise<number> => {
  const { fail } = await import('./app/report-failure.js');
  return await fail(error, surroundings, failOptions(process.argv.slice(2), createMask().text, surroundings));
};
const fatal = (error: unknown): void => void told(error).finally(() => process.exit(1));
process.on('uncaughtException', fatal);
process.on('unhandledRejection', fatal);

const ended = typeof folder === 'string' ? run(process.argv.slice(2), surroundings) : told(folder);
void ended.then((code) => {
  const last = stoppedBy === undefined ? code : codeBySignal();
  // Written to the end first: exit() does not wait for a pipe on every system. What nobody waited for is told here.
  written(stdout, () => written(stderr, () => (lost !== undefined && code === 0 ? fatal(lost) : process.exit(last))));
});

/** Writes nothing where nothing waits: a full disk refuses even that. */
function written(stream: NodeJS.WriteStream | undefined, next: () => unknown): void {
  if (stream === undefined || stream.writableLength === 0) setImmediate(next);
  else stream.write('', () => next());
}
