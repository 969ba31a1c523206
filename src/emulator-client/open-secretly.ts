import { randomBytes } from 'node:crypto';
import type { Context } from '../cli/context.js';
import { CommandFailure } from '../cli/failure.js';
import { openInBrowser } from '../cli/open-in-browser.js';
import { privateTarget } from '../cli/private-target.js';

/** Milliseconds to wait for the browser. */
const timeoutMs = 20_000;

/**
 * Every user of the machine can see the URL in the browser's arguments. It is therefore a local URL that redirects once
 * to the link. On Linux other users are refused; elsewhere the URL is in a private file. Throws Ended (8, 130) on timeout.
 */
export async function openSecretly(context: Context, link: string, instead: string): Promise<void> {
  const { serve } = await import('../http/serve.js');
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
  const given = await privateTarget(`${server.url}${path}`);
  try {
    const { failed } = await openInBrowser(context, given.target, `Print the link: ${instead}`);
    const late = context.clock.sleep(timeoutMs, AbortSignal.any([waiting.signal, context.signal])).then(() => {
      throw new CommandFailure(8, 'no_browser', 'Timed out waiting for a browser to open the link.', {
        hint: `Print the link: ${instead}`,
      });
    });
    await Promise.race([arrival, failed, late]);
  } catch (error) {
    if (context.signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    throw error;
  } finally {
    waiting.abort();
    await given.remove();
    await server.close();
  }
}
