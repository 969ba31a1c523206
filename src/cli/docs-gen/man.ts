import { exitCodeRow } from '../failure/exit-code.js';
import { allOf, type CommandNode, type OptionNode, synopsisOf } from './node.js';
import { allTopics, type Topic, type TopicPart } from './topics.js';
import { bold, escapeRoff, example, heading, item, nameLine, title, verbatim, words } from './roff.js';

export interface ManOptions {
  readonly version: string;
  /** The date of the release: a manual page must not change from day to day. */
  readonly date: string;
}

/** Every manual page by file name: one for each command, and one for each shared topic. */
export function manualPages(root: CommandNode, options: ManOptions): ReadonlyMap<string, string> {
  const pages = new Map<string, string>(
    allOf(root).map((node) => [`${pageName(node)}.1`, commandPage(node, options)] as const),
  );
  for (const topic of allTopics(root)) pages.set(`esign-${topic.name}.7`, topicPage(topic, options));
  return pages;
}

const pageName = (node: CommandNode): string => node.path.replaceAll(' ', '-');

const start = (page: string, section: number, summary: string, { version, date }: ManOptions): string =>
  `${title(page, section, date, `esign ${version}`)}${heading('NAME')}${nameLine(page, lower(summary))}`;

function commandPage(node: CommandNode, options: ManOptions): string {
  const own = node.options.filter((option) => !option.global);
  const global = node.options.filter((option) => option.global);
  const parts = [
    start(pageName(node), 1, node.summary, options),
    heading('SYNOPSIS'),
    `${bold(node.path)} ${escapeRoff(synopsisOf(node).slice(node.path.length + 1))}\n`,
    heading('DESCRIPTION'),
    words(node.description),
  ];
  if (node.arguments.length > 0) {
    parts.push(heading('ARGUMENTS'));
    for (const { name, about, choices } of node.arguments) {
      parts.push(item(name.toUpperCase(), choices.length > 0 ? `${about} (${choices.join(', ')})` : about));
    }
  }
  if (node.commands.length > 0) {
    parts.push(
      heading('COMMANDS'),
      ...node.commands.map((child) => item(synopsisOf(child).replace(/ \[options\]$/, ''), child.summary)),
    );
  }
  if (own.length > 0) parts.push(heading('OPTIONS'), ...own.map(optionItem));
  parts.push(heading('GLOBAL OPTIONS'), ...global.map(optionItem));
  if (node.examples.length > 0) {
    parts.push(heading('EXAMPLES'), ...node.examples.map(({ line, about }) => example(line, about)));
  }
  if (node.exitCodes.length > 0) {
    parts.push(heading('EXIT STATUS'), ...node.exitCodes.map((code) => item(String(code), exitCodeRow(code).meaning)));
  }
  parts.push(heading('SEE ALSO'), words(seeAlso(node)));
  return withoutEmptyParagraphs(parts.join(''));
}

function seeAlso(node: CommandNode): string {
  const above = node.path.split(' ').slice(0, -1).join('-');
  const pages = [
    ...(above === '' ? [] : [`${above}(1)`]),
    'esign-exit-codes(7)',
    'esign-environment(7)',
    'esign-errors(7)',
    'esign-output(7)',
    'esign-security(7)',
    ...(takesDocuments(node) ? ['esign-text-tags(7)'] : []),
    ...(takesRows(node) ? ['esign-bulk(7)'] : []),
  ];
  return pages.join(', ');
}

/** Commands that upload forms, which may contain text tags. */
const takesDocuments = ({ path }: CommandNode): boolean =>
  ['esign template create', 'esign template inspect', 'esign envelope one-off'].includes(path);

const takesRows = ({ path }: CommandNode): boolean =>
  ['create', 'plan', 'run'].some((verb) => path === `esign envelope ${verb}`);

function optionItem({ long, short, value, valueOptional, about, choices }: OptionNode): string {
  const names = [short, long].filter((name) => name !== null).join(', ');
  const taken = value === null ? '' : valueOptional ? `[=${value}]` : ` ${value}`;
  return item(`${names}${taken}`, choices.length > 0 ? `${about} (${choices.join(', ')})` : about);
}

function topicPage(
  { name, summary, sample = [], description, items = [], parts, seeAlso: also }: Topic,
  options: ManOptions,
): string {
  return withoutEmptyParagraphs(
    [
      start(`esign-${name}`, 7, summary, options),
      heading('DESCRIPTION'),
      ...(sample.length === 0 ? [] : [verbatim(sample)]),
      description.map(words).join('.PP\n'),
      ...items.map(([term, about]) => item(term, about)),
      ...parts.map(topicPart),
      heading('SEE ALSO'),
      words(also),
    ].join(''),
  );
}

const topicPart = ({ heading: head, paragraphs = [], items = [], examples = [] }: TopicPart): string =>
  [
    heading(head),
    paragraphs.map(words).join('.PP\n'),
    ...items.map(([term, about]) => item(term, about)),
    ...examples.map(({ line, about }) => example(line, about)),
  ].join('');

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A paragraph macro after a heading would be one too many. */
const withoutEmptyParagraphs = (page: string): string => page.replaceAll(/^(\.SH "[^\n]*\n)\.PP\n/gm, '$1');
