import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { isObject, type JsonObject } from '../platform/json.js';
import type { AgentClient } from './clients.js';

/** The entry of `esign mcp` in a client's file of MCP servers. Everything else in the file stays as it is. */

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** `foreign`: an entry named esign that this program did not write. */
export type EntryState = 'current' | 'outdated' | 'absent' | 'foreign';

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
export function entryState(text: string, client: Kind, entry: ServerEntry): EntryState {
  if (client.property === null) {
    const { own, rest } = cutTable(text);
    if (tableHead.test(rest)) return 'foreign';
    if (own === null) return 'absent';
    return own === tableOf(entry) ? 'current' : 'outdated';
  }
  const found = serversIn(text, client.property)[serverName];
  if (found === undefined) return 'absent';
  if (!isOurs(found)) return 'foreign';
  return JSON.stringify(found) === JSON.stringify(valueOf(entry, client.property)) ? 'current' : 'outdated';
}

/** The text with the entry. Throws BrokenServers. */
export function withEntry(text: string, client: Kind, entry: ServerEntry): string {
  if (client.property === null) {
    const { before, after } = cutTable(text);
    const start = before.trimEnd();
    return `${start}${start === '' ? '' : '\n\n'}${tableOf(entry)}${after}`;
  }
  serversIn(text, client.property);
  const edits = modify(text, [client.property, serverName], valueOf(entry, client.property), layout);
  return ended(applyEdits(text, edits));
}

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

function isOurs(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { command, args } = value;
  return (
    typeof command === 'string' && /(^|[\\/])esign(\.cmd)?$/.test(command) && Array.isArray(args) && args[0] === 'mcp'
  );
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
const tableHead = /^\s*\[\s*mcp_servers\s*\.\s*["']?esign["']?\s*[\].]/m;

/** Strings of JSON are strings of TOML. */
const tableOf = ({ command, args }: ServerEntry): string =>
  `${firstLine}\n[mcp_servers.${serverName}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;

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
