import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from './context.js';
import { CommandFailure, Stopped } from '../failure/failure.js';
import {
  endTree,
  endTreeWithUs,
  mayLeadGroup,
  membersOf,
  type ProcessTree,
  remaining,
  signalAll,
} from '../../core/platform/process-tree.js';
import { systemOf } from '../../core/platform/system/system.js';

/** The running command after `--`. */
export interface ChildProgram {
  readonly words: string;
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /**
   * Its exit code, or 128 plus the signal number. Rejects with Ended when it could not be started: 127 when it was not
   * found, else 126.
   */
  readonly ended: Promise<number>;
  /** Whether it or a child process that it left behind is running, as far as the system shows. */
  isRunning(): boolean;
  /** Asks it and its children to exit, and kills the rest after the grace period. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** With --json, stdout is reserved for esign: the command's stdout goes to stderr. */
  readonly ownStdout: boolean;
  /** Milliseconds from the request to exit until the kill. */
  readonly graceMs: number;
  /** Gets each line that it prints, in place of the standard streams; its stdin is then empty. */
  readonly printed?: (line: string) => void;
}

/** Milliseconds between two checks for running processes. */
const lookEvery = 25;

/** Starts a program with the standard streams, in its own process group unless one of them is a terminal. */
export function startChild(
  { machine, signal }: Pick<Context, 'machine' | 'signal'>,
  [program = '', ...words]: readonly string[],
  { env, ownStdout, graceMs, printed }: ChildOptions,
): ChildProgram {
  const ownGroup = mayLeadGroup();
  const run = globalThis.crypto.randomUUID();
  const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const start = systemOf().start(program, words, { env, cwd: machine.cwd, isFile });
  const { child, ended } = launch(program, () =>
    spawn(start.file, start.args, {
      ...(start.windowsVerbatimArguments === undefined ? {} : { windowsVerbatimArguments: true }),
      cwd: machine.cwd,
      env: { ...env, ESIGN_RUN_ID: run },
      stdio: printed === undefined ? ['inherit', ownStdout ? 2 : 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    }),
  );
  if (printed !== undefined) for (const stream of [child?.stdout, child?.stderr]) readLines(stream, printed);
  const pid = child?.pid;
  const tree = pid === undefined ? null : { leader: pid, ownGroup, tag: `ESIGN_RUN_ID=${run}` };
  const takeBack = tree === null ? () => undefined : endTreeWithUs(tree);
  const isOver = (): boolean => child === null || child.exitCode !== null || child.signalCode !== null;
  // At a terminal the command may exit from Ctrl-C before this process gets the signal.
  const wasStopped = (): boolean => signal.aborted || child?.signalCode != null || (child?.exitCode ?? 0) > 128;
  // Processes that a command leaves running when it exits normally are not touched.
  void ended.catch(() => undefined).then(() => (wasStopped() ? undefined : takeBack()));
  return {
    words: [program, ...words].join(' '),
    pid,
    ended,
    isRunning: () => tree !== null && (!systemOf().hasGroups || membersOf(tree).length > 0),
    stop: async () => {
      if (tree === null || (isOver() && !wasStopped())) return;
      await endGently(tree, { signal: signalOf(signal), isOver, graceMs });
      await ended.catch(() => undefined);
      takeBack();
    },
  };
}

/** A line without an end is cut into pieces of this length. */
const maxLine = 4_096;

function readLines(stream: Readable | null | undefined, printed: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) printed(line.slice(0, maxLine));
    if (rest.length > maxLine) {
      printed(rest.slice(0, maxLine));
      rest = rest.slice(maxLine);
    }
  });
  stream?.on('end', () => (rest === '' ? undefined : printed(rest)));
}

/** The signal to pass on when this run is stopped. */
const signalOf = ({ reason }: AbortSignal): NodeJS.Signals => (reason instanceof Stopped ? reason.signal : 'SIGTERM');

interface Ending {
  readonly signal: NodeJS.Signals;
  readonly isOver: () => boolean;
  readonly graceMs: number;
}

async function endGently(tree: ProcessTree, { signal, isOver, graceMs }: Ending): Promise<void> {
  const known = membersOf(tree);
  const until = Date.now() + graceMs;
  // The terminal has already sent Ctrl-C to the whole group, and a second one often means: at once.
  const isTold = signal === 'SIGINT' && !tree.ownGroup;
  if (!isTold) signalAll(known, signal);
  let asked = signal === 'SIGTERM';
  for (;;) {
    const left = remaining(tree, known);
    if (left.length === 0 && isOver()) return;
    if (Date.now() >= until) break;
    // Shells start background programs with SIGINT ignored.
    if (!asked && (isOver() || (isTold && Date.now() >= until - graceMs / 2))) {
      signalAll(left, 'SIGTERM');
      asked = true;
    }
    await pause(lookEvery);
  }
  endTree(tree, known);
}

interface Launched {
  readonly child: ChildProcess | null;
  readonly ended: Promise<number>;
}

function launch(program: string, start: () => ChildProcess): Launched {
  let child: ChildProcess | null = null;
  const ended = new Promise<number>((resolve, reject) => {
    const refuse = (error: unknown): void => reject(notStarted(program, error));
    try {
      child = start();
      child.once('error', refuse);
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    } catch (error) {
      // Some system errors are thrown synchronously.
      refuse(error);
    }
  });
  ended.catch(() => undefined);
  return { child, ended };
}

/** Exit codes like a shell: 127 when the program is not found, 126 when it cannot be run. */
function notStarted(program: string, error: unknown): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const hint = 'Check the words after `--`.';
  if (code === 'ENOENT' || code === 'ENOTDIR' || program === '') {
    return new CommandFailure(127, 'command_not_started', `Command \`${program}\` not found.`, { hint });
  }
  const why = code === 'EACCES' ? 'it is not executable' : code === '' ? String(error) : code;
  return new CommandFailure(126, 'command_not_started', `Cannot run command \`${program}\`: ${why}.`, { hint });
}
