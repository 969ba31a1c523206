import { UsageFailure } from '../failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import type { CommandNode } from './node.js';
import type { GuideStep } from './guides.js';
import { allTopics, type Topic, topicNames, type TopicPart } from './topics.js';
import { fold } from '../../core/terminal/wrap.js';

/** `esign help TOPIC` as text; null for an unknown topic. The command tree is only loaded for a known one. */
export async function helpTopic(
  name: string,
  columns: number,
  loadTree: () => Promise<CommandNode>,
): Promise<string | null> {
  if (!topicNames.includes(name)) return null;
  const topic = allTopics(await loadTree()).find((each) => each.name === name);
  return topic === undefined ? null : write(topic, columns);
}

/** The failure of `esign help exit-code`: neither a command nor a topic. It suggests a topic, or these commands. */
export function unknownTopic(words: readonly string[], commands: readonly string[]): UsageFailure {
  const topic = nearest(words.join('-'), topicNames);
  const close = topic === null ? commands : [topic];
  return new UsageFailure(`Unknown command or help topic "${words.join(' ')}".`, {
    code: 'unknown_command',
    hint:
      close.length > 0
        ? `Did you mean ${close.map((each) => `\`esign help ${each}\``).join(' or ')}?`
        : `List the commands with \`esign help commands\`. The topics are ${topicNames.join(', ')}.`,
  });
}

function write(topic: Topic, columns: number): string {
  const { summary, sample = [], description, items = [], parts, seeAlso } = topic;
  const list = topic.table === true ? tableOf(topic) : listOf;
  const blocks = [
    paragraph(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, '', columns),
    ...(sample.length === 0 ? [] : [sample.map((line) => `  ${line}`).join('\n')]),
    ...description.map((text) => paragraph(text, '', columns)),
    ...list(items, columns),
    ...parts.map((part) => writePart(part, columns, list)),
    ['See also:', ...seeAlso.split(', ').map((page) => `  ${asCommand(page)}`)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

type Items = NonNullable<Topic['items']>;

/** Blocks of items; empty without items. */
type List = (items: Items, columns: number) => readonly string[];

function writePart(
  { heading, blocks: steps = [], paragraphs = [], items = [], examples = [] }: TopicPart,
  columns: number,
  list: List,
): string {
  const title = `${heading.charAt(0)}${heading.slice(1).toLowerCase()}:`;
  if (steps.length > 0) return `${title}\n${steps.map((step) => blockOf(step, columns)).join('\n\n')}`;
  const blocks = [
    ...paragraphs.map((text) => paragraph(text, '  ', columns)),
    ...list(items, columns),
    // A command line is not wrapped, so that it can be copied.
    ...examples.map(({ line, about }) => `  ${line}\n${paragraph(about, '      ', columns)}`),
  ];
  return `${title}\n${blocks.join(paragraphs.length > 0 ? '\n\n' : '\n')}`;
}

/** A command stands as it is typed, with its output below it. */
const blockOf = (block: string | GuideStep, columns: number): string =>
  typeof block === 'string'
    ? paragraph(block, '  ', columns)
    : [`$ ${block.run}`, ...block.shows]
        .flatMap((text) => text.split('\n'))
        .map((line) => `    ${line}`.trimEnd())
        .join('\n');

/** Terms next to their texts, in the same two columns for the whole topic. */
function tableOf({ items = [], parts }: Topic): List {
  const terms = [...items, ...parts.flatMap((part) => part.items ?? [])].map(([term]) => term);
  return (rows, columns) => {
    const room = columns < 60 ? 0 : Math.max(...terms.map((term) => term.length));
    const indent = ' '.repeat(room + 4);
    const lines = rows.map(([term, about]) => {
      const text = paragraph(about, indent, columns);
      return term.length > room ? `  ${term}\n${text}` : `  ${term.padEnd(room)}  ${text.trimStart()}`;
    });
    return lines.length === 0 ? [] : [lines.join('\n')];
  };
}

const listOf: List = (items, columns) =>
  items.length === 0
    ? []
    : [
        items
          .map(([term, about]) => `${paragraph(term, '  ', columns)}\n${paragraph(about, '      ', columns)}`)
          .join('\n'),
      ];

const paragraph = (text: string, indent: string, columns: number): string =>
  fold(text, columns - indent.length).replaceAll(/^/gm, indent);

/** `esign-exit-codes(7)` is `esign help exit-codes`, and `esign-template-create(1)` is `esign template create --help`. */
function asCommand(page: string): string {
  const [, name = '', section] = /^esign-?(.*)\((\d)\)$/.exec(page) ?? [];
  if (section === '7') return `esign help ${name}`;
  return name === '' ? 'esign --help' : `esign ${name.replace('-', ' ')} --help`;
}
