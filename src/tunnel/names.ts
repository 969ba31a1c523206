/** What `--tunnel`, ESIGN_TUNNEL and a profile may name; the parser reads the same names. */
export interface TunnelName {
  readonly name: string;
  /** What may follow the name: `[:PORT]`; for `ssh`, what must. */
  readonly detail: string;
  readonly about: string;
}

export const tunnelNames = [
  { name: 'none', detail: '', about: 'no tunnel: the service reaches this machine by itself' },
  { name: 'cloudflared', detail: '[:NAME]', about: 'Cloudflare; without a name no account is needed' },
  { name: 'ngrok', detail: '', about: 'the program ngrok, signed in' },
  { name: 'ngrok-sdk', detail: '', about: 'ngrok without its program, by its token' },
  { name: 'tailscale', detail: '[:PORT]', about: 'Funnel of Tailscale' },
  { name: 'devtunnel', detail: '[:NAME]', about: 'dev tunnels of Microsoft' },
  { name: 'ssh', detail: '://user@host', about: 'a machine of your own that others reach' },
] as const satisfies readonly TunnelName[];

/** `none, cloudflared[:NAME], … or ssh://user@host`, with or without what may follow each name. */
export function tunnelList(details: 'with details' | 'names'): string {
  const words = tunnelNames.map(({ name, detail }) =>
    details === 'with details' || name === 'ssh' ? `${name}${detail}` : name,
  );
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
