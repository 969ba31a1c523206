import { catalogue } from './catalogue.js';
import { type ManOptions, manualPages } from './man.js';
import type { CommandNode } from './node.js';
import { completionFiles, type Shell, shells } from './shells.js';
import { bashCompletion } from './completion-bash.js';
import { fishCompletion } from './completion-fish.js';
import { powershellCompletion } from './completion-powershell.js';
import { zshCompletion } from './completion-zsh.js';

/** Every generated file, by its path from the package root. */
export async function referenceFiles(root: CommandNode, options: ManOptions): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>([
    ['completions/commands.json', `${JSON.stringify(await catalogue(root, options.version), null, 2)}\n`],
  ]);
  for (const shell of shells) files.set(`completions/${completionFiles[shell]}`, completionScript(shell, root));
  for (const [name, page] of manualPages(root, options)) files.set(`man/${name}`, page);
  return files;
}

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
