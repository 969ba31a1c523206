import { platform } from 'node:os';

/** The package names of the common package manager of each system. */
const managers: Readonly<
  Record<string, { readonly command: string; readonly names: Readonly<Record<string, string>> }>
> = {
  win32: {
    command: 'winget install --id',
    names: { cloudflared: 'Cloudflare.cloudflared', ngrok: 'Ngrok.Ngrok' },
  },
  darwin: { command: 'brew install', names: { cloudflared: 'cloudflared', ngrok: 'ngrok' } },
};

/** `Install cloudflared`, with the command if there is one; without a full stop. */
export function installWords(program: 'cloudflared' | 'ngrok', on: string = platform()): string {
  const manager = managers[on];
  const name = manager?.names[program];
  return manager === undefined || name === undefined
    ? `Install ${program}`
    : `Install ${program} (${manager.command} ${name})`;
}
