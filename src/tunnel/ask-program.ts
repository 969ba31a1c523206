import { execa } from 'execa';
import { childEnv } from './child-env.js';
import { plain } from './lines.js';

/**
 * Milliseconds that a program is given for a question that needs no network: it is asked only where it is installed,
 * and on a busy machine its start alone takes long. Who runs out of time counts as not set up.
 */
const timeoutMs = 2_000;

/** The output of a short question to a program; undefined when it fails or does not answer in time. */
export async function askProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  timeout = timeoutMs,
): Promise<string | undefined> {
  const result = await execa(file, [...args], {
    env: { ...childEnv(env) },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout,
    forceKillAfterDelay: 100,
    maxBuffer: 1024 * 1024,
    windowsHide: true,
  });
  return result.failed ? undefined : result.stdout.split('\n').map(plain).join('\n');
}

/** The version that a program says it has; undefined when it does not say. */
export async function readVersion(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  pattern: RegExp,
): Promise<string | undefined> {
  const text = await askProgram(file, args, env);
  return text === undefined ? undefined : pattern.exec(text)?.[1];
}
