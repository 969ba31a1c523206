import { childEnv } from '../child-env.js';
import { explainExit, type ExitRule } from '../explain-exit.js';
import { badSetting, unavailable } from '../failure.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { openProgram } from '../program-session.js';
import type { Detection, TunnelMachine, TunnelProvider } from '../provider.js';
import { readForwarded, sshAddress, sshArguments, type SshDestination } from './ssh-command.js';

const rules: readonly ExitRule[] = [
  {
    line: /Permission denied|Too many authentication failures|No supported authentication methods/,
    reason: 'auth',
    hint: 'Make sure that `ssh -o BatchMode=yes HOST true` works. Use a key in the agent, or one without a passphrase.',
  },
  {
    line: /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    reason: 'auth',
    hint: 'Ask who runs the host whether its key has changed. Only then remove the old one with `ssh-keygen -R HOST`.',
  },
  {
    line: /Host key verification failed/,
    reason: 'auth',
    hint: 'Connect once with ssh, and verify the key of the host.',
  },
  // Of port 0, the host was free to choose another.
  {
    line: /Server has disabled \S{1,20} forwarding|remote port forwarding failed for listen port 0\b/,
    reason: 'auth',
    hint: 'The host does not allow forwarding: see AllowTcpForwarding, AllowStreamLocalForwarding and PermitListen in its sshd_config.',
  },
  {
    line: /remote port forwarding failed for listen/,
    reason: 'port-taken',
    hint: 'Wait until the old session ends, or forward to a socket file, which a new session can take over.',
  },
  { line: /remote forward(ing)? (is )?(disabled|denied|not permitted)|administratively prohibited/i, reason: 'auth' },
  {
    line: /Bad configuration option|keyword .{0,200} extra arguments|unknown option|Bad remote forwarding specification/i,
    reason: 'crash',
    retryable: false,
  },
  {
    line: /Could not resolve hostname|Connection (refused|timed out|reset)|Network is unreachable|No route to host/,
    reason: 'network',
  },
  {
    line: /Timeout, server .{0,200} not responding|closed by remote host|Connection closed|Broken pipe/,
    reason: 'network',
  },
  { line: /client_loop: |kex_exchange_identification|Connection to .{0,200} closed/, reason: 'network' },
];

/**
 * A tunnel through your own host with a TLS server: `ssh -R` to a port or to a socket file. In `publicUrl`, `{port}` is
 * the port that the host assigns; if it changes at every connection, so does the URL. Throws TunnelFailure
 * (`tunnel_setting`).
 */
export function sshProvider(to: SshDestination, publicUrl: string | null): TunnelProvider {
  const anyPort = 'port' in to.remote && to.remote.port === 0;
  const template = checkedTemplate(publicUrl, anyPort);
  const title = `ssh to ${to.host}`;
  return {
    id: 'ssh',
    title,
    stability: anyPort ? 'connection' : 'fixed',
    restartable: true,
    timeoutMs: 0,
    pacing: { gap: 0, limitedTries: 5, limitedWait: 60_000 },
    detect: (machine) => detectSsh(machine, anyPort),
    async start(options, signal) {
      const file = await findProgram('ssh', options.machine.env);
      if (file === undefined) throw unavailable('ssh is not on the PATH.', 'Install the OpenSSH client.');
      const env = childEnv(options.machine.env, { drop: /^LANGUAGE$|^LC_/, set: { LC_ALL: 'C' } });
      return await openProgram(
        {
          title,
          command: { file, args: sshArguments(to, options.localUrl), env },
          probeAfter: 0,
          read(line) {
            const forwarded = readForwarded(line, to.remote, options.localUrl.port);
            if (forwarded === undefined) return [];
            const url = sshAddress(template, forwarded.port);
            return url === undefined ? [] : [{ is: 'address', url }, { is: 'connected' }];
          },
          explain: (end) => explainExit(title, end, rules),
        },
        options,
        signal,
      );
    },
  };
}

async function detectSsh({ env }: TunnelMachine, anyPort: boolean): Promise<Detection> {
  const path = await findProgram('ssh', env);
  return {
    available: path !== undefined,
    unasked: false,
    ...(path === undefined ? { reason: 'ssh is not on the PATH' } : { path }),
    needsAccount: true,
    stability: anyPort ? 'connection' : 'fixed',
    ackMode: 'end-to-end',
  };
}

function checkedTemplate(publicUrl: string | null, anyPort: boolean): string {
  if (publicUrl === null) {
    throw badSetting(
      'An ssh tunnel requires --public-url.',
      'Add --public-url https://hooks.example.test, the URL of the TLS server on the ssh host.',
    );
  }
  if (anyPort && !publicUrl.includes('{port}')) {
    throw badSetting(
      'The ssh host assigns any free port, but --public-url does not contain {port}.',
      'Specify a port or a socket file (?remote=9100), or add {port} to --public-url.',
    );
  }
  if (sshAddress(publicUrl, 1) === undefined) {
    throw badSetting(`Invalid --public-url value "${publicUrl}".`, 'Example: --public-url https://hooks.example.test');
  }
  return publicUrl;
}
