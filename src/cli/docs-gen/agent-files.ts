import { skillText } from './agents-topic.js';
import { type CommandNode, leavesOf } from './node.js';
import { allTopics } from './topics.js';

/** What the package holds for agents that nobody has set up, by its path from the package root. */
export const agentFiles = (root: CommandNode): ReadonlyMap<string, string> =>
  new Map([
    // Where installers of skills look.
    ['skills/esign/SKILL.md', skillText(null)],
    ['llms.txt', pagesText(root)],
  ]);

/** The manual pages of the package with a line each (llmstxt.org). */
function pagesText(root: CommandNode): string {
  const topics = allTopics(root).map(({ name, summary }) => `- [${name}](man/esign-${name}.7): ${summary}`);
  const commands = leavesOf(root).map(({ path, summary }) => {
    return `- [${path}](man/${path.replaceAll(' ', '-')}.1): ${summary}`;
  });
  return [
    '# esign',
    `> ${root.description}`,
    'Start with [agents](man/esign-agents.7): how an AI agent works with esign. The same pages are printed by `esign help TOPIC` and `esign COMMAND --help`.',
    ['## Topics', ...topics].join('\n'),
    ['## Commands', ...commands].join('\n'),
    '## Data\n- [commands.json](completions/commands.json): every command with its flags, exit codes and the JSON Schema of its output',
  ]
    .join('\n\n')
    .concat('\n');
}
