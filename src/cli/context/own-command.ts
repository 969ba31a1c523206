import { fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../core/platform/package-files.js';
import { isObject, parseJson } from '../../core/platform/json.js';

/** Other commands of this program, as processes of their own: each does what it does at a terminal. */

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  /** Resolves when it has exited. */
  readonly ended: Promise<Ran>;
  /** As Ctrl-C does. */
  interrupt(): void;
}

const usualLimit = 1024 * 1024;

/** Starts a command; `line` gets each object of its stdout, where it prints lines of JSON. */
export function startOwn(
  words: readonly string[],
  {
    env,
    cwd,
    line,
    limit = usualLimit,
  }: {
    readonly env: Environment;
    readonly cwd: string;
    readonly line?: (value: Readonly<Record<string, unknown>>) => void;
    /** Characters of its output that are kept. */
    readonly limit?: number;
  },
): RunningCommand {
  // In a group of its own: Ctrl-C at the terminal would interrupt it before the command that uses it.
  const child = fork(ownProgram(), [...words], {
    detached: true,
    execArgv: [],
    env: { ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let stdout = '';
  let stderr = '';
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (line === undefined) {
      stdout = (stdout + text).slice(0, limit);
      return;
    }
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-limit);
    for (const each of lines) {
      const value = parseJson(each);
      if (isObject(value)) line(value);
    }
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-limit);
  });
  const ended = new Promise<Ran>((resolve) => {
    child.once('error', (error) => resolve({ code: 1, stdout, stderr: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
  return { ended, interrupt: () => void child.kill('SIGINT') };
}

/** Runs a command with the terminal of this one, which must not read from it meanwhile. Resolves when it has exited. */
export function runOwnAtTerminal(
  words: readonly string[],
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<void> {
  const child = fork(ownProgram(), [...words], {
    execArgv: [],
    env: { ...env },
    cwd,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}

const ownProgram = (): string => join(packageRoot(), 'bin', 'esign.js');

export interface OwnFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** The other properties of the error object. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The failure of a command that ran with --json, or what it printed on stderr. */
export function failureOf({ stderr }: Ran): OwnFailure {
  const value = parseJson(stderr.trim().split('\n').at(-1) ?? '');
  const error = isObject(value) && isObject(value['error']) ? value['error'] : null;
  if (error === null) return { code: 'failed', message: stderr.trim(), hint: null, details: {} };
  const { code, message, hint, exit_code: _, ...details } = error;
  return { code: String(code), message: String(message), hint: typeof hint === 'string' ? hint : null, details };
}
