import { spawn } from 'node:child_process';
import type { Context } from './context.js';
import { CommandFailure } from '../failure/failure.js';
import { findProgram } from '../../core/platform/find-program.js';
import { systemOf } from '../../core/platform/system/system.js';

/** A browser that is being started. */
export interface Opening {
  /** Rejects when the program fails. It never resolves, since a browser may stay open. */
  readonly failed: Promise<never>;
}

/**
 * Opens a URL or a file in the browser. The URL must not be a secret, since process lists show it. Throws CommandFailure
 * (8) when no program for this is found; `instead` is the hint.
 */
export async function openInBrowser(context: Context, target: string, instead: string): Promise<Opening> {
  const [name, ...words] = systemOf().opener;
  const { env } = context.machine;
  const program = await findProgram(name, env);
  if (program === undefined) {
    throw new CommandFailure(8, 'no_browser', `Cannot open a browser: ${name} not found.`, {
      hint: instead,
    });
  }
  const child = spawn(program, [...words, target], { detached: true, stdio: 'ignore', env: { ...env } });
  child.unref();
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (why: string): void =>
      reject(new CommandFailure(8, 'no_browser', `Cannot open a browser: ${name} ${why}.`, { hint: instead }));
    child.on('error', () => fail('could not be started'));
    child.on('exit', (code) => {
      if (code !== 0) fail(code === null ? 'was stopped' : `exited with ${code}`);
    });
  });
  failed.catch(() => undefined);
  return { failed };
}
