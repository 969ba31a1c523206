import { type CommandNode, leavesOf, synopsisOf } from './node.js';

const opening = '<!-- commands -->';
const closing = '<!-- /commands -->';

/** The command list of the README, as Markdown tables by heading. */
function commandList(root: CommandNode): string {
  const headings = [...new Set(root.commands.map(({ heading }) => heading))];
  return headings
    .map((heading) => {
      const leaves = root.commands.filter((node) => node.heading === heading).flatMap(leavesOf);
      const rows = leaves.map(
        (node) => `| \`${cell(synopsisOf(node).replace(/ \[options\]$/, ''))}\` | ${cell(node.summary)} |`,
      );
      return [`### ${heading}`, '', '| Command | What it does |', '|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

/** The README with the list between its markers made anew; null when it has no markers. */
export function withCommandList(readme: string, root: CommandNode): string | null {
  const from = readme.indexOf(opening);
  const to = readme.indexOf(closing);
  if (from === -1 || to < from) return null;
  return `${readme.slice(0, from + opening.length)}\n\n${commandList(root)}\n\n${readme.slice(to)}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
