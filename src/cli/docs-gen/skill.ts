import { agentsTopic } from './agents-topic.js';
import type { TopicPart } from './topics.js';

/** Shows that a skill file was written by this program, and may be written again. */
export const skillMark = '<!-- Written by `esign agent setup`; `esign agent setup --undo` removes it. -->';

const description =
  'Build, test and debug integrations of an electronic signature service with the esign command. Use it for ' +
  'templates, envelopes, signing pages, webhooks and the local emulator.';

/** The topic for agents as a skill: a file `SKILL.md` with a name and a description that agents read first. */
export function skillText(): string {
  const { description: paragraphs, parts } = agentsTopic;
  const blocks = ['# esign', skillMark, ...paragraphs, ...parts.flatMap(partOf)];
  return `---\nname: esign\ndescription: ${description}\n---\n\n${blocks.join('\n\n')}\n`;
}

const partOf = ({ heading, paragraphs = [], items = [], examples = [] }: TopicPart): readonly string[] => [
  `## ${heading === 'MCP' ? heading : `${heading.charAt(0)}${heading.slice(1).toLowerCase()}`}`,
  ...paragraphs,
  ...(items.length === 0 ? [] : [items.map(([term, about]) => `- **${term}.** ${about}`).join('\n')]),
  ...(examples.length === 0 ? [] : [examples.map(({ line, about }) => `- \`${line}\`: ${about}`).join('\n')]),
];
