import type { Command } from 'commander';
import { nearest } from '../../core/platform/nearest.js';

const maxSuggestions = 3;

/** Commands of similar programs, and the equivalent here. */
export const habits: Readonly<Record<string, string>> = {
  'auth login': 'login',
  'auth logout': 'logout',
  'auth status': 'whoami',
  'auth list': 'profile list',
  'auth switch': 'profile use',
  'auth token': 'profile token',
  auth: 'login',
  config: 'profile',
  'config list': 'profile list',
  'config get': 'profile show',
  'config set': 'profile add',
  settings: 'profile',
  status: 'whoami',
  commands: 'help commands',
  serve: 'emulator start',
  mock: 'emulator start',
  sandbox: 'emulator start',
  forward: 'listen',
  tunnel: 'listen',
  fixtures: 'emulator scenario',
  samples: 'demo',
  quickstart: 'demo',
  document: 'envelope documents',
  upload: 'template create',
  logs: 'emulator log',
  mail: 'emulator inbox',
  verify: 'pdf verify',
  'bulk send': 'envelope create --rows',
  bulk: 'envelope create --rows',
  'webhook listen': 'listen',
  'webhook forward': 'listen',
  schema: 'spec show',
  openapi: 'spec show',
  skills: 'agent setup',
  skill: 'agent setup',
  'template upload': 'template create',
  'emulator seed': 'emulator scenario load',
  docs: 'help commands',
};

/** Synonyms of verbs; the first one that the noun has is used. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  rm: ['delete', 'remove', 'void'],
  remove: ['delete', 'void'],
  delete: ['remove', 'void'],
  destroy: ['delete', 'remove'],
  new: ['create', 'add', 'register'],
  add: ['create', 'register'],
  create: ['add', 'register'],
  view: ['show', 'get'],
  show: ['get'],
  get: ['show'],
  describe: ['show', 'get'],
  info: ['show', 'get', 'status'],
  edit: ['update', 'rename'],
  set: ['update', 'use'],
  resend: ['replay', 'redeliver'],
  retry: ['replay', 'resume', 'redeliver'],
  roll: ['rotate'],
  tail: ['watch', 'list'],
  serve: ['start'],
  run: ['start'],
  cancel: ['void', 'revoke'],
  status: ['show'],
  check: ['verify'],
  up: ['start'],
  down: ['stop'],
  roles: ['people'],
};

/**
 * Possible commands for a wrong command line, such as `emulator trigger` for `trigger`; none without a near one.
 * `words` are the words after the program's name, without flags.
 */
export function suggestCommands(root: Command, words: readonly string[]): readonly string[] {
  const { level, path, rest } = follow(root, words);
  const [word] = rest;
  if (word === undefined) return [];
  const habit = habitOf(words);
  if (habit !== null) return [habit];
  // `list` means the verb of a noun, not `listen`.
  const same = level === root && exactVerbOf(level, word) === null ? namedElsewhere(root, word) : [];
  if (same.length > 0) return same.slice(0, maxSuggestions);
  const match = exactVerbOf(level, word) ?? nearVerbOf(level, word);
  // After one wrong word, the next one may be wrong too: `templates lst`.
  if (match !== null) return [[...path, match.name(), ...nextVerb(match, rest[1])].join(' ')];
  // A verb of another noun is never suggested: `template delete` would become `webhook delete`.
  if (level !== root) return nearBelow(level, path, word).slice(0, maxSuggestions);
  return nearElsewhere(root, word).slice(0, maxSuggestions);
}

/** How many words match commands, and the remaining ones. */
function follow(root: Command, words: readonly string[]) {
  let level = root;
  let depth = 0;
  for (; depth < words.length; depth += 1) {
    const child = childOf(level, words[depth] ?? '');
    if (child === undefined) break;
    level = child;
  }
  return { level, path: words.slice(0, depth), rest: words.slice(depth) };
}

const childOf = (level: Command, word: string): Command | undefined =>
  level.commands.find((child) => child.name() === word || child.aliases().includes(word));

function habitOf(words: readonly string[]): string | null {
  const keys = [words.slice(0, 2), words.slice(0, 1)].map((key) => key.join(' ').toLowerCase());
  const known = keys.find((key) => Object.hasOwn(habits, key) || Object.hasOwn(habits, singular(key)));
  return known === undefined ? null : (habits[known] ?? habits[singular(known)] ?? null);
}

/** The command for a plural or synonym. */
function exactVerbOf(level: Command, word: string): Command | null {
  const typed = word.toLowerCase();
  const exact = childOf(level, typed) ?? childOf(level, singular(typed)) ?? childOf(level, `${typed}s`);
  if (exact !== undefined) return exact;
  const names = Object.hasOwn(synonyms, typed) ? (synonyms[typed] ?? []) : [];
  return names.map((name) => childOf(level, name)).find((child) => child !== undefined) ?? null;
}

function nearVerbOf(level: Command, word: string): Command | null {
  const names = level.commands.flatMap((child) => [child.name(), ...child.aliases()]);
  const close = nearest(word, names);
  return close === null ? null : (childOf(level, close) ?? null);
}

function nextVerb(noun: Command, word: string | undefined): readonly string[] {
  const verb = word === undefined ? null : (exactVerbOf(noun, word) ?? nearVerbOf(noun, word));
  return verb === null ? [] : [verb.name()];
}

/** Commands below any noun that have this name. */
function namedElsewhere(root: Command, word: string): readonly string[] {
  const names = [word.toLowerCase(), singular(word.toLowerCase())];
  return verbsBelow(root)
    .filter(({ name }) => names.includes(name))
    .map(({ path }) => path);
}

/** Commands deeper in a noun that have this name: `emulator advance` is `emulator clock advance`. */
const nearBelow = (noun: Command, path: readonly string[], word: string): readonly string[] =>
  below(noun, path.slice(0, -1))
    .filter(({ name }) => name === word.toLowerCase())
    .map((verb) => verb.path);

/** Commands below any noun that have the name nearest to this word. */
function nearElsewhere(root: Command, word: string): readonly string[] {
  const verbs = verbsBelow(root);
  const close = nearest(word, [...new Set(verbs.map(({ name }) => name))]);
  return verbs.filter(({ name }) => name === close).map(({ path }) => path);
}

interface Verb {
  readonly name: string;
  readonly path: string;
}

const verbsBelow = (root: Command): readonly Verb[] => root.commands.flatMap((noun) => below(noun, []));

function below(command: Command, above: readonly string[]): readonly Verb[] {
  const path = [...above, command.name()];
  return command.commands.flatMap((child) => [
    { name: child.name(), path: [...path, child.name()].join(' ') },
    ...below(child, path),
  ]);
}

const singular = (word: string): string => word.replace(/s$/, '');
