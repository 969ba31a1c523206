import { askProgram, readVersion } from '../ask-program.js';
import { childEnv } from '../child-env.js';
import { explainExit } from '../explain-exit.js';
import { badSetting, unavailable } from '../failure.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { openProgram } from '../program-session.js';
import type { Detection, TunnelMachine, TunnelProvider } from '../provider.js';
import { devtunnelRules, readDevtunnelLine } from './devtunnel-output.js';

const program = 'devtunnel';

/**
 * A Microsoft dev tunnel: a named one at its fixed URL (its port must be the receiver's), or a temporary one. Throws
 * TunnelFailure (`tunnel_setting`) on an invalid name.
 */
export function devtunnelProvider(name: string | null): TunnelProvider {
  if (name !== null && !/^[A-Za-z0-9][\w.-]*$/.test(name)) {
    throw badSetting(`Invalid dev tunnel name "${name}".`, 'List the tunnels with `devtunnel list`.');
  }
  const title = name === null ? 'a dev tunnel' : `the dev tunnel ${name}`;
  const stability = name === null ? 'process' : 'fixed';
  return {
    id: 'devtunnel',
    title,
    stability,
    restartable: true,
    timeoutMs: 30_000,
    pacing: { gap: 2_000, limitedTries: 2, limitedWait: 60_000 },
    detect: (machine) => detectDevtunnel(machine, name),
    async start(options, signal) {
      const file = await findProgram(program, options.machine.env);
      if (file === undefined) throw unavailable('devtunnel is not on the PATH.', 'Install the dev tunnels CLI.');
      const { localUrl, machine } = options;
      return await openProgram(
        {
          title,
          command: { file, args: devtunnelArguments(name, localUrl), env: childEnv(machine.env) },
          probeAfter: 0,
          read: (line) => readDevtunnelLine(line, localUrl),
          explain: (end) => explainExit(title, end, devtunnelRules),
        },
        options,
        signal,
      );
    },
  };
}

/** The arguments of `devtunnel`. A named tunnel already has its ports and access. */
function devtunnelArguments(name: string | null, localUrl: URL): readonly string[] {
  return name === null ? ['host', '-p', localUrl.port, '--allow-anonymous'] : ['host', name];
}

async function detectDevtunnel({ env }: TunnelMachine, name: string | null): Promise<Detection> {
  const stability = name === null ? 'process' : 'fixed';
  const shape = { needsAccount: true, stability, ackMode: 'end-to-end' } as const;
  const path = await findProgram(program, env);
  if (path === undefined) return { available: false, unasked: false, reason: 'devtunnel is not installed', ...shape };
  const [user, version] = await Promise.all([
    askProgram(path, ['user', 'show'], env),
    readVersion(path, ['--version'], env, /(?<!\d)(\d+\.\d+\S*)/),
  ]);
  if (user === undefined || !/^Logged in/im.test(user)) {
    return { available: false, unasked: false, reason: 'devtunnel is not signed in', path, version, ...shape };
  }
  const reason = name === null ? 'no persistent dev tunnel is specified, so the URL would change' : undefined;
  return {
    available: true,
    unasked: name !== null,
    ...(reason === undefined ? {} : { reason }),
    path,
    version,
    ...shape,
  };
}
