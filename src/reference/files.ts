import { catalogue } from './catalogue.js';
import { completionScript } from './completion.js';
import { manualPages, type ManOptions } from './man.js';
import type { CommandNode } from './node.js';
import { withCommandList } from './readme.js';
import { completionFiles, shells } from './shells.js';

/** Every file that is made from the command tree, by its path from the package's root. */
export function referenceFiles(
  root: CommandNode,
  readme: string | null,
  options: ManOptions,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>([
    ['completions/commands.json', `${JSON.stringify(catalogue(root, options.version), null, 2)}\n`],
  ]);
  for (const shell of shells) files.set(`completions/${completionFiles[shell]}`, completionScript(shell, root));
  for (const [name, page] of manualPages(root, options)) files.set(`man/${name}`, page);
  const list = readme === null ? null : withCommandList(readme, root);
  if (list !== null) files.set('README.md', list);
  return files;
}
