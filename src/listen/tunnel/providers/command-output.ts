import { parseAddress } from '../address.js';
import { badSetting } from '../failure.js';
import { parseJson } from '../../../core/platform/json.js';
import { inside } from '../local-api.js';
import type { Fact } from '../program-session.js';

/** How to find the URL in a program's output: by a pattern, by a path in JSON lines, or by trying. */
type AddressFrom =
  | { readonly by: 'pattern'; readonly pattern: RegExp }
  | { readonly by: 'json'; readonly path: readonly (string | number)[] }
  | { readonly by: 'trying' };

/**
 * Reads where the URL is: `/pattern/` (its first group, or the match), or `.a.b[0]` in JSON lines; by default every
 * https URL is tried. Throws TunnelFailure (`tunnel_setting`).
 */
export function readAddressFrom(text: string | null): AddressFrom {
  if (text === null) return { by: 'trying' };
  if (/^(\.[\w-]+|\.?\[\d+\])+$/.test(text)) {
    const names = text.match(/[\w-]+/g) ?? [];
    return { by: 'json', path: names.map((name) => (/^\d+$/.test(name) ? Number(name) : name)) };
  }
  const pattern = /^\/(.+)\/(i?)$/.exec(text);
  if (pattern === null || text.length > 500) {
    throw badSetting(
      `Invalid --tunnel-address value "${text}".`,
      'Use a regular expression such as /https:\\S+/, or a path such as .tunnels[0].url for JSON lines.',
    );
  }
  try {
    return { by: 'pattern', pattern: new RegExp(pattern[1] ?? '', pattern[2]) };
  } catch {
    throw badSetting(`Invalid regular expression "${text}" in --tunnel-address.`, 'Use JavaScript syntax.');
  }
}

/** The fact in a line under that rule. A value without `https://` is a host. */
export function readCommandLine(line: string, from: AddressFrom, localUrl: URL): readonly Fact[] {
  switch (from.by) {
    case 'pattern': {
      const match = from.pattern.exec(line);
      return found(match?.[1] ?? match?.[0]);
    }
    case 'json': {
      const value = inside(parseJson(line), ...from.path);
      return found(typeof value === 'string' ? value : undefined);
    }
    case 'trying':
      return candidates(line, localUrl);
  }
}

function found(text: string | undefined): readonly Fact[] {
  if (text === undefined) return [];
  const url = parseAddress(text.includes('://') ? text : `https://${text}`);
  return url === undefined ? [] : [{ is: 'address', url }, { is: 'connected' }];
}

/** Hosts for documentation, billing and administration of tunnel services, never of a tunnel. */
const notTunnels = new Set([
  'www',
  'docs',
  'doc',
  'admin',
  'dashboard',
  'api',
  'login',
  'help',
  'console',
  'status',
  'blog',
]);
const makers =
  /^(localhost\.run|serveo\.net|pinggy\.io|ngrok\.com|trycloudflare\.com|cloudflare\.com|github\.com|twitter\.com|x\.com)$/;

function candidates(line: string, localUrl: URL): readonly Fact[] {
  const facts: Fact[] = [];
  for (const [text] of line.matchAll(/https:\/\/[^\s"'<>|,;)\]}]+/g)) {
    const url = parseAddress(text.replace(/(?<![.:!?])[.:!?]+$/, ''));
    if (url === undefined || url.hostname === localUrl.hostname || isMakers(url.hostname)) continue;
    // A tunnel's URL is a host; a URL with a path is a page.
    if (url.pathname === '/') facts.push({ is: 'candidate', url });
  }
  return facts.length === 0 ? [] : [...facts, { is: 'connected' }];
}

function isMakers(hostname: string): boolean {
  return makers.test(hostname) || notTunnels.has(hostname.split('.')[0] ?? '');
}
