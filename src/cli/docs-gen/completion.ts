import { bashCompletion } from './completion-bash.js';
import { fishCompletion } from './completion-fish.js';
import { powershellCompletion } from './completion-powershell.js';
import { zshCompletion } from './completion-zsh.js';
import type { CommandNode } from './node.js';
import type { Shell } from './shells.js';

/** The completion script of a shell with the whole tree. Only local values are queried at run time. */
export function completionScript(shell: Shell, root: CommandNode): string {
  switch (shell) {
    case 'bash':
      return bashCompletion(root);
    case 'zsh':
      return zshCompletion(root);
    case 'fish':
      return fishCompletion(root);
    case 'powershell':
      return powershellCompletion(root);
  }
}
