import { spawn, type ChildProcess } from 'node:child_process';
import type { Context } from '../../cli/context.js';
import { ListenFailure } from '../../listen/failure.js';

export interface RunningCommand {
  readonly words: string;
  readonly pid: number | undefined;
  /** Its exit code; 128 and the number of the signal when it was ended by one. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

const grace = 1_500;
const signals: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Runs the command after `--` with the address and the secret in its environment, and there alone. */
export function runCommand(
  { machine, output }: Context,
  [program = '', ...words]: readonly string[],
  given: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(program, words, {
    cwd: machine.cwd,
    env: { ...machine.env, ...given },
    // Under --json stdout is ours alone: what the command says there goes to stderr.
    stdio: ['inherit', output.form === 'human' ? 'inherit' : 2, 'inherit'],
  });
  const ended = endOf(child, program);
  return {
    words: [program, ...words].join(' '),
    pid: child.pid,
    ended,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), grace);
      await ended.catch(() => undefined);
      clearTimeout(kill);
    },
  };
}

function endOf(child: ChildProcess, program: string): Promise<number> {
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such program' : (error.code ?? error.message);
      reject(
        new ListenFailure(
          'command_not_started',
          `\`${program}\` could not be started: ${why}.`,
          'Check the words after `--`.',
        ),
      );
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + (signals[signal ?? ''] ?? 0)));
  });
  ended.catch(() => undefined);
  return ended;
}
