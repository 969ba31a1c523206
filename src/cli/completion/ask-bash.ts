import { spawn } from 'node:child_process';
import type { Machine } from '../context/context.js';
import { signalGroup } from '../../core/platform/process-group.js';
import { systemOf } from '../../core/platform/system/system.js';

/** Milliseconds; a slower start file is not awaited. */
const timeoutMs = 5000;
const mark = 'esign-completion-is-loaded';
/** The functions of bash-completion, old and new, that load a script on the first Tab. */
const question =
  `for name in _comp_load __load_completion _completion_loader; do declare -F "$name" >/dev/null && echo ${mark}; done; ` +
  `complete -p esign >/dev/null 2>&1 && echo ${mark}`;

/**
 * Whether an interactive bash loads completion scripts from the user's folder: bash itself is queried, because start
 * files differ between systems. False when it cannot be queried.
 */
export function bashLoads({ env, home }: Pick<Machine, 'env' | 'home'>, limit = timeoutMs): Promise<boolean> {
  return new Promise((resolve) => {
    const { BASH_ENV: _, ...rest } = env;
    // In its own session: an interactive shell would take over the terminal.
    const shell = spawn('bash', ['-i', '-c', question], {
      detached: systemOf().hasGroups,
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: '/',
      env: { ...rest, HOME: home },
    });
    let output = '';
    const end = (): void => {
      clearTimeout(timer);
      resolve(output.includes(mark));
    };
    const timer = setTimeout(() => {
      // Its whole group, including programs of its start file.
      if (shell.pid !== undefined) signalGroup(shell.pid, 'SIGKILL');
      shell.stdout.destroy();
      end();
    }, limit);
    shell.on('error', end);
    shell.stdout.on('data', (text: Buffer) => {
      output = `${output}${text.toString('latin1')}`.slice(-4096);
    });
    shell.on('close', end);
  });
}
