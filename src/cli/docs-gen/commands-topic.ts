import { type CommandNode, leavesOf } from './node.js';
import type { Topic } from './topics.js';

/** `esign help commands`: every command with its summary, in the order of the help. */
export function commandsTopic(root: CommandNode): Topic {
  const headings = [...new Set(root.commands.map(({ heading }) => heading))];
  return {
    name: 'commands',
    summary: 'all commands',
    description: ['Run `esign COMMAND --help` for the help of a command.'],
    parts: headings.map((heading) => ({
      heading: heading.toUpperCase(),
      items: root.commands
        .filter((node) => node.heading === heading)
        .flatMap(leavesOf)
        .map(({ path, summary }) => [path.slice(root.path.length + 1), summary] as const),
    })),
    seeAlso: 'esign(1), esign-global-options(7)',
    table: true,
  };
}
