import { isAbsolute, join } from 'node:path';
import type { Context, Machine } from '../context/context.js';
import { completionFiles, type Shell } from '../docs-gen/shells.js';
import { packageRoot } from '../../core/platform/package-files.js';

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
