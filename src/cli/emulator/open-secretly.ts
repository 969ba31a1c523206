import { randomBytes } from 'node:crypto';
import type { Context } from '../context/context.js';
import { CommandFailure } from '../failure/failure.js';
import { openPrivately, type PrivateOpening } from '../context/open-privately.js';

/** Milliseconds to wait for the browser. */
const timeoutMs = 20_000;

/**
 * Opens a secret link in the browser, by a local URL that redirects once to the link: not even the private file that
 * leads the browser there holds the link itself. Throws CommandFailure (8, 130) on timeout.
 */
export async function openSecretly(context: Context, link: string, instead: string): Promise<void> {
  const { serve } = await import('../../core/http/serve.js');
  const path = `/${randomBytes(16).toString('base64url')}`;
  let came: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (came = resolve));
  let spent = false;
  const server = await serve({
    ownUserOnly: true,
    handler: (request) => {
      if (request.method !== 'GET' || request.path !== path || spent) return { status: 404 };
      spent = true;
      came();
      return {
        status: 303,
        headers: [
          ['Location', link],
          ['Cache-Control', 'no-store'],
          ['Referrer-Policy', 'no-referrer'],
        ],
      };
    },
  });
  const waiting = new AbortController();
  const hint = `Print the link: ${instead}`;
  const page = { address: `${server.url}${path}`, refusesOthers: server.refusesOthers, arrival: () => arrival };
  let opening: PrivateOpening | undefined;
  try {
    opening = await openPrivately(context, page, hint);
    const late = context.clock.sleep(timeoutMs, AbortSignal.any([waiting.signal, context.signal])).then(() => {
      throw new CommandFailure(8, 'no_browser', 'Timed out waiting for a browser to open the link.', { hint });
    });
    await Promise.race([arrival, opening.failed, late]);
  } catch (error) {
    if (context.signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    throw error;
  } finally {
    waiting.abort();
    opening?.end();
    await server.close();
  }
}
