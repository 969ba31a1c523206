import { isAbsolute, join, resolve } from 'node:path';
import type { Sourced } from './origin.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings folder: ESIGN_CONFIG_DIR, else the usual folder of the system. */
export function configFolder(env: Environment, home: string, cwd: string): Sourced<string> {
  return folder(env, 'ESIGN_CONFIG_DIR', cwd, base(env, 'XDG_CONFIG_HOME', 'APPDATA', join(home, '.config')));
}

/** The state folder (journal, emulator data): ESIGN_STATE_DIR, else the usual folder of the system. */
export function stateFolder(env: Environment, home: string, cwd: string): Sourced<string> {
  return folder(
    env,
    'ESIGN_STATE_DIR',
    cwd,
    base(env, 'XDG_STATE_HOME', 'LOCALAPPDATA', join(home, '.local', 'state')),
  );
}

function folder(env: Environment, variable: string, cwd: string, otherwise: string): Sourced<string> {
  const named = env[variable] ?? '';
  if (named === '') return { value: join(otherwise, 'esign'), origin: { from: 'default' } };
  return { value: resolve(cwd, named), origin: { from: 'environment', variable } };
}

/** The XDG specification requires to ignore a relative path in these variables. */
function base(env: Environment, xdg: string, windows: string, otherwise: string): string {
  return [env[xdg], env[windows]].find((path) => path !== undefined && isAbsolute(path)) ?? otherwise;
}
