import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../src/cli/context/context.js';
import { run } from '../../src/program.js';
import { lentEngine } from './documents/document-engine.js';
import { fakeTerminal, type FakeTerminal, type FakeTerminalOptions, said } from './program/terminal.js';

/** The program run in this process, with its own folders and environment and nothing of the tester's machine. */
export interface Machine {
  readonly folder: string;
  readonly env: Record<string, string>;
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same, for a conversation: answers at once, with the terminal and the end of the run. */
  start(
    argv: readonly string[],
    options?: RunOptions,
  ): { readonly terminal: FakeTerminal; readonly ended: Promise<Ran> };
  remove(): void;
}

export interface RunOptions extends FakeTerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly clock?: Host['clock'];
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout as JSON. */
  json<T = unknown>(): T;
  /** The one JSON error object on stderr. */
  error(): {
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
    readonly exit_code: number;
  };
}

/** `folder`: an existing one, such as that of a built program, whose profile and emulator are used then. */
export function newMachine(folder = mkdtempSync(join(tmpdir(), 'esign-test-'))): Machine {
  const env: Record<string, string> = {
    ESIGN_CONFIG_DIR: join(folder, 'config'),
    ESIGN_STATE_DIR: join(folder, 'state'),
    TERM: 'xterm',
    NO_COLOR: '1',
  };
  const start: Machine['start'] = (argv, options = {}) => {
    const terminal = fakeTerminal(options);
    const surroundings: Host = {
      streams: terminal.streams,
      env: { ...env, ...options.env },
      cwd: folder,
      home: folder,
      clock: options.clock ?? { now: () => Date.now(), sleep: () => Promise.resolve() },
      random: () => 0.5,
      uuid: () => randomUUID(),
      signal: options.signal ?? new AbortController().signal,
      documents: lentEngine,
    };
    const ended = run(argv, surroundings).then((code): Ran => {
      const stderr = terminal.stderr();
      return {
        code,
        stdout: terminal.stdout(),
        stderr: said(argv, stderr),
        json: <T>() => JSON.parse(terminal.stdout()) as T,
        error: () => (JSON.parse(stderr) as { error: ReturnType<Ran['error']> }).error,
      };
    });
    return { terminal, ended };
  };
  return {
    folder,
    env,
    start,
    run: (argv, options) => start(argv, options).ended,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
