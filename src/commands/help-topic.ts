import { type Topic, type TopicPart, topics } from '../reference/topics.js';
import { fold } from '../terminal/wrap.js';

/** `esign help TOPIC`: a page of the manual on what many commands share, as text; null when there is no such topic. */
export function helpTopic(name: string, columns: number): string | null {
  const topic = topics.find((each) => each.name === name);
  return topic === undefined ? null : write(topic, columns);
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
