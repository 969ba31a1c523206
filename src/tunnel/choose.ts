import { readAddress } from './address.js';
import { badSetting, unavailable } from './failure.js';
import { installWords } from './install-words.js';
import { tunnelList } from './names.js';
import type { Detection, ProviderId, TunnelMachine, TunnelProvider } from './provider.js';
import { cloudflaredProvider } from './providers/cloudflared.js';
import { commandProvider } from './providers/command.js';
import { devtunnelProvider } from './providers/devtunnel.js';
import { ngrokSdkProvider } from './providers/ngrok-sdk.js';
import { ngrokProvider } from './providers/ngrok.js';
import { noTunnelProvider, publicUrlProvider } from './providers/public-url.js';
import { readSshDestination } from './providers/ssh-command.js';
import { sshProvider } from './providers/ssh.js';
import { tailscaleProvider } from './providers/tailscale.js';

/** What the user asked for, by flag, environment or profile; null where nothing was said. */
export interface TunnelWish {
  /** `none`, `cloudflared[:NAME]`, `ngrok`, `ngrok-sdk`, `tailscale[:PORT]`, `devtunnel[:NAME]` or `ssh://…`. */
  readonly tunnel: string | null;
  readonly publicUrl: string | null;
  /** A program of the user's: `'x {port}'`. */
  readonly command: string | null;
  /** Where its address stands: `/pattern/` or `.path[0]`. */
  readonly commandAddress: string | null;
  /** The service is on this machine, as the emulator is, and needs no public address. */
  readonly serviceIsLocal: boolean;
}

export interface Choice {
  readonly provider: TunnelProvider;
  /** Whether nobody asked for it: then it is said which one it is, and that its address is public. */
  readonly unasked: boolean;
  readonly detection: Detection;
}

export interface Found {
  readonly id: ProviderId;
  readonly detection: Detection;
}

const words = `${tunnelList('names')}?remote=9100`;

/** The provider that was asked for; null when nothing was. Throws TunnelFailure (`tunnel_setting`). */
export function wishedProvider(wish: TunnelWish): TunnelProvider | null {
  const { tunnel, publicUrl, command } = wish;
  if (command !== null) {
    if (tunnel !== null) throw badSetting('A tunnel and a tunnel command exclude each other.', 'Give one of them.');
    const url = publicUrl === null ? null : readAddress(publicUrl);
    return commandProvider({ line: command, addressFrom: wish.commandAddress, publicUrl: url });
  }
  if (wish.commandAddress !== null) throw badSetting('There is no tunnel command to read an address from.', 'Add it.');
  if (tunnel === null) return publicUrl === null ? null : publicUrlProvider(readAddress(publicUrl));
  return namedProvider(tunnel, publicUrl);
}

function namedProvider(tunnel: string, publicUrl: string | null): TunnelProvider {
  if (tunnel.startsWith('ssh:')) return sshProvider(readSshDestination(tunnel), publicUrl);
  const [kind, detail = null] = tunnel.split(/:(.*)/s);
  const url = publicUrl === null ? null : readAddress(publicUrl);
  switch (kind) {
    case 'cloudflared':
      if (url !== null) return cloudflaredProvider({ name: detail, publicUrl: url });
      if (detail === null) return cloudflaredProvider(null);
      throw badSetting(
        'A tunnel of your own needs its public address.',
        'Add --public-url https://hooks.example.test.',
      );
    case 'ngrok':
      return bare(detail, tunnel, ngrokProvider(url));
    case 'ngrok-sdk':
      return bare(detail, tunnel, ngrokSdkProvider(url));
    case 'none':
      if (url === null) return bare(detail, tunnel, noTunnelProvider());
      throw badSetting('Without a tunnel there is no public address.', 'Leave out one of the two.');
    case 'tailscale':
      return tailscaleProvider(readPort(detail));
    case 'devtunnel':
      return devtunnelProvider(detail);
    default:
      throw badSetting(`\`${tunnel}\` is no tunnel.`, `Choose ${words}.`);
  }
}

function bare(detail: string | null, tunnel: string, provider: TunnelProvider): TunnelProvider {
  if (detail === null) return provider;
  throw badSetting(`\`${tunnel}\` is no tunnel.`, `Choose ${words}.`);
}

function readPort(text: string | null): number {
  if (text === null) return 443;
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw badSetting(`\`${text}\` is no port.`, 'Funnel has 443, 8443 and 10000.');
}

/** All that may be used unasked, the best first: a fixed address before a passing one, an account before none. */
export function unaskedProviders(): readonly TunnelProvider[] {
  return [
    ngrokProvider(null),
    ngrokSdkProvider(null),
    tailscaleProvider(443),
    devtunnelProvider(null),
    cloudflaredProvider(null),
  ];
}

/** Looks at the machine, offline and at all providers at once. */
export async function detectAll(
  machine: TunnelMachine,
  providers: readonly TunnelProvider[] = unaskedProviders(),
): Promise<readonly Found[]> {
  return await Promise.all(
    providers.map(async (provider) => ({ id: provider.id, detection: await provider.detect(machine) })),
  );
}

/**
 * The provider to use: what was asked for; no tunnel where the service is on this machine; else the best one that is
 * installed and set up. Never somebody else's ssh service, and never a download. Throws TunnelFailure.
 */
export async function chooseProvider(wish: TunnelWish, machine: TunnelMachine): Promise<Choice> {
  const wished = wishedProvider(wish) ?? (wish.serviceIsLocal ? noTunnelProvider() : null);
  if (wished !== null) {
    const detection = await wished.detect(machine);
    // What else may be missing the program itself says best: it was asked for by name.
    if (!detection.available && detection.path === undefined) {
      const reason = detection.reason ?? 'it was not found';
      throw unavailable(`${wished.title} cannot be used: ${reason}.`, 'Install it, or choose another tunnel.');
    }
    return { provider: wished, unasked: false, detection };
  }
  const providers = unaskedProviders();
  const found = await detectAll(machine, providers);
  const at = found.findIndex(({ detection }) => detection.available && detection.unasked);
  const provider = providers[at];
  const detection = found[at]?.detection;
  if (provider !== undefined && detection !== undefined) return { provider, unasked: true, detection };
  const missing = found.map(({ detection: { reason } }) => reason).filter((reason) => reason !== undefined);
  throw unavailable(
    `No tunnel is set up on this machine: ${missing.join('; ')}.`,
    `${installWords('cloudflared')}, which needs no account, or sign in to ngrok; ` +
      'or give --public-url, --tunnel ssh://… or --poll.',
  );
}
