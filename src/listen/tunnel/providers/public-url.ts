import { exitFailure } from '../failure.js';
import type { ExitInfo, TunnelProvider, TunnelSession } from '../provider.js';

/** The user's own public URL: the tunnel is run elsewhere, and there is no process to manage. */
export function publicUrlProvider(publicUrl: URL): TunnelProvider {
  return withoutProcess('public-url', `the public URL ${publicUrl.host}`, () => publicUrl);
}

/** No tunnel: the service runs on this machine, like the emulator, and calls the receiver directly. */
export function noTunnelProvider(): TunnelProvider {
  return withoutProcess('none', 'loopback', (localUrl) => localUrl);
}

function withoutProcess(id: 'none' | 'public-url', title: string, address: (localUrl: URL) => URL): TunnelProvider {
  return {
    id,
    title,
    stability: 'fixed',
    restartable: false,
    timeoutMs: 0,
    pacing: { gap: 5_000, limitedTries: 5, limitedWait: 60_000 },
    detect: async () => ({
      available: true,
      unasked: true,
      needsAccount: false,
      stability: 'fixed',
      ackMode: 'end-to-end',
    }),
    async start({ localUrl }, signal) {
      if (signal.aborted) throw exitFailure(closedByUs);
      return openWithoutProcess(address(localUrl));
    },
  };
}

const closedByUs: ExitInfo = {
  code: null,
  signal: null,
  reason: 'closed',
  retryable: true,
  words: 'it was closed',
  hint: '',
};

function openWithoutProcess(url: URL): TunnelSession {
  let end: (exit: ExitInfo) => void = () => undefined;
  const closed = new Promise<ExitInfo>((resolve) => {
    end = resolve;
  });
  return {
    addresses: () => [url],
    probeAfter: 0,
    pids: [],
    closed,
    onUpdate: () => undefined,
    health: async () => 'unknown',
    close: async () => end(closedByUs),
  };
}
