import { parseAddress } from '../address.js';
import { badSetting } from '../failure.js';

/** The remote end: a port, a port on one address, or a socket file. Port 0 is any free one. */
export type RemoteEnd = { readonly host: string | null; readonly port: number } | { readonly socket: string };

export interface SshDestination {
  readonly host: string;
  readonly user: string | null;
  readonly port: number | null;
  readonly remote: RemoteEnd;
  /** Replaces the user's ssh configuration. */
  readonly configFile: string | null;
  /** Seconds between two keep-alive messages; the second missed one ends the session. */
  readonly aliveSeconds: number;
}

const aliveSeconds = 5;
const form = 'Use the form ssh://user@host?remote=9100, with a port or a socket file of the host.';

/**
 * Reads `ssh://[user@]host[:port][?remote=9100|addr:9100|/run/x.sock|0][&config=FILE][&alive=SECONDS]`.
 * Throws TunnelFailure (`tunnel_setting`).
 */
export function readSshDestination(text: string): SshDestination {
  if (!URL.canParse(text)) throw badSetting(`Invalid ssh URL "${text}".`, form);
  const url = new URL(text);
  if (url.protocol !== 'ssh:') throw badSetting(`Invalid ssh URL "${text}".`, form);
  if (url.password !== '') throw badSetting('An ssh URL cannot contain a password.', 'Use an ssh key.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  // Both become arguments, so neither may look like an option of ssh.
  if (!/^[A-Za-z0-9_][\w.:-]*$/.test(host)) throw badSetting(`Invalid host in the ssh URL "${text}".`, form);
  if (user !== '' && !/^[A-Za-z0-9_.][\w.@\\+-]*$/.test(user))
    throw badSetting(`Invalid user in the ssh URL "${text}".`, form);
  for (const name of url.searchParams.keys()) {
    if (!['remote', 'config', 'alive'].includes(name))
      throw badSetting(`Unknown setting "${name}" in the ssh URL. Use remote, config or alive.`, form);
  }
  const seconds = Number(url.searchParams.get('alive') ?? aliveSeconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 300) {
    throw badSetting('Invalid alive value in the ssh URL. Use a number of seconds from 1 to 300.', form);
  }
  return {
    host,
    user: user === '' ? null : user,
    port: url.port === '' ? null : Number(url.port),
    remote: readRemote(url.searchParams.get('remote') ?? '0'),
    configFile: url.searchParams.get('config'),
    aliveSeconds: seconds,
  };
}

function readRemote(text: string): RemoteEnd {
  if (text.startsWith('/')) {
    if (/^\/[\w./-]+$/.test(text) && text.length <= 100) return { socket: text };
    throw badSetting(`Invalid socket file "${text}" in the ssh URL.`, 'Use letters, digits and ./_- only.');
  }
  const match = /^(?:([\w.-]+|\[[0-9a-f:]+\]):)?(\d{1,5})$/i.exec(text);
  if (match === null || Number(match[2]) > 65_535)
    throw badSetting(`Invalid remote value "${text}" in the ssh URL. Use a port or a socket file.`, form);
  return { host: match[1] ?? null, port: Number(match[2]) };
}

/** The arguments of `ssh`. `localUrl` is `http://127.0.0.1:<port>`. */
export function sshArguments(to: SshDestination, localUrl: URL): readonly string[] {
  const options = [
    'BatchMode=yes',
    'ConnectTimeout=10',
    'ExitOnForwardFailure=yes',
    `ServerAliveInterval=${to.aliveSeconds}`,
    'ServerAliveCountMax=2',
    // A shared connection would keep the forwarding after this process has exited.
    'ControlMaster=no',
    'ControlPath=none',
    'ForkAfterAuthentication=no',
    'PermitLocalCommand=no',
  ];
  return [
    ...(to.configFile === null ? [] : ['-F', to.configFile]),
    // Only the debug output reports the success of a forwarding to a fixed port.
    '-v',
    '-N',
    '-T',
    '-a',
    '-x',
    ...options.flatMap((option) => ['-o', option]),
    '-R',
    `${remoteWord(to.remote)}:127.0.0.1:${localUrl.port}`,
    ...(to.port === null ? [] : ['-p', String(to.port)]),
    ...(to.user === null ? [] : ['-l', to.user]),
    '--',
    to.host,
  ];
}

function remoteWord(remote: RemoteEnd): string {
  if ('socket' in remote) return remote.socket;
  return remote.host === null ? String(remote.port) : `${remote.host}:${remote.port}`;
}

/** The remote port in a line of `ssh -v`; null if it is not a port; undefined for other lines. */
export function readForwarded(line: string, remote: RemoteEnd, localPort: string): { port: number | null } | undefined {
  const allocated = /^Allocated port (\d+) for remote forward to 127\.0\.0\.1:(\d+)$/.exec(line.trim());
  if (allocated !== null) {
    const ours = 'port' in remote && remote.port === 0 && allocated[2] === localPort;
    return ours ? { port: Number(allocated[1]) } : undefined;
  }
  const forwarded = /remote forward success for: listen (\S+), connect 127\.0\.0\.1:(\d+)/.exec(line);
  if (forwarded === null || forwarded[2] !== localPort) return undefined;
  const where = forwarded[1] ?? '';
  if ('socket' in remote) return where.startsWith(`${remote.socket}:`) ? { port: null } : undefined;
  // Port 0 is reported twice, and only the other line has the actual port.
  return remote.port !== 0 && where.split(':').at(-1) === String(remote.port) ? { port: remote.port } : undefined;
}

/** The public URL of a forwarding: `{port}` is replaced by the remote port. */
export function sshAddress(template: string, port: number | null): URL | undefined {
  return parseAddress(port === null ? template : template.replaceAll('{port}', String(port)));
}
