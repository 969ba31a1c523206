import { isObject } from '../../../core/platform/json.js';
import { parseAddress } from '../address.js';
import type { ExitRule } from '../explain-exit.js';
import { inside } from '../local-api.js';

/** The public URL in `tailscale funnel status --json` that leads to the port; undefined when there is none. */
export function readFunnelStatus(json: unknown, localUrl: URL): URL | undefined {
  const sessions = inside(json, 'Foreground');
  const configs = [json, ...(isObject(sessions) ? Object.values(sessions) : [])];
  return configs.map((config) => funnelOf(config, localUrl)).find((url) => url !== undefined);
}

function funnelOf(config: unknown, localUrl: URL): URL | undefined {
  const allowed = inside(config, 'AllowFunnel');
  if (!isObject(allowed)) return undefined;
  for (const [place, on] of Object.entries(allowed)) {
    const target = inside(config, 'Web', place, 'Handlers', '/', 'Proxy');
    if (on === true && typeof target === 'string' && leadsTo(target, localUrl)) return addressOf(place);
  }
  return undefined;
}

function leadsTo(target: string, localUrl: URL): boolean {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url !== undefined && ['127.0.0.1', 'localhost'].includes(url.hostname) && url.port === localUrl.port;
}

function addressOf(place: string): URL | undefined {
  return parseAddress(`https://${place.replace(/:443$/, '')}`);
}

/** The URL that the command prints: the first line that is only a URL of the tailnet. */
export function readPrintedAddress(line: string): URL | undefined {
  const text = /^\s*(https:\/\/[a-z0-9.-]+\.ts\.net(?::\d+)?)\/?\s*$/i.exec(line)?.[1];
  return text === undefined ? undefined : parseAddress(text);
}

/** Whether this machine may use Funnel: it is connected, and its tailnet allows it. */
export function readCapability(json: unknown): { readonly able: boolean; readonly reason: string } {
  const state = inside(json, 'BackendState');
  if (state !== 'Running') return { able: false, reason: 'tailscale is not connected' };
  const map = inside(json, 'Self', 'CapMap');
  const list = inside(json, 'Self', 'Capabilities');
  const names = [...(isObject(map) ? Object.keys(map) : []), ...(Array.isArray(list) ? list : [])];
  const able = names.some((name) => name === 'funnel' || name === 'https://tailscale.com/cap/funnel');
  return { able, reason: able ? '' : 'Funnel is not enabled for this machine' };
}

export const notEnabled: ExitRule = {
  line: /Funnel is not enabled|Funnel not available|is not allowed for funnel|does not support getting TLS certs/i,
  reason: 'auth',
  hint: 'Run `tailscale funnel 8080` once, and open the link that it prints.',
};

export const tailscaleRules: readonly ExitRule[] = [
  notEnabled,
  { line: /shields-up/i, reason: 'auth', hint: 'Allow incoming connections in Tailscale.' },
  {
    line: /Access denied|serve config denied|requires.{0,200}(root|sudo|operator)/i,
    reason: 'auth',
    hint: 'Run `sudo tailscale set --operator=$USER` once.',
  },
  { line: /Tailscale is stopped|Logged out|NeedsLogin|not logged in/i, reason: 'auth', hint: 'Run `tailscale up`.' },
  {
    line: /listener already exists for port|is already serving/i,
    reason: 'port-taken',
    hint: 'Stop the server on that port. Find it with `tailscale funnel status`.',
  },
  { line: /failed to connect to local tailscaled|network is unreachable|no such host/i, reason: 'network' },
];
