import { exitCodeRow } from '../failure/exit-code.js';
import { withChoices } from '../flags/help.js';
import { allOf, type CommandNode, type OptionNode, synopsisOf } from './node.js';
import { allTopics, type Topic, type TopicPart } from './topics.js';

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
    parts.push(
      ...node.arguments.map(({ name, about, choices }) => item(name.toUpperCase(), withChoices(about, choices))),
    );
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
  return item(`${names}${taken}`, withChoices(about, choices));
}

function topicPage(
  { name, summary, sample = [], description, items = [], parts, seeAlso: also }: Topic,
  options: ManOptions,
): string {
  return withoutEmptyParagraphs(
    [
      start(`esign-${name}`, 7, summary, options),
      heading('DESCRIPTION'),
      ...(sample.length === 0 ? [] : [`${verbatim(sample)}.PP\n`]),
      description.map(words).join('.PP\n'),
      ...items.map(([term, about]) => item(term, about)),
      ...parts.map(topicPart),
      heading('SEE ALSO'),
      words(also),
    ].join(''),
  );
}

const topicPart = ({ heading: head, blocks = [], paragraphs = [], items = [], examples = [] }: TopicPart): string =>
  [
    heading(head),
    blocks
      .map((block) =>
        typeof block === 'string'
          ? words(block)
          : verbatim([`$ ${block.run}`, ...block.shows].flatMap((text) => text.split('\n'))),
      )
      .join('.PP\n'),
    paragraphs.map(words).join('.PP\n'),
    ...items.map(([term, about]) => item(term, about)),
    ...examples.map(({ line, about }) => example(line, about)),
  ].join('');

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A paragraph macro after a heading would be one too many. */
const withoutEmptyParagraphs = (page: string): string => page.replaceAll(/^(\.SH "[^\n]*\n)\.PP\n/gm, '$1');

/** The few roff macros of the manual pages, with escaped text. */

const maxLineLength = 76;

/** Text escaped for roff: backslashes, dashes, and non-ASCII characters as code points. */
export function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^\n\x20-\x7e]/gu, (character) => {
      return `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}

/** Lines of running text, which roff joins again; a line must not start like a macro. */
function filled(text: string): string {
  return text
    .split('\n')
    .flatMap((paragraph) => broken(escapeRoff(paragraph)))
    .map(guarded)
    .join('\n');
}

/** A line that starts with a dot or a quote would be a macro. */
const guarded = (line: string): string => (/^[.']/.test(line) ? `\\&${line}` : line);

function broken(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > maxLineLength) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** An argument of a macro. */
const argument = (text: string): string => `"${escapeRoff(text).replaceAll('"', '""')}"`;

const title = (name: string, section: number, date: string, source: string): string =>
  `.TH ${argument(name.toUpperCase())} ${section} "${date}" ${argument(source)} ${argument('esign manual')}\n`;

const heading = (text: string): string => `.SH ${argument(text)}\n`;

/** The entry for the index of manual pages. */
const nameLine = (page: string, summary: string): string =>
  `${broken(`${escapeRoff(page)} \\- ${escapeRoff(summary)}`).join('\n')}\n`;

/** The first text under a heading has no paragraph macro. */
const words = (text: string): string => `${filled(text)}\n`;

const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`;

/** A term with its indented explanation. */
export const item = (term: string, about: string): string => `.TP\n\\fB${escapeRoff(term)}\\fR\n${filled(about)}\n`;

/** Lines of a file, as they are, before a paragraph. */
const verbatim = (lines: readonly string[]): string =>
  `.RS 4\n.nf\n${lines.map((line) => guarded(escapeRoff(line))).join('\n')}\n.fi\n.RE\n`;

/** A command line and its explanation; a long line is joined with `\\c`, so that it can be copied. */
export const example = (line: string, about: string): string =>
  `.PP\n${filled(about)}\n.PP\n.RS 4\n.nf\n${broken(escapeRoff(line)).map(guarded).join(' \\c\n')}\n.fi\n.RE\n`;
