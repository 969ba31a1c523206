import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { takesNextWord } from '../flags/global-flags.js';
import { isObject, type JsonObject, parseJson } from '../../core/platform/json.js';
import type { AgentClient } from './clients.js';

/** The entry of `esign mcp` in a client's file of MCP servers. Everything else in the file stays as it is. */

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** What a file has under the name esign. `foreign`: an entry that this program did not write. */
export type FoundEntry = ServerEntry | 'absent' | 'foreign';

/** The file is not JSON: `line` from 1. */
export class BrokenServers extends Error {
  override readonly name = 'BrokenServers';
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

type Kind = Pick<AgentClient, 'property'>;

const serverName = 'esign';
const readJson = { allowTrailingComma: true, allowEmptyContent: true } as const;
const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, keepLines: true } } as const;

/** Throws BrokenServers. */
export function findEntry(text: string, client: Kind): FoundEntry {
  if (client.property === null) {
    const { own, rest } = cutTable(text);
    if (tableHead.test(rest)) return 'foreign';
    return own === null ? 'absent' : (entryIn(valuesOf(own)) ?? 'foreign');
  }
  const found = serversIn(text, client.property)[serverName];
  return found === undefined ? 'absent' : (entryIn(found) ?? 'foreign');
}

/** The text with the entry; what else an entry of ours holds, such as an environment, stays. Throws BrokenServers. */
export function withEntry(text: string, client: Kind, entry: ServerEntry): string {
  if (client.property === null) {
    const { before, own, after } = cutTable(text);
    const start = before.trimEnd();
    const table = own === null ? tableOf(entry) : renewed(own, entry);
    return `${start}${start === '' ? '' : '\n\n'}${table}${after}`;
  }
  const { property } = client;
  const isThere = Object.hasOwn(serversIn(text, property), serverName);
  const changes: readonly (readonly [path: readonly string[], value: unknown])[] = isThere
    ? Object.entries(entry).map(([name, value]) => [[name], value])
    : [[[], valueOf(entry, property)]];
  return ended(
    changes.reduce(
      (now, [path, value]) => applyEdits(now, modify(now, [property, serverName, ...path], value, layout)),
      text,
    ),
  );
}

/** The words of an entry, with these flags and their values in place of the same flags. */
export function withFlags(args: readonly string[], flags: readonly string[]): readonly string[] {
  let words = args;
  for (const [at, flag] of flags.entries()) {
    if (!flag.startsWith('--')) continue;
    const name = flagOf(flag);
    const given = isValueOf(name, flag) ? [flag, flags[at + 1] ?? ''] : [flag];
    if (words.some((_, start) => given.every((word, next) => words[start + next] === word))) continue;
    const [command = 'mcp', ...rest] = words.filter(
      (word, place) => flagOf(word) !== name && !isValueOf(name, words[place - 1]),
    );
    words = takesNextWord(name) ? [command, ...given, ...rest] : [command, ...rest, ...given];
  }
  return words;
}

/** The profile that an entry names; null: the agent uses the current one. */
export function profileIn({ args }: ServerEntry): string | null {
  const at = args.findLastIndex((word) => flagOf(word) === '--profile');
  if (at === -1) return null;
  const word = args[at] ?? '';
  return word.includes('=') ? word.slice(word.indexOf('=') + 1) : (args[at + 1] ?? null);
}

const flagOf = (word = ''): string => word.split('=')[0] ?? '';
/** Whether the value of a flag is the word after this one. */
const isValueOf = (name: string, before: string | undefined): boolean => before === name && takesNextWord(name);

/** The text without the entry; null when nothing else is left of the file. Throws BrokenServers. */
export function withoutEntry(text: string, { property }: Kind): string | null {
  if (property === null) {
    const { before, own, after } = cutTable(text);
    if (own === null) return text;
    const left = `${before.trimEnd()}\n${after}`;
    return left.trim() === '' ? null : left;
  }
  const servers = Object.keys(serversIn(text, property));
  if (!servers.includes(serverName)) return text;
  const others = servers.filter((name) => name !== serverName);
  const path = others.length === 0 ? [property] : [property, serverName];
  const left = applyEdits(text, modify(text, path, undefined, layout));
  return /^\s*\{\s*\}\s*$/.test(left) ? null : left;
}

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** VS Code names the kind of connection. */
const valueOf = ({ command, args }: ServerEntry, property: string): object => ({
  ...(property === 'servers' ? { type: 'stdio' } : {}),
  command,
  args,
});

/** Null for another program, or another shape. */
function entryIn(value: unknown): ServerEntry | null {
  if (!isObject(value)) return null;
  const { command, args } = value;
  if (typeof command !== 'string' || !/(^|[\\/])esign(\.cmd)?$/.test(command)) return null;
  if (!Array.isArray(args) || args[0] !== 'mcp') return null;
  return args.every((word) => typeof word === 'string') ? { command, args } : null;
}

function serversIn(text: string, property: string): JsonObject {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, readJson);
  const [error] = errors;
  if (error !== undefined) throw new BrokenServers(lineOf(text, error.offset), printParseErrorCode(error.error));
  const servers = root === undefined ? {} : memberOf(root, property);
  if (servers === null) throw new BrokenServers(1, `\`${property}\` must be an object`);
  return servers;
}

/** Empty for a missing member; null for a value of another kind. */
function memberOf(root: unknown, name: string): JsonObject | null {
  if (!isObject(root)) return null;
  const member = Object.hasOwn(root, name) ? root[name] : {};
  return isObject(member) ? member : null;
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const firstLine = '# Written by `esign agent setup`; `esign agent setup --undo` removes it.';
const tableHead = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*["']?esign["']?[ \t]*[\].]/m;

/** Strings of JSON are strings of TOML. */
const tableOf = ({ command, args }: ServerEntry): string =>
  `${firstLine}\n[mcp_servers.${serverName}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;

const ownLine = /^[ \t]*(command|args)[ \t]*=[ \t]*(\S.*)$/gm;

/** The values of our table that are strings or lists on one line, as they are written. */
const valuesOf = (table: string): JsonObject =>
  Object.fromEntries([...table.matchAll(ownLine)].map(([, name, value = '']) => [name, parseJson(value)]));

const renewed = (table: string, entry: ServerEntry): string =>
  table.replace(ownLine, (_, name: keyof ServerEntry) => `${name} = ${JSON.stringify(entry[name])}`);

/** Our table reaches from its first line to the next empty line, header or end. */
function cutTable(text: string): {
  readonly before: string;
  readonly own: string | null;
  readonly after: string;
  readonly rest: string;
} {
  const start = text.indexOf(firstLine);
  if (start < 0) return { before: text, own: null, after: '', rest: text };
  const [own = ''] = /^[^\n]*\n\s*\[mcp_servers\.esign\][^\n]*\n(?:[ \t]*\w+[ \t]*=[^\n]*\n?)*/.exec(
    text.slice(start),
  ) ?? [firstLine];
  const before = text.slice(0, start);
  const after = text.slice(start + own.length);
  return { before, own, after, rest: before + after };
}
