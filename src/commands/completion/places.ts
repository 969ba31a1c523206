import { isAbsolute, join } from 'node:path';
import type { Machine } from '../../cli/context.js';
import type { Shell } from '../../reference/shells.js';

/** Where the completion script of a shell is kept, and what it takes for the shell to load it. */
export interface ShellPlaces {
  readonly script: string;
  /** The file that the shell reads when it starts; null when only the shell itself can say where it is. */
  readonly startFile: string | null;
  /** The line there that loads the script. */
  readonly line: string;
  /** Null: the shell loads the script by itself. Else the files of which one has to be there for that. */
  readonly loader: readonly string[] | null;
}

/** The places of a shell for one person. Throws nothing: whether they are there is for others to see. */
export function placesOf(shell: Shell, { env, home }: Pick<Machine, 'env' | 'home'>): ShellPlaces {
  const own = (variable: string, ...otherwise: readonly string[]): string => {
    const value = env[variable];
    return value !== undefined && isAbsolute(value) ? value : join(home, ...otherwise);
  };
  const data = own('XDG_DATA_HOME', '.local', 'share');
  const kept = join(data, 'esign', 'completions');
  switch (shell) {
    case 'bash': {
      // It may be a list, as PATH is: the first is where one's own scripts go.
      const named = env['BASH_COMPLETION_USER_DIR']?.split(':')[0];
      const folder = named !== undefined && isAbsolute(named) ? named : join(data, 'bash-completion');
      const script = join(folder, 'completions', 'esign');
      return { script, startFile: join(home, '.bashrc'), line: `source ${forShell(script)}`, loader: bashCompletion };
    }
    case 'zsh': {
      const script = join(kept, '_esign');
      // Completion is switched on first, where nothing before has done so.
      const start = '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }';
      const startFile = join(own('ZDOTDIR'), '.zshrc');
      return { script, startFile, line: `${start}; source ${forShell(script)}`, loader: [] };
    }
    case 'fish': {
      const folder = join(own('XDG_CONFIG_HOME', '.config'), 'fish');
      const script = join(folder, 'completions', 'esign.fish');
      return { script, startFile: join(folder, 'config.fish'), line: `source ${forFish(script)}`, loader: null };
    }
    case 'powershell': {
      const script = join(kept, 'esign.ps1');
      const startFile = join(own('XDG_CONFIG_HOME', '.config'), 'powershell', 'Microsoft.PowerShell_profile.ps1');
      // On Windows it lies in the folder of documents, wherever that is.
      const isWindows = env['APPDATA'] !== undefined;
      return { script, startFile: isWindows ? null : startFile, line: `. ${forPowershell(script)}`, loader: [] };
    }
  }
}

/** The package bash-completion loads scripts from the folder of the person; bash alone does not. */
const bashCompletion = [
  '/usr/share/bash-completion/bash_completion',
  '/usr/local/share/bash-completion/bash_completion',
  '/usr/local/etc/profile.d/bash_completion.sh',
  '/opt/homebrew/etc/profile.d/bash_completion.sh',
];

const forShell = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
const forFish = (path: string): string => `'${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const forPowershell = (path: string): string => `'${path.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
