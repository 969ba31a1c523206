import { execa } from 'execa';
import { childEnv } from './child-env.js';
import { withoutControls } from './line-reader.js';

/**
 * Milliseconds for a query that needs no network. Long, because on a busy machine the start alone may be slow. A
 * timeout counts as not set up.
 */
const timeoutMs = 5_000;

/** The output of a short query; undefined when it fails or times out. */
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
  return result.failed ? undefined : result.stdout.split('\n').map(withoutControls).join('\n');
}

/** The version that a program reports; undefined when it does not. */
export async function readVersion(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  pattern: RegExp,
): Promise<string | undefined> {
  const text = await askProgram(file, args, env);
  return text === undefined ? undefined : pattern.exec(text)?.[1];
}
