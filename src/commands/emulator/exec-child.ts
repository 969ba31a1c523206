import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Context } from '../../cli/context.js';
import { Ended, Stopped } from '../../cli/failure.js';

/** Milliseconds that a command has to end after it was asked to; the program itself ends a little later. */
const grace = 4_000;

/** They would make the command reach something else than the emulator. */
const others = ['ESIGN_PROFILE', 'ESIGN_MODE'];

/**
 * Runs a command with the terminal for its own, passes on a request to end, and answers its exit code; 128 and the
 * number of the signal when it was ended by one. Under --json stdout is ours, and what the command says there goes to
 * stderr. Throws Ended (2) when it cannot be started.
 */
export async function runChild(
  { machine, output, signal }: Context,
  [program = '', ...words]: readonly string[],
  given: Readonly<Record<string, string>>,
): Promise<number> {
  const inherited = Object.entries(machine.env).filter(([name]) => !others.includes(name));
  const child = spawn(program, words, {
    cwd: machine.cwd,
    env: { ...Object.fromEntries(inherited), ...given },
    stdio: ['inherit', output.form === 'json' ? 2 : 'inherit', 'inherit'],
  });
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    const reason: unknown = signal.reason;
    child.kill(reason instanceof Stopped && reason.exitCode === 143 ? 'SIGTERM' : 'SIGINT');
    killing = setTimeout(() => child.kill('SIGKILL'), grace);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await ended(child, program);
  } finally {
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}

function ended(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such program' : (error.code ?? error.message);
      const hint = 'Check the words after `--`.';
      reject(new Ended(2, 'command_not_started', `\`${program}\` could not be started: ${why}.`, { hint }));
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
