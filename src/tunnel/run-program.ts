import { execa } from 'execa';
import { masked } from './child-env.js';
import { Lines } from './lines.js';
import { endWithUs, hasGroups, signalGroup } from './process-group.js';
import type { StartOptions } from './provider.js';

export interface ProgramCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** All of it: nothing of this process's own environment is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Taken out of every line before anybody sees it. */
  readonly secrets?: readonly string[];
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** True when it ended because we asked it to. */
  readonly asked: boolean;
  /** Why it could not be started at all. */
  readonly notStarted: string | undefined;
  /** The last 50 lines of its output, the oldest first. */
  readonly lines: readonly string[];
}

export interface RunningProgram {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  /** Asks it to end, after `graceMs` ends it and all that it started by force. Resolves when it is gone. */
  close(graceMs: number): Promise<void>;
}

const keptLines = 50;
/** Milliseconds that the last output may take to arrive once the program itself is gone. */
const drain = 200;

/** Runs a tunnel's program in a group of its own and passes its output on line by line, for as long as it lives. */
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
    detached: hasGroups,
    windowsHide: true,
  });
  const { pid } = child;
  const outputs = [child.stdout, child.stderr].map((stream) => {
    const lines = new Lines(pass);
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
        // Whatever it left behind would hold its output open, and outlive us.
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
