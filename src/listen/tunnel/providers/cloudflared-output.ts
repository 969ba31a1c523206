import { parseAddress } from '../address.js';
import type { ExitRule } from '../explain-exit.js';
import { inside } from '../local-api.js';

/** The metrics address from one line of cloudflared's log; undefined for any other line. */
export function readMetricsAddress(line: string): URL | undefined {
  const port = /Starting metrics server on (?:127\.0\.0\.1|localhost|\[::1\]):(\d+)(?:\/|\s|$)/.exec(line)?.[1];
  return port === undefined ? undefined : new URL(`http://127.0.0.1:${port}`);
}

/**
 * The URL in the frame that a quick tunnel prints. A rejected request names `api.trycloudflare.com` in a sentence,
 * which does not match.
 */
export function readBoxedAddress(line: string): URL | undefined {
  const text = /\|\s+(https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+)\s*(?:\||$)/.exec(line)?.[1];
  return text === undefined ? undefined : quickAddress(new URL(text).hostname);
}

/** The URL in the response of `GET /quicktunnel`. */
export function readQuickTunnel(json: unknown): URL | undefined {
  const hostname = inside(json, 'hostname');
  return typeof hostname === 'string' ? quickAddress(hostname) : undefined;
}

function quickAddress(hostname: string): URL | undefined {
  const labels = hostname.split('.');
  if (labels.length < 3 || labels[0] === 'api' || labels[0] === 'www') return undefined;
  return /^[a-z0-9.-]+$/.test(hostname) ? parseAddress(`https://${hostname}`) : undefined;
}

export function saysRegistered(line: string): boolean {
  return /Registered tunnel connection|Connection [0-9a-f-]{36} registered/.test(line);
}

export const cloudflaredRules: readonly ExitRule[] = [
  {
    line: /429 Too Many Requests|error code: 1015|failed to unmarshal quick Tunnel: invalid character 'e'/i,
    reason: 'rate-limited',
    hint: 'Wait a few minutes, or use a tunnel with a fixed URL.',
  },
  {
    line: /Provided Tunnel token is not valid|Unauthorized|Invalid tunnel secret|Cannot determine default origin certificate/i,
    reason: 'auth',
    hint: 'Set TUNNEL_TOKEN to the token of the tunnel, or sign in with `cloudflared tunnel login`.',
  },
  {
    line: /tunnel credentials file .{0,200} doesn't exist|is not a valid tunnel|tunnel with name .{0,200} not found|neither the ID nor the name/i,
    reason: 'auth',
    hint: 'List the tunnels with `cloudflared tunnel list`.',
  },
  {
    line: /failed to (request|parse|unmarshal) quick Tunnel|no such host|i\/o timeout|connection refused|network is unreachable/i,
    reason: 'network',
  },
  { line: /flag provided but not defined|Incorrect Usage/i, reason: 'crash', retryable: false },
];
