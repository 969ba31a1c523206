import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Machine } from '../../cli/context/context.js';
import type { ReaperOrder } from '../../listen/endpoint/reap.js';
import { packageRoot } from '../../core/platform/package-files.js';

/** The environment variables of the reaper: the network settings, and no key. */
const passedOn = [
  'PATH',
  'SystemRoot',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'ESIGN_CA_FILE',
  'NODE_EXTRA_CA_CERTS',
];

export interface StartedReaper {
  tell(order: ReaperOrder): void;
  /** Releases it; after `bye` it exits by itself, without it it cleans up. */
  leave(): Promise<void>;
}

/** Starts the cleanup process for a kill of this one, in its own process group. */
export function startReaper({ env }: Machine): StartedReaper {
  const child: ChildProcess = fork(join(packageRoot(), 'dist', 'reaper.cjs'), [], {
    detached: true,
    execArgv: [],
    env: Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without it, listening continues; only a kill would leave something behind, which the next start removes.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return {
    tell: (order) => {
      if (child.connected) child.send(order, () => undefined);
    },
    leave: () =>
      new Promise((resolve) => {
        if (!child.connected) return resolve();
        child.once('disconnect', () => resolve());
        child.disconnect();
      }),
  };
}
