import { parseAddress } from '../address.js';
import type { ExitRule } from '../explain-exit.js';
import type { Fact } from '../program-session.js';

/**
 * The fact in a line of `devtunnel host`. It prints up to three URLs: with the port after the host, with the port in
 * the name (the right one), and of an inspector.
 */
export function readDevtunnelLine(line: string, localUrl: URL): readonly Fact[] {
  if (/^\s*Ready to accept connections/.test(line))
    return [{ is: 'connected' }, changed('up', 'the dev tunnel is connected')];
  if (/Connection to host tunnel relay (closed|lost)|reconnecting/i.test(line)) {
    return [changed('degraded', 'the dev tunnel is reconnecting')];
  }
  if (/Connection to host tunnel relay restored/i.test(line)) return [changed('up', 'the dev tunnel is connected')];
  if (/^\s*Inspect/i.test(line)) return [];
  const url = ourAddress(line, localUrl.port);
  return url === undefined ? [] : [{ is: 'address', url }];
}

function ourAddress(line: string, port: string): URL | undefined {
  const wanted = new RegExp(`^https://[a-z0-9]+-${port}\\.[a-z0-9.-]*devtunnels\\.ms/?$`, 'i');
  const text = line.split(/[\s,]+/).find((word) => wanted.test(word));
  return text === undefined ? undefined : parseAddress(text.replace(/\/$/, ''));
}

function changed(state: 'up' | 'degraded', words: string): Fact {
  return { is: 'changed', update: { state, words } };
}

export const devtunnelRules: readonly ExitRule[] = [
  {
    line: /not logged in|Login required|Unauthorized|token (has )?expired|Forbidden/i,
    reason: 'auth',
    hint: 'Sign in with `devtunnel user login`.',
  },
  {
    line: /Tunnel not found|does not exist/i,
    reason: 'auth',
    hint: 'Create it with `devtunnel create NAME --allow-anonymous`.',
  },
  { line: /quota|rate limit|Too many requests|\b429\b/i, reason: 'rate-limited', hint: 'Wait a few minutes.' },
  { line: /already (being )?hosted|another host/i, reason: 'port-taken', hint: 'Stop the other host of this tunnel.' },
  {
    line: /No such host|network is unreachable|timed? ?out|connection refused|Name or service not known/i,
    reason: 'network',
  },
];
