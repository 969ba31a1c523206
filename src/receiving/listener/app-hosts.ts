import { isLoopback } from '../../core/http/network.js';
import { type LookedUp, lookUp } from '../../core/http/reach.js';
import { ListenFailure } from '../../listen/failure.js';
import type { Routing } from '../../listen/forward/routes.js';
import { nearest } from '../../core/platform/nearest.js';

const timeoutMs = 3_000;

/**
 * Refuses an app at a host without a dot that does not exist, such as a mistyped `localhost`: each delivery would fail. A
 * host with a dot may appear later. Throws ListenFailure (`invalid_value`).
 */
export async function refuseUnknownHosts(
  { routes }: Routing,
  resolve: (url: URL, timeout: number) => Promise<LookedUp> = lookUp,
): Promise<void> {
  for (const { target } of routes) {
    const { hostname } = target;
    if (/[.[]/.test(hostname) || isLoopback(hostname)) continue;
    const found = await resolve(target, timeoutMs);
    if (found.is !== 'failed' || found.code === 'ETIMEDOUT') continue;
    const meant = nearest(hostname, ['localhost']);
    throw new ListenFailure(
      'invalid_value',
      `Host "${hostname}" of the app not found.`,
      meant === null ? 'Example: --forward-to http://127.0.0.1:3000/hooks' : `Did you mean "${meant}"?`,
    );
  }
}
