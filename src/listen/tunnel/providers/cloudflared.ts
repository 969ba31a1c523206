import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../core/platform/durable-file.js';
import { childEnv } from '../child-env.js';
import { explainExit } from '../explain-exit.js';
import { badSetting, unavailable } from '../failure.js';
import { installWords } from '../install-words.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { askLocal } from '../local-api.js';
import { openProgram, type Fact, type ProgramTunnel } from '../program-session.js';
import type { Detection, StartOptions, Stability, TunnelMachine, TunnelProvider } from '../provider.js';
import { readVersion } from '../ask-program.js';
import {
  cloudflaredRules,
  readBoxedAddress,
  readMetricsAddress,
  readQuickTunnel,
  saysRegistered,
} from './cloudflared-output.js';

/** A tunnel of the user's account: its name (null if TUNNEL_TOKEN selects it) and its public URL. */
export interface NamedTunnel {
  readonly name: string | null;
  readonly publicUrl: URL;
}

/** Milliseconds: a name looked up too early stays unknown to the resolver for half an hour. */
const freshName = 15_000;
const program = 'cloudflared';

/**
 * cloudflared: without a name, a quick tunnel without an account and with a new URL for each process; with a name, the
 * user's own tunnel at its URL. Throws TunnelFailure (`tunnel_setting`) on an invalid name.
 */
export function cloudflaredProvider(named: NamedTunnel | null): TunnelProvider {
  if (named?.name != null && !/^[A-Za-z0-9][\w.-]*$/.test(named.name)) {
    throw badSetting(`Invalid tunnel name "${named.name}".`, 'List the tunnels with `cloudflared tunnel list`.');
  }
  const stability: Stability = named === null ? 'process' : 'fixed';
  return {
    id: 'cloudflared',
    title: named === null ? 'the cloudflared quick tunnel' : 'cloudflared',
    stability,
    restartable: true,
    // It reconnects by itself and keeps its URL, unlike a new process.
    timeoutMs: 30_000,
    pacing: { gap: 5_000, limitedTries: 5, limitedWait: 60_000 },
    detect: (machine) => detectCloudflared(machine, named),
    async start(options, signal) {
      const file = await findProgram(program, options.machine.env);
      if (file === undefined) throw unavailable('cloudflared is not on the PATH.', `${installWords('cloudflared')}.`);
      if (named !== null && named.name === null && !options.machine.env['TUNNEL_TOKEN']) {
        throw unavailable('No cloudflared tunnel specified.', 'Set TUNNEL_TOKEN, or use --tunnel cloudflared:NAME.');
      }
      return await openProgram(await describe(file, named, options), options, signal);
    },
  };
}

async function describe(file: string, named: NamedTunnel | null, options: StartOptions): Promise<ProgramTunnel> {
  const { send, localUrl, machine } = options;
  const title = named === null ? 'the cloudflared quick tunnel' : 'cloudflared';
  let metrics: URL | undefined;
  const isReady = async (signal?: AbortSignal): Promise<boolean | undefined> => {
    if (metrics === undefined) return undefined;
    const answer = await askLocal(send, new URL('/ready', metrics), signal);
    return answer === undefined ? undefined : answer.status === 200;
  };
  const token = named === null ? undefined : machine.env['TUNNEL_TOKEN'];
  return {
    title,
    command: {
      file,
      args: cloudflaredArguments(named, localUrl, await emptyConfig(options.stateDir)),
      // The user's settings of other tunnels do not apply; only the token selects the tunnel.
      env: childEnv(machine.env, { drop: /^TUNNEL_/, set: token === undefined ? {} : { TUNNEL_TOKEN: token } }),
      secrets: token === undefined ? [] : [token],
    },
    probeAfter: named === null ? freshName : 0,
    ...(named === null ? {} : { address: named.publicUrl }),
    read(line) {
      metrics = readMetricsAddress(line) ?? metrics;
      const url = named === null ? readBoxedAddress(line) : undefined;
      return [
        ...(url === undefined ? [] : [{ is: 'address', url } as const]),
        ...(saysRegistered(line) ? [{ is: 'connected' } as const] : []),
      ];
    },
    async ask(signal) {
      const facts: Fact[] = [];
      if (metrics === undefined) return facts;
      if (named === null) {
        const url = readQuickTunnel((await askLocal(send, new URL('/quicktunnel', metrics), signal))?.json);
        if (url !== undefined) facts.push({ is: 'address', url });
      }
      if ((await isReady(signal)) === true) facts.push({ is: 'connected' });
      return facts;
    },
    async health() {
      const ready = await isReady();
      return ready === undefined ? 'unknown' : ready ? 'up' : 'down';
    },
    explain: (end) => explainExit(title, end, cloudflaredRules),
  };
}

/** The arguments of `cloudflared`; the token is passed in the environment. */
export function cloudflaredArguments(named: NamedTunnel | null, localUrl: URL, configFile: string): readonly string[] {
  // A settings file would change or break a quick tunnel; a named tunnel may need it.
  const settings = named === null || named.name === null ? ['--config', configFile] : [];
  // An update would restart it with another URL.
  const first = ['tunnel', ...settings, '--no-autoupdate', '--metrics', '127.0.0.1:0', '--grace-period', '5s'];
  const local = ['--url', localUrl.origin];
  if (named === null) return [...first, ...local];
  return [...first, 'run', ...local, ...(named.name === null ? [] : [named.name])];
}

async function emptyConfig(stateDir: string): Promise<string> {
  await makeFolder(stateDir, 0o700);
  const path = join(stateDir, 'cloudflared-without-settings.yml');
  await writeFile(path, '', { mode: 0o600 });
  return path;
}

async function detectCloudflared({ env }: TunnelMachine, named: NamedTunnel | null): Promise<Detection> {
  const path = await findProgram(program, env);
  const shape = {
    needsAccount: named !== null,
    stability: named === null ? ('process' as const) : ('fixed' as const),
    ackMode: 'end-to-end' as const,
  };
  if (path === undefined) return { available: false, unasked: false, reason: 'cloudflared is not installed', ...shape };
  const version = await readVersion(path, ['--version'], env, /version (\S+)/);
  if (named !== null && named.name === null && !env['TUNNEL_TOKEN']) {
    const reason = 'TUNNEL_TOKEN is not set, and no tunnel is specified';
    return { available: false, unasked: false, reason, path, version, ...shape };
  }
  return { available: true, unasked: true, path, version, ...shape };
}
