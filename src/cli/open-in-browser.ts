import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Context } from './context.js';
import { CommandFailure } from './failure.js';
import { findProgram } from '../platform/find-program.js';

/** The program that hands an address to the browser of the desktop, with the words before the address. */
const openers: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  // `start` belongs to the shell, which would read the address; this takes it as it is.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const elsewhere = ['xdg-open'] as const;

/** A program that is given an address or a file to open. */
export interface Opening {
  /** Rejects when the program fails; never resolves by itself, since a browser may stay. */
  readonly failed: Promise<never>;
}

/**
 * Opens an address or a file in the browser. The address shows in the list of processes: it must be no secret. Throws
 * Ended (8) when the machine has no program to open it with; `instead` says what to do then.
 */
export async function openInBrowser(context: Context, target: string, instead: string): Promise<Opening> {
  const [name, ...words] = openers[platform()] ?? elsewhere;
  const { env } = context.machine;
  const program = await findProgram(name, env);
  if (program === undefined) {
    throw new CommandFailure(8, 'no_browser', `There is no ${name} on this machine to open a browser with.`, {
      hint: instead,
    });
  }
  const child = spawn(program, [...words, target], { detached: true, stdio: 'ignore', env: { ...env } });
  child.unref();
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (why: string): void =>
      reject(new CommandFailure(8, 'no_browser', `${name} opened no browser: ${why}.`, { hint: instead }));
    child.on('error', () => fail('it could not be run'));
    child.on('exit', (code) => {
      if (code !== 0) fail(code === null ? 'it was ended' : `it ended with ${code}`);
    });
  });
  failed.catch(() => undefined);
  return { failed };
}
