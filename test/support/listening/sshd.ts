import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const program = '/usr/sbin/sshd';

/** Whether OpenSSH's server and client are there; tests that need them are skipped by name where they are not. */
export const hasSshd = existsSync(program) && existsSync('/usr/bin/ssh-keygen');

export interface SshServer {
  readonly port: number;
  /** For `ssh -F`: the key and the known host of this run, and nothing of the user's own settings. */
  readonly configFile: string;
  /** `ssh://user@127.0.0.1:port?remote=…&config=…` */
  destination(remote: string, alive?: number): string;
  /** The processes of the sessions, without the listener. */
  sessions(): readonly number[];
  /** Signals all sessions: `SIGKILL` as a host that dies, `SIGSTOP` as one that freezes. */
  signalSessions(signal: NodeJS.Signals): void;
  /** Ends the listener alone; sessions go on. */
  stopListening(): Promise<void>;
  listen(): Promise<void>;
  /** What the server has said. */
  log(): string;
  close(): Promise<void>;
}

/** A real sshd of the current user's on a free port of 127.0.0.1, with keys of its own in the folder. */
export async function startSshd(
  folder: string,
  options: { readonly clientAlive?: number; readonly authorised?: boolean; readonly forwards?: boolean } = {},
): Promise<SshServer> {
  const file = (name: string): string => join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of ['host_key', 'user_key']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
  }
  const authorised = options.authorised === false ? '' : readFileSync(file('user_key.pub'), 'utf8');
  writeFileSync(file('authorized_keys'), authorised, { mode: 0o600 });
  // Only root's sshd asks for this folder.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort();
  const alive =
    options.clientAlive === undefined ? [] : [`ClientAliveInterval ${options.clientAlive}`, 'ClientAliveCountMax 2'];
  writeFileSync(
    file('sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('host_key')}`,
      `AuthorizedKeysFile ${file('authorized_keys')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      `AllowTcpForwarding ${options.forwards === false ? 'no' : 'yes'}`,
      `AllowStreamLocalForwarding ${options.forwards === false ? 'no' : 'yes'}`,
      'StreamLocalBindUnlink yes',
      'StreamLocalBindMask 0111',
      'LogLevel VERBOSE',
      ...alive,
      '',
    ].join('\n'),
  );
  const hostKey = readFileSync(file('host_key.pub'), 'utf8').trim();
  writeFileSync(file('known_hosts'), `[127.0.0.1]:${port} ${hostKey}\n`);
  writeFileSync(
    file('ssh_config'),
    [
      `IdentityFile ${file('user_key')}`,
      'IdentitiesOnly yes',
      'IdentityAgent none',
      `UserKnownHostsFile ${file('known_hosts')}`,
      'GlobalKnownHostsFile none',
      'StrictHostKeyChecking yes',
      '',
    ].join('\n'),
    { mode: 0o600 },
  );

  let said = '';
  let listener: ChildProcess | undefined;
  const everyone = new Set<number>();
  const listen = async (): Promise<void> => {
    const child = spawn(program, ['-D', '-e', '-f', file('sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    listener = child;
    if (child.pid !== undefined) everyone.add(child.pid);
    await untilOpen(port);
  };
  const sessions = (): readonly number[] => {
    const found = descendants(everyone);
    for (const pid of found) everyone.add(pid);
    return [...everyone].filter((pid) => pid !== listener?.pid && isAlive(pid));
  };
  const stopListening = async (): Promise<void> => {
    sessions();
    await ended(listener);
  };
  await listen();
  return {
    port,
    configFile: file('ssh_config'),
    destination: (remote, seconds = 1) =>
      `ssh://${userInfo().username}@127.0.0.1:${port}?remote=${encodeURIComponent(remote)}` +
      `&config=${encodeURIComponent(file('ssh_config'))}&alive=${seconds}`,
    sessions,
    signalSessions: (signal) => sessions().forEach((pid) => tell(pid, signal)),
    stopListening,
    listen,
    log: () => said,
    async close() {
      for (const pid of sessions()) {
        tell(pid, 'SIGCONT');
        tell(pid, 'SIGKILL');
      }
      await ended(listener);
    },
  };
}

/**
 * A port of 127.0.0.1 that was free a moment ago, for programs that cannot take any. It is not one of those that the
 * system gives to connections: one of them could take it meanwhile, even the one that looks whether somebody listens
 * there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Resolves when somebody takes connections at the port; fails after half a minute. */
export async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nobody listens at port ${port}`);
}

export function isAlive(pid: number): boolean {
  return tell(pid, 0) && !/^State:\s+Z/m.test(statusOf(pid));
}

/** Signals a process; false when there is none. */
export function tell(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function descendants(of: ReadonlySet<number>): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = /^PPid:\s+(\d+)/m.exec(statusOf(Number(name)))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = new Set(of);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

export async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(force);
}
