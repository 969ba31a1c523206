import { allOf, type CommandNode, type OptionNode } from './node.js';
import type { LiveValues } from './shells.js';

/** One row of a completion script: what may follow at one place of the tree. */
export interface CompletionRow {
  /** `esign template` and its spellings by alias. */
  readonly paths: readonly string[];
  readonly words: readonly Word[];
  readonly flags: readonly Word[];
  /** What the values of its own flags may be. */
  readonly values: readonly FlagValues[];
  /** Whether its arguments are files. */
  readonly takesFiles: boolean;
  /** What its arguments name that this machine knows; `''`: nothing. */
  readonly live: LiveValues | '';
}

export interface Word {
  readonly word: string;
  readonly about: string;
}

export interface FlagValues {
  readonly flags: readonly string[];
  readonly values: readonly string[] | LiveValues | 'files' | 'folders' | 'anything';
}

export interface CompletionTable {
  readonly rows: readonly CompletionRow[];
  readonly globalFlags: readonly Word[];
  readonly globalValues: readonly FlagValues[];
}

/** What the three scripts are written from: rows by place, and the global flags once. */
export function completionTable(root: CommandNode): CompletionTable {
  const globals = root.options.filter((option) => option.global);
  return {
    rows: allOf(root).map((node) => readRow(node, spellings(root, node))),
    globalFlags: globals.flatMap(wordsOf),
    globalValues: globals.flatMap(valuesOf),
  };
}

function readRow(node: CommandNode, paths: readonly string[]): CompletionRow {
  const own = node.options.filter((option) => !option.global);
  return {
    paths,
    words: [
      ...node.commands.flatMap((child) =>
        [child.name, ...child.aliases].map((word) => ({ word, about: child.summary })),
      ),
      ...node.arguments.flatMap(({ choices, about }) => choices.map((word) => ({ word, about }))),
      ...(node.path === 'esign' ? [{ word: 'help', about: 'Show the help of a command' }] : []),
    ],
    flags: own.flatMap(wordsOf),
    values: own.flatMap(valuesOf),
    takesFiles: node.arguments.some(({ name }) => /(^|\W)files?$/.test(name)),
    live: liveOf(node),
  };
}

function liveOf({ path, arguments: given }: CommandNode): LiveValues | '' {
  if (given.some(({ about }) => /^the ids? of the envelopes?$/.test(about))) return 'envelopes';
  if (given.some(({ about }) => /^the id of (the|a) template\b/.test(about))) return 'templates';
  const named = given.some(({ about }) => about.startsWith('the name of the profile'));
  return named && path !== 'esign profile add' ? 'profiles' : '';
}

/** The path of a command with each alias of each word above it. */
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

/** A flag whose value is optional takes it with `=` only, so the next word is not its value. */
function valuesOf(option: OptionNode): FlagValues[] {
  if (option.value === null || option.valueOptional) return [];
  return [{ flags: namesOf(option), values: option.choices.length > 0 ? option.choices : byName(option) }];
}

function byName({ long, value }: OptionNode): LiveValues | 'files' | 'folders' | 'anything' {
  if (long === '--profile') return 'profiles';
  if (long === '--template') return 'templates';
  if (long === '--envelope') return 'envelopes';
  if (value === 'file') return 'files';
  return value === 'dir' || value === 'folder' ? 'folders' : 'anything';
}
