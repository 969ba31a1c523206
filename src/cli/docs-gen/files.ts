import { catalogue } from './catalogue.js';
import { completionScript } from './completion.js';
import { manualPages, type ManOptions } from './man.js';
import type { CommandNode } from './node.js';
import { completionFiles, shells } from './shells.js';

/** Every generated file, by its path from the package root. */
export async function referenceFiles(root: CommandNode, options: ManOptions): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>([
    ['completions/commands.json', `${JSON.stringify(await catalogue(root, options.version), null, 2)}\n`],
  ]);
  for (const shell of shells) files.set(`completions/${completionFiles[shell]}`, completionScript(shell, root));
  for (const [name, page] of manualPages(root, options)) files.set(`man/${name}`, page);
  return files;
}
