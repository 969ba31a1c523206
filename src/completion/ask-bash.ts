import { spawn } from 'node:child_process';
import type { Machine } from '../cli/context.js';
import { signalProcess } from '../platform/process-identity.js';

/** Milliseconds; a start file that takes longer is not waited for. */
const timeoutMs = 5000;
const mark = 'esign-completion-is-loaded';
/** The functions of bash-completion, old and new, that load a script when Tab is first pressed. */
const question =
  `for name in _comp_load __load_completion _completion_loader; do declare -F "$name" >/dev/null && echo ${mark}; done; ` +
  `complete -p esign >/dev/null 2>&1 && echo ${mark}`;

/**
 * Whether a bash on a terminal, begun as a window of one begins it, completes command lines by scripts in the folder of
 * its user: it is asked itself, since start files of systems differ. False when it cannot be asked.
 */
export function bashLoads({ env, home }: Pick<Machine, 'env' | 'home'>, limit = timeoutMs): Promise<boolean> {
  return new Promise((resolve) => {
    const { BASH_ENV: _, ...rest } = env;
    // A session of its own: an interactive shell would take the terminal from whoever has it.
    const shell = spawn('bash', ['-i', '-c', question], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: '/',
      env: { ...rest, HOME: home },
    });
    let told = '';
    const end = (): void => {
      clearTimeout(timer);
      resolve(told.includes(mark));
    };
    const timer = setTimeout(() => {
      // Its whole group, with whatever its start file began.
      if (shell.pid !== undefined) signalProcess(-shell.pid, 'SIGKILL');
      shell.stdout.destroy();
      end();
    }, limit);
    shell.on('error', end);
    shell.stdout.on('data', (text: Buffer) => {
      told = `${told}${text.toString('latin1')}`.slice(-4096);
    });
    shell.on('close', end);
  });
}
