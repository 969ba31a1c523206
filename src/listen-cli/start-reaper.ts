import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Machine } from '../cli/context.js';
import type { ReaperOrder } from '../listen/reap.js';
import { packageRoot } from '../platform/package-files.js';

/** What the reaper needs of the environment: the way to the network, and no key. */
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
  /** Lets go of it; after `bye` it ends by itself, without it it cleans up. */
  leave(): Promise<void>;
}

/** Starts the process that cleans up should this one be killed, in a group of its own. */
export function startReaper({ env }: Machine): StartedReaper {
  const child: ChildProcess = fork(join(packageRoot(), 'dist', 'reaper.cjs'), [], {
    detached: true,
    execArgv: [],
    env: Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Without it listening goes on; only a kill would leave something behind, and the next start removes that.
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
