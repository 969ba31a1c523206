import { readFile, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { TunnelMachine } from '../provider.js';

const maxBytes = 1024 * 1024;

/** The user's ngrok token: NGROK_AUTHTOKEN, or the one in ngrok's settings; undefined without any. */
export async function ngrokToken(machine: TunnelMachine): Promise<string | undefined> {
  const given = machine.env['NGROK_AUTHTOKEN'];
  if (given !== undefined && given !== '') return given;
  for (const path of settingsFiles(machine)) {
    const token = tokenIn(await readIfSmall(path));
    if (token !== undefined) return token;
  }
  return undefined;
}

function settingsFiles({ env, home }: TunnelMachine): readonly string[] {
  const named = env['NGROK_CONFIG'];
  const system =
    platform() === 'win32'
      ? join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'ngrok', 'ngrok.yml')
      : platform() === 'darwin'
        ? join(home, 'Library', 'Application Support', 'ngrok', 'ngrok.yml')
        : join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'ngrok', 'ngrok.yml');
  return [...(named === undefined || named === '' ? [] : [named]), system, join(home, '.ngrok2', 'ngrok.yml')];
}

/** `authtoken: …` at the top level or, since version 3 of the file, under `agent:`. */
function tokenIn(yaml: string): string | undefined {
  return /^[ \t]*authtoken:[ \t]*(["']?)([\w-]{4,})\1[ \t]*(?:#.*)?$/m.exec(yaml)?.[2];
}

async function readIfSmall(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > maxBytes) return '';
    return await readFile(path, 'utf8');
  } catch {
    // No such file, or one that may not be read: as if nothing were set.
    return '';
  }
}
