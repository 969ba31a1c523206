import { askProgram, readVersion } from '../ask-program.js';
import { childEnv } from '../child-env.js';
import { byRule, explainExit, type ExitRule } from '../explain-exit.js';
import { badSetting, unavailable } from '../failure.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { parseJson } from '../../../core/platform/json.js';
import { openProgram, type Fact, type ProgramTunnel } from '../program-session.js';
import type { Detection, StartOptions, TunnelMachine, TunnelProvider } from '../provider.js';
import {
  notEnabled,
  readCapability,
  readFunnelStatus,
  readPrintedAddress,
  tailscaleRules,
} from './tailscale-output.js';

const title = 'tailscale funnel';
/** Milliseconds for a query of the local daemon, which may be busy with a new network. */
const timeoutMs = 2_000;
/** Milliseconds between two such queries, because each one is a process. */
const askAgain = 20_000;

/** The public port after `tailscale:`; 443 when there is none. Throws TunnelFailure (`tunnel_setting`). */
export function readFunnelPort(text: string | null): number {
  if (text === null) return 443;
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw badSetting(`Invalid port "${text}" in --tunnel.`, 'Funnel supports 443, 8443 and 10000.');
}

/**
 * Tailscale Funnel in the foreground, so that it ends with this process even after a kill, at the machine's fixed name.
 * `port` is the public one, usually 443, 8443 or 10000.
 */
export function tailscaleProvider(port: number): TunnelProvider {
  return {
    id: 'tailscale',
    title,
    stability: 'fixed',
    restartable: true,
    timeoutMs: 30_000,
    pacing: { gap: 1_000, limitedTries: 5, limitedWait: 60_000 },
    detect: detectTailscale,
    async start(options, signal) {
      const file = await findProgram('tailscale', options.machine.env);
      if (file === undefined) throw unavailable('tailscale is not on the PATH.', 'Install Tailscale.');
      return await openProgram(describe(file, port, options), options, signal);
    },
  };
}

function describe(file: string, port: number, { localUrl, machine, clock }: StartOptions): ProgramTunnel {
  const env = childEnv(machine.env);
  // After sleep the daemon may have dropped the funnel while its command still runs.
  const served = async (): Promise<URL | null | undefined> => {
    const text = await askProgram(file, ['funnel', 'status', '--json'], env, timeoutMs);
    if (text === undefined) return undefined;
    return readFunnelStatus(parseJson(text), localUrl) ?? null;
  };
  let askedAt = -askAgain;
  let lastHealth: 'up' | 'down' | 'unknown' = 'unknown';
  let refused: { readonly rule: ExitRule; readonly line: string; since: number } | undefined;
  return {
    title,
    command: { file, args: ['funnel', `--https=${port}`, localUrl.origin], env },
    probeAfter: 0,
    read(line) {
      refused ??= refusedIn(line);
      if (refused !== undefined) {
        // It prints a link some lines later, and keeps waiting for a person to open it.
        const link = /https:\/\/\S+/.exec(line)?.[0];
        refused.since += 1;
        if (link === undefined && refused.since < linesToLink && refused.rule === notEnabled) return [];
        const hint = link === undefined ? refused.rule.hint : `Open ${link} and start again.`;
        return [{ is: 'failed', exit: byRule({ ...refused.rule, hint: hint ?? '' }, title, refused.line) }];
      }
      const url = readPrintedAddress(line);
      return url === undefined ? [] : [{ is: 'address', url }, { is: 'connected' }];
    },
    async ask() {
      const url = await served();
      const facts: Fact[] = url == null ? [] : [{ is: 'address', url }, { is: 'connected' }];
      return facts;
    },
    async health() {
      if (Math.abs(clock.now() - askedAt) < askAgain) return lastHealth;
      const url = await served();
      lastHealth = url === undefined ? 'unknown' : url === null ? 'down' : 'up';
      // Only a healthy result is cached.
      askedAt = lastHealth === 'up' ? clock.now() : -askAgain;
      return lastHealth;
    },
    explain: (end) => explainExit(title, end, tailscaleRules),
  };
}

/** Lines from the refusal to the link, at most. */
const linesToLink = 6;

function refusedIn(line: string) {
  const rule = tailscaleRules.find((candidate) => candidate.line.test(line));
  return rule?.reason === 'auth' ? { rule, line, since: 0 } : undefined;
}

async function detectTailscale({ env }: TunnelMachine): Promise<Detection> {
  const shape = { needsAccount: true, stability: 'fixed', ackMode: 'end-to-end' } as const;
  const path = await findProgram('tailscale', env);
  if (path === undefined) return { available: false, unasked: false, reason: 'tailscale is not installed', ...shape };
  const [status, version] = await Promise.all([
    askProgram(path, ['status', '--json', '--peers=false'], env),
    readVersion(path, ['version'], env, /^(\d+\.\d+\S*)/),
  ]);
  const { able, reason } = readCapability(parseJson(status ?? ''));
  return { available: able, unasked: able, ...(able ? {} : { reason }), path, version, ...shape };
}
