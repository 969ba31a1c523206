import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import type { Report } from '../../listen/receive/report.js';
import { openServiceProxy } from '../../listen/endpoint/service-proxy.js';
import { type Awaiting, countsOwn } from './awaiting.js';
import type { ListenOptions } from './options.js';
import type { Senders } from './parts.js';
import { isLoopback } from '../../core/http/network.js';
import { type LookedUp, lookUp } from '../../core/http/reach.js';
import { ListenFailure } from '../../listen/failure.js';
import { nearest } from '../../core/platform/nearest.js';

/** A proxy URL of the service for the command, which distinguishes its envelopes from others. */
export interface OwnAddress {
  /** For the environment of the command; empty where every envelope counts. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether a request of the command is waiting for its response. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** Opens the proxy if only the envelopes of the command count. It is closed after the command has exited. */
export async function openOwnAddress(
  context: Context,
  options: ListenOptions,
  { service }: Senders,
  { noted, tell }: { readonly noted: Awaiting['noted']; readonly tell: (report: Report) => void },
): Promise<OwnAddress> {
  const isMine = options.mine === true && options.words.length > 0;
  if (!isMine && !countsOwn(options)) return { env: {}, isBusy: () => false, close: () => Promise.resolve() };
  const { clock } = context;
  const settings = context.settings();
  const baseUrl = requireBaseUrl(settings);
  const proxy = await openServiceProxy({
    baseUrl,
    send: service.send,
    contract: (await contractInUse(settings))?.contract,
    noted,
    failed: (words) => {
      const message = `A request of the command got no response: ${words}.`;
      tell({
        is: 'remark',
        at: new Date(clock.now()).toISOString(),
        code: 'service_silent',
        words: message,
        grave: true,
      });
    },
  });
  // Without it, `esign` in the command would use the key of another profile, or none.
  const { profile } = settings;
  const ofProfile = settings.baseUrl?.origin.from === 'profile' && profile !== null;
  return {
    env: {
      ESIGN_BASE_URL: proxy.url,
      ESIGN_LISTEN_SERVICE: baseUrl,
      ESIGN_LISTEN_NOTES: proxy.notesUrl,
      ...(ofProfile ? { ESIGN_PROFILE: profile.value } : {}),
    },
    isBusy: proxy.isBusy,
    close: () => proxy.close(),
  };
}

const timeoutMs = 3_000;

/**
 * Refuses an app at a host without a dot that does not exist, such as a mistyped `localhost`: each delivery would fail. A
 * host with a dot may appear later. Throws ListenFailure (`invalid_value`).
 */
export async function refuseUnknownHosts(
  targets: readonly URL[],
  resolve: (url: URL, timeout: number) => Promise<LookedUp> = lookUp,
): Promise<void> {
  for (const target of targets) {
    const { hostname } = target;
    if (/[.[]/.test(hostname) || isLoopback(hostname)) continue;
    const found = await resolve(target, timeoutMs);
    if (found.is !== 'failed' || found.code === 'ETIMEDOUT') continue;
    const meant = nearest(hostname, ['localhost']);
    throw new ListenFailure(
      'invalid_value',
      `Host "${hostname}" of the app not found.`,
      meant === null ? 'Use the URL of an app: http://127.0.0.1:3000/hooks' : `Did you mean "${meant}"?`,
    );
  }
}
