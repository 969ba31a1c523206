import { UsageFailure } from '../cli/failure.js';
import { nearest } from '../cli/nearest.js';
import { type Topic, type TopicPart, topics } from './topics.js';
import { fold } from '../terminal/wrap.js';

/** `esign help TOPIC`: a page of the manual on what many commands share, as text; null when there is no such topic. */
export function helpTopic(name: string, columns: number): string | null {
  const topic = topics.find((each) => each.name === name);
  return topic === undefined ? null : write(topic, columns);
}

/** `esign help exit-code`: neither a command nor a topic; the nearest of both are named. */
export function noSuchTopic(words: readonly string[], commands: readonly string[]): UsageFailure {
  const names = topics.map(({ name }) => name);
  const [first = ''] = words;
  const topic = nearest(words.join('-'), names);
  const command = nearest(first, commands);
  const close = [
    ...(topic === null ? [] : [`\`esign help ${topic}\``]),
    ...(command === null ? [] : [`\`esign help ${command}\``]),
  ];
  return new UsageFailure(`No command and no topic is called \`${words.join(' ')}\`.`, {
    code: 'unknown_command',
    hint:
      close.length > 0
        ? `Use ${close.join(' or ')}.`
        : `List the commands with \`esign --help\`; the topics are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
  });
}

function write({ summary, description, items = [], parts, seeAlso }: Topic, columns: number): string {
  const blocks = [
    paragraph(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, '', columns),
    ...description.map((text) => paragraph(text, '', columns)),
    ...list(items, columns),
    ...parts.map((part) => writePart(part, columns)),
    ['See also:', ...seeAlso.split(', ').map((page) => `  ${asCommand(page)}`)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function writePart({ heading, paragraphs = [], items = [], examples = [] }: TopicPart, columns: number): string {
  const title = `${heading.charAt(0)}${heading.slice(1).toLowerCase()}:`;
  const blocks = [
    ...paragraphs.map((text) => paragraph(text, '  ', columns)),
    ...list(items, columns),
    // A line to type stays one line, so that it can be copied whole.
    ...examples.map(({ line, about }) => `  ${line}\n${paragraph(about, '      ', columns)}`),
  ];
  return `${title}\n${blocks.join(paragraphs.length > 0 ? '\n\n' : '\n')}`;
}

const list = (items: Topic['items'] & object, columns: number): readonly string[] =>
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
