import { allOf, type ArgumentNode, type CommandNode, type OptionNode } from './node.js';
import type { LiveValues } from './shells.js';
import { allTopics } from './topics.js';

/** The possible words at one position of the tree, before its arguments. */
export interface CompletionRow {
  /** `esign template` and its spellings by alias. */
  readonly paths: readonly string[];
  /** The commands below it. */
  readonly words: readonly Word[];
  readonly flags: readonly Word[];
  /** The values of its own flags. */
  readonly values: readonly FlagValues[];
}

export interface Word {
  readonly word: string;
  readonly about: string;
}

/** The values of a flag or an argument. */
export interface Values {
  /** A value that ends with `:`, `=` or `/` is a prefix. */
  readonly words: readonly Word[];
  /** The kind of local values; `''` for none. */
  readonly live: LiveValues | '';
  /** `''`: none; `any`; `folders`; else extensions such as `pdf|docx`, in addition to folders. */
  readonly files: string;
}

export interface FlagValues extends Values {
  readonly flags: readonly string[];
}

export interface ArgumentValues extends Values {
  /** `esign envelope wait 1`: the command and the position of its argument, from 1; `*` for a repeated last one. */
  readonly places: readonly string[];
}

export interface CompletionTable {
  readonly rows: readonly CompletionRow[];
  readonly arguments: readonly ArgumentValues[];
  /** Commands with another command line after `--`, which the shell completes. */
  readonly commandLines: readonly string[];
  readonly globalFlags: readonly Word[];
  readonly globalValues: readonly FlagValues[];
}

/** The data of the scripts: rows by position, and the global flags once. */
export function completionTable(root: CommandNode): CompletionTable {
  const globals = root.options.filter((option) => option.global);
  const nodes = allOf(root);
  return {
    rows: [...nodes.map((node) => readRow(root, node)), ...helpRows(root)],
    arguments: nodes.flatMap((node) => readArguments(node, placesOf(root, node))),
    commandLines: nodes
      .filter((node) => node.arguments.some(({ commandLine }) => commandLine))
      .flatMap((node) => placesOf(root, node)),
    globalFlags: globals.flatMap(wordsOf),
    globalValues: globals.flatMap(valuesOf),
  };
}

function readRow(root: CommandNode, node: CommandNode): CompletionRow {
  // A word after a noun alone may belong to its default verb.
  const nodes = [node, ...node.commands.filter(({ name }) => name === node.defaultCommand)];
  const own = nodes.flatMap(({ options }) => options.filter((option) => !option.global));
  return {
    paths: spellings(root, node),
    words: [
      ...commandWords(node),
      ...(node.path === root.path ? [{ word: 'help', about: 'Show the help of a command' }] : []),
    ],
    flags: own.flatMap(wordsOf),
    values: own.flatMap(valuesOf),
  };
}

/** `esign help template get`: commands and help topics. */
function helpRows(root: CommandNode): readonly CompletionRow[] {
  return [root, ...root.commands]
    .filter(({ commands }) => commands.length > 0)
    .map((node) => ({
      paths: spellings(root, node).map((path) => path.replace(/^esign/, 'esign help')),
      words: [...commandWords(node), ...(node.path === root.path ? topicWords(root) : [])],
      flags: [],
      values: [],
    }));
}

const topicWords = (root: CommandNode): Word[] =>
  allTopics(root).map(({ name, summary }) => ({ word: name, about: summary }));

const commandWords = (node: CommandNode): Word[] =>
  node.commands
    .filter(({ name }) => !node.hiddenCommands.includes(name))
    .flatMap(({ name, aliases, summary }) => [name, ...aliases].map((word) => ({ word, about: summary })));

function readArguments(node: CommandNode, paths: readonly string[]): readonly ArgumentValues[] {
  return node.arguments.flatMap((argument, index) => {
    const values = { words: argument.offered, live: liveOf(node, argument), files: filesOf(argument) };
    const isEmpty = values.words.length === 0 && values.live === '' && values.files === '';
    const places = paths.map((path) => `${path} ${argument.variadic ? '*' : index + 1}`);
    return isEmpty ? [] : [{ places, ...values }];
  });
}

/** Where the arguments of a command are typed: after it, and after the noun of a default verb. */
function placesOf(root: CommandNode, node: CommandNode): readonly string[] {
  const above = allOf(root).find(({ commands }) => commands.includes(node));
  const isDefault = above !== undefined && above.defaultCommand === node.name;
  return [...spellings(root, node), ...(isDefault ? spellings(root, above) : [])];
}

function liveOf({ path }: CommandNode, { about }: ArgumentNode): LiveValues | '' {
  if (/^(the ids? of the envelopes?|envelope IDs?)$/.test(about)) return 'envelopes';
  if (/^(?:the )?id (?:or exact name )?of (?:the|a) template\b/i.test(about)) return 'templates';
  return about.startsWith('name of the profile') && path !== 'esign profile add' ? 'profiles' : '';
}

function filesOf({ name, endings }: Pick<ArgumentNode, 'name' | 'endings'>): string {
  if (endings.length > 0) return endings.join('|');
  return /(^|\W)files?$/.test(name) ? 'any' : '';
}

/** The paths of a command with all aliases. */
function spellings(root: CommandNode, node: CommandNode): readonly string[] {
  const [, ...names] = node.path.split(' ');
  let level: CommandNode | undefined = root;
  let paths = [root.name];
  for (const name of names) {
    level = level?.commands.find((child) => child.name === name);
    const words = [name, ...(level?.aliases ?? [])];
    paths = paths.flatMap((path) => words.map((word) => `${path} ${word}`));
  }
  return paths;
}

const namesOf = ({ long, short }: OptionNode): string[] => [long, short].filter((name) => name !== null);

const wordsOf = (option: OptionNode): Word[] =>
  option.long === null ? [] : [{ word: option.long, about: option.about }];

/** A flag with an optional value takes it only with `=`, so the next word is not its value. */
function valuesOf(option: OptionNode): FlagValues[] {
  if (option.value === null || option.valueOptional) return [];
  return [{ flags: namesOf(option), words: option.offered, live: liveOfFlag(option), files: filesOfFlag(option) }];
}

function liveOfFlag({ long }: OptionNode): LiveValues | '' {
  if (long === '--profile') return 'profiles';
  if (long === '--template') return 'templates';
  return long === '--envelope' ? 'envelopes' : '';
}

function filesOfFlag({ value, endings }: OptionNode): string {
  if (endings.length > 0) return endings.join('|');
  if (value === 'file' || value === 'path') return 'any';
  return value === 'dir' || value === 'folder' ? 'folders' : '';
}
