import { isAbsolute, join } from 'node:path';
import { spawn } from 'node:child_process';
import type { Context, Machine } from '../context/context.js';
import { completionFiles, type Shell } from '../docs-gen/shells.js';
import { packageRoot } from '../../core/platform/package-files.js';
import { signalGroup } from '../../core/platform/process-group.js';
import { systemOf } from '../../core/platform/system/system.js';

/** Where the completion script of a shell is stored, and how the shell loads it. */
export interface ShellPaths {
  readonly script: string;
  /** The start file of the shell; null when only the shell itself knows it. */
  readonly startFile: string | null;
  /** The line that loads the script. */
  readonly line: string;
  /**
   * Whether the shell loads the script automatically: `with bash-completion`, which its start files may or may not
   * load.
   */
  readonly loads: 'always' | 'with bash-completion' | 'by line';
}

/** The files of a shell for one user. Does not check whether they exist. */
export function shellPathsOf(shell: Shell, { env, home }: Pick<Machine, 'env' | 'home'>): ShellPaths {
  const own = (variable: string, ...otherwise: readonly string[]): string => {
    const value = env[variable];
    return value !== undefined && isAbsolute(value) ? value : join(home, ...otherwise);
  };
  const data = own('XDG_DATA_HOME', '.local', 'share');
  const kept = join(data, 'esign', 'completions');
  switch (shell) {
    case 'bash': {
      // It may be a list like PATH: the first folder is for the user's scripts.
      const named = env['BASH_COMPLETION_USER_DIR']?.split(':')[0];
      const folder = named !== undefined && isAbsolute(named) ? named : join(data, 'bash-completion');
      const script = join(folder, 'completions', 'esign');
      return {
        script,
        startFile: join(home, '.bashrc'),
        line: `source ${forShell(script)}`,
        loads: 'with bash-completion',
      };
    }
    case 'zsh': {
      const script = join(kept, '_esign');
      // Completion is enabled first, unless it already is.
      const start = '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }';
      const startFile = join(own('ZDOTDIR'), '.zshrc');
      return { script, startFile, line: `${start}; source ${forShell(script)}`, loads: 'by line' };
    }
    case 'fish': {
      const folder = join(own('XDG_CONFIG_HOME', '.config'), 'fish');
      const script = join(folder, 'completions', 'esign.fish');
      return { script, startFile: join(folder, 'config.fish'), line: `source ${forFish(script)}`, loads: 'always' };
    }
    case 'powershell': {
      const script = join(kept, 'esign.ps1');
      const startFile = join(own('XDG_CONFIG_HOME', '.config'), 'powershell', 'Microsoft.PowerShell_profile.ps1');
      // On Windows it is in the documents folder, whose path varies.
      const isWindows = env['APPDATA'] !== undefined;
      return { script, startFile: isWindows ? null : startFile, line: `. ${inPowershell(script)}`, loads: 'by line' };
    }
  }
}

const forShell = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
const forFish = (path: string): string => `'${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** Any text as a PowerShell literal. */
export const inPowershell = (path: string): string => `'${path.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;

/** The script of a shell as the release holds it. */
export function scriptOf(context: Pick<Context, 'files'>, shell: Shell): Promise<string> {
  return context.files.readText(join(packageRoot(), 'completions', completionFiles[shell]), { limit: 1024 * 1024 });
}

/** Milliseconds; a slower start file is not awaited. */
const timeoutMs = 15_000;
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
