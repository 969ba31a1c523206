import { readAddress } from './address.js';
import { badSetting, unavailable } from './failure.js';
import { installWords } from './install-words.js';
import type { Detection, TunnelMachine, TunnelProvider } from './provider.js';
import { commandProvider } from './providers/command.js';
import { publicUrlProvider } from './providers/public-url.js';
import { type TunnelEntry, tunnelList, tunnels } from './table.js';

/** The user's choice, by flag, environment or profile; null where nothing is set. */
export interface TunnelWish {
  /** A name of the table, with its detail: `tailscale:8443`. */
  readonly tunnel: string | null;
  readonly publicUrl: string | null;
  /** A program of the user's: `'x {port}'`. */
  readonly command: string | null;
  /** How to find its URL: `/pattern/` or `.path[0]`. */
  readonly commandAddress: string | null;
  /** The service is on this machine, like the emulator, and needs no public URL. */
  readonly serviceIsLocal: boolean;
}

export interface Choice {
  readonly provider: TunnelProvider;
  /** Whether it was chosen automatically: then its name and its public URL are reported. */
  readonly unasked: boolean;
  readonly detection: Detection;
}

export interface Found {
  readonly id: string;
  readonly detection: Detection;
}

/** The requested provider; null when none was. Throws TunnelFailure (`tunnel_setting`). */
export async function requestedProvider(request: TunnelWish, table = tunnels): Promise<TunnelProvider | null> {
  const { tunnel, publicUrl, command } = request;
  if (command !== null) {
    if (tunnel !== null) throw badSetting('--tunnel and --tunnel-cmd cannot be used together.', 'Remove one of them.');
    const url = publicUrl === null ? null : readAddress(publicUrl);
    return commandProvider({ line: command, addressFrom: request.commandAddress, publicUrl: url });
  }
  if (request.commandAddress !== null)
    throw badSetting('--tunnel-address requires --tunnel-cmd.', 'Add --tunnel-cmd COMMAND.');
  if (tunnel === null) return publicUrl === null ? null : publicUrlProvider(readAddress(publicUrl));
  return await namedProvider(tunnel, publicUrl, table);
}

async function namedProvider(
  tunnel: string,
  publicUrl: string | null,
  table: readonly TunnelEntry[],
): Promise<TunnelProvider> {
  const [name, detail = null] = tunnel.split(/:(.*)/s);
  const entry = table.find((each) => each.name === name);
  if (entry === undefined || (detail !== null && entry.detail === '')) {
    throw badSetting(`Invalid tunnel "${tunnel}".`, `Use one of: ${tunnelList('with details', table)}.`);
  }
  return await entry.make({ text: tunnel, detail, publicUrl });
}

/** All providers that are used automatically, best first. */
export async function detectedProviders(table = tunnels): Promise<readonly TunnelProvider[]> {
  const entries = table.filter(({ detected }) => detected);
  return await Promise.all(entries.map(({ name, make }) => make({ text: name, detail: null, publicUrl: null })));
}

/** Detects all providers at once, offline. */
export async function detectAll(
  machine: TunnelMachine,
  providers?: readonly TunnelProvider[],
): Promise<readonly Found[]> {
  return await Promise.all(
    (providers ?? (await detectedProviders())).map(async (provider) => ({
      id: provider.id,
      detection: await provider.detect(machine),
    })),
  );
}

const isEmpty = ({ tunnel, publicUrl, command, commandAddress }: TunnelWish): boolean =>
  [tunnel, publicUrl, command, commandAddress].every((part) => part === null);

/**
 * The provider to use: the requested one; no tunnel for a service on this machine; else the best one that is installed
 * and set up. Never a third-party ssh service, and never a download. Throws TunnelFailure.
 */
export async function chooseProvider(request: TunnelWish, machine: TunnelMachine, table = tunnels): Promise<Choice> {
  const requested = await requestedProvider(
    request.serviceIsLocal && isEmpty(request) ? { ...request, tunnel: 'none' } : request,
    table,
  );
  if (requested !== null) {
    const detection = await requested.detect(machine);
    // Only a missing program is refused here: about anything else the program's own message is the best one.
    if (!detection.available && detection.path === undefined) {
      const reason = detection.reason ?? 'not found';
      throw unavailable(`Cannot use ${requested.title}: ${reason}.`, 'Install it, or choose another tunnel.');
    }
    return { provider: requested, unasked: false, detection };
  }
  const providers = await detectedProviders(table);
  const found = await detectAll(machine, providers);
  const at = found.findIndex(({ detection }) => detection.available && detection.unasked);
  const provider = providers[at];
  const detection = found[at]?.detection;
  if (provider !== undefined && detection !== undefined) return { provider, unasked: true, detection };
  const missing = found.map(({ detection: { reason } }) => reason).filter((reason) => reason !== undefined);
  throw unavailable(
    `No tunnel is set up on this machine: ${missing.join('; ')}.`,
    `${installWords('cloudflared')}, which needs no account, or sign in to ngrok; ` +
      'or use --public-url, --tunnel ssh://… or --poll.',
  );
}
