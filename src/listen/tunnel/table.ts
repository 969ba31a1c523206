import type { TunnelProvider } from './provider.js';

/** The requested tunnel. */
interface TunnelRequest {
  /** As specified: `tailscale:8443`. */
  readonly text: string;
  /** The part after the name and its colon; null without any. */
  readonly detail: string | null;
  /** `--public-url`, as specified. */
  readonly publicUrl: string | null;
}

/** A tunnel: everything that parser, help, completion, detection and `doctor` know about it. */
export interface TunnelEntry {
  /** Its name in `--tunnel`, ESIGN_TUNNEL and a profile. */
  readonly name: string;
  /** The detail after the name: `[:PORT]`; required without brackets. */
  readonly detail: string;
  readonly about: string;
  /** Whether it is used automatically if it is installed and set up. */
  readonly detected: boolean;
  /** Throws TunnelFailure (`tunnel_setting`) for an invalid detail or public URL. */
  readonly make: (request: TunnelRequest) => Promise<TunnelProvider>;
}

/** In the order of preference: a fixed URL before one that changes, and one with an account before one without. */
export const tunnels: readonly TunnelEntry[] = [
  {
    name: 'none',
    detail: '',
    about: 'no tunnel, if the service can reach this machine directly',
    detected: false,
    make: async (request) => {
      const { noTunnelProvider } = await import('./providers/public-url.js');
      if (request.publicUrl !== null) {
        const { badSetting } = await import('./failure.js');
        throw badSetting('--tunnel none and --public-url cannot be used together.', 'Remove one of them.');
      }
      return noTunnelProvider();
    },
  },
  {
    name: 'ngrok',
    detail: '',
    about: 'ngrok, installed and signed in',
    detected: true,
    make: async ({ publicUrl }) => {
      const { ngrokProvider } = await import('./providers/ngrok.js');
      return ngrokProvider(await addressOf(publicUrl));
    },
  },
  {
    name: 'ngrok-sdk',
    detail: '',
    about: 'ngrok SDK instead of its program, with a token',
    detected: true,
    make: async ({ publicUrl }) => {
      const { ngrokSdkProvider } = await import('./providers/ngrok-sdk.js');
      return ngrokSdkProvider(await addressOf(publicUrl));
    },
  },
  {
    name: 'tailscale',
    detail: '[:PORT]',
    about: 'Tailscale Funnel',
    detected: true,
    make: async ({ detail }) => {
      const { readFunnelPort, tailscaleProvider } = await import('./providers/tailscale.js');
      return tailscaleProvider(readFunnelPort(detail));
    },
  },
  {
    name: 'devtunnel',
    detail: '[:NAME]',
    about: 'Microsoft dev tunnels',
    detected: true,
    make: async ({ detail }) => {
      const { devtunnelProvider } = await import('./providers/devtunnel.js');
      return devtunnelProvider(detail);
    },
  },
  {
    name: 'cloudflared',
    detail: '[:NAME]',
    about: 'Cloudflare (no account needed without a name)',
    detected: true,
    make: async ({ detail, publicUrl }) => {
      const { cloudflaredProvider } = await import('./providers/cloudflared.js');
      const url = await addressOf(publicUrl);
      if (url !== null) return cloudflaredProvider({ name: detail, publicUrl: url });
      if (detail === null) return cloudflaredProvider(null);
      const { badSetting } = await import('./failure.js');
      throw badSetting(
        'A named Cloudflare tunnel requires --public-url.',
        'Add --public-url https://hooks.example.test.',
      );
    },
  },
  {
    name: 'ssh',
    detail: '://user@host',
    about: 'your own ssh server with a public URL',
    detected: false,
    make: async ({ text, publicUrl }) => {
      const { readSshDestination } = await import('./providers/ssh-command.js');
      const { sshProvider } = await import('./providers/ssh.js');
      return sshProvider(readSshDestination(text), publicUrl);
    },
  },
];

const addressOf = async (text: string | null): Promise<URL | null> =>
  text === null ? null : (await import('./address.js')).readAddress(text);

const isRequired = ({ detail }: TunnelEntry): boolean => detail !== '' && !detail.startsWith('[');

/** `none, ngrok, tailscale[:PORT], … or ssh://user@host`, with or without the details. */
export function tunnelList(details: 'with details' | 'names', table: readonly TunnelEntry[] = tunnels): string {
  const words = table.map((entry) =>
    details === 'with details' || isRequired(entry) ? `${entry.name}${entry.detail}` : entry.name,
  );
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** Values for completion; a name that needs more ends with its first punctuation: `ssh://`. */
export const tunnelWords = (
  table: readonly TunnelEntry[] = tunnels,
): readonly { readonly word: string; readonly about: string }[] =>
  table.map((entry) => ({
    word: isRequired(entry) ? `${entry.name}${/^\W+/.exec(entry.detail)?.[0] ?? ''}` : entry.name,
    about: entry.about,
  }));
