import { catalogue } from './catalogue.js';
import { completionScript } from './completion.js';
import { manualPages, type ManOptions } from './man.js';
import type { CommandNode } from './node.js';
import { withCommandList } from './readme.js';
import { completionFiles, shells } from './shells.js';

/** Files that are kept by hand but for a part; null when they are not there. */
export interface KeptFiles {
  readonly readme: string | null;
  /** `package.json`. */
  readonly manifest: string | null;
}

/** Every file that is made from the command tree, by its path from the package's root. */
export function referenceFiles(
  root: CommandNode,
  { readme, manifest }: KeptFiles,
  options: ManOptions,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>([
    ['completions/commands.json', `${JSON.stringify(catalogue(root, options.version), null, 2)}\n`],
  ]);
  for (const shell of shells) files.set(`completions/${completionFiles[shell]}`, completionScript(shell, root));
  const pages = manualPages(root, options);
  for (const [name, page] of pages) files.set(`man/${name}`, page);
  const listed = manifest === null ? null : withManualPages(manifest, [...pages.keys()]);
  if (listed !== null) files.set('package.json', listed);
  const list = readme === null ? null : withCommandList(readme, root);
  if (list !== null) files.set('README.md', list);
  return files;
}

/** The manifest with every manual page named, since npm links only those; null when it names none at all. */
function withManualPages(manifest: string, pages: readonly string[]): string | null {
  const read = JSON.parse(manifest) as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(read, 'man')) return null;
  return `${JSON.stringify({ ...read, man: pages.toSorted().map((page) => `./man/${page}`) }, null, 2)}\n`;
}
