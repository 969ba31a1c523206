import { execa } from 'execa';
import { masked } from './child-env.js';
import { LineReader } from './line-reader.js';
import { endWithUs, signalGroup } from '../../core/platform/process-group.js';
import { systemOf } from '../../core/platform/system/system.js';
import type { StartOptions } from './provider.js';

export interface ProgramCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Complete: nothing of this process's environment is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Masked in every line. */
  readonly secrets?: readonly string[];
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** True when it exited because of a request to stop. */
  readonly asked: boolean;
  /** Why it could not be started. */
  readonly notStarted: string | undefined;
  /** The last 50 lines of output, oldest first. */
  readonly lines: readonly string[];
}

export interface RunningProgram {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  /** Asks it to exit, and kills it with its children after `graceMs`. Resolves when it has exited. */
  close(graceMs: number): Promise<void>;
}

const keptLines = 50;
/** Milliseconds for the last output to arrive after the exit. */
const drain = 200;

/** Runs a tunnel program in its own process group and passes its output on line by line. */
export function runProgram(
  command: ProgramCommand,
  options: Pick<StartOptions, 'children' | 'log'>,
  onLine: (line: string) => void,
): RunningProgram {
  const recent: string[] = [];
  let asked = false;
  let gone = false;
  const pass = (raw: string): void => {
    const line = masked(raw, command.secrets ?? []);
    if (line.trim() === '') return;
    recent.push(line);
    if (recent.length > keptLines) recent.shift();
    options.log(line);
    onLine(line);
  };
  const child = execa(command.file, [...command.args], {
    env: { ...command.env },
    extendEnv: false,
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    stdin: 'ignore',
    buffer: false,
    encoding: 'buffer',
    reject: false,
    detached: systemOf().hasGroups,
    windowsHide: true,
  });
  const { pid } = child;
  const outputs = [child.stdout, child.stderr].map((stream) => {
    const lines = new LineReader(pass);
    stream.on('data', (chunk: Buffer) => lines.take(chunk));
    return lines;
  });
  let takeBack = (): void => undefined;
  if (pid !== undefined) {
    options.children.started(pid);
    takeBack = endWithUs(pid);
  }

  const ended = (async (): Promise<ProgramEnd> => {
    const drained = new Promise<void>((resolve) => {
      child.once('exit', () => {
        gone = true;
        // Remaining children would hold the output open and outlive this process.
        if (pid !== undefined) signalGroup(pid, 'SIGKILL');
        setTimeout(resolve, drain);
      });
    });
    const result = await Promise.race([child, drained.then(() => undefined)]);
    for (const output of outputs) output.end();
    takeBack();
    if (pid !== undefined) options.children.ended(pid);
    return {
      code: child.exitCode ?? null,
      signal: child.signalCode ?? null,
      asked,
      notStarted: pid === undefined ? (result?.shortMessage ?? 'it could not be started') : undefined,
      lines: [...recent],
    };
  })();

  return {
    pid,
    ended,
    async close(graceMs) {
      asked = true;
      if (pid === undefined) return;
      if (!gone) signalGroup(pid, 'SIGTERM');
      const force = setTimeout(() => {
        if (!gone) signalGroup(pid, 'SIGKILL');
      }, graceMs);
      await ended;
      clearTimeout(force);
    },
  };
}
