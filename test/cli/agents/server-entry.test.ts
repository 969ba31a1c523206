import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/cli/agents/clients.js';
import {
  BrokenServers,
  findEntry,
  profileIn,
  withEntry,
  withFlags,
  withoutEntry,
} from '../../../src/cli/agents/server-entry.js';

const entry = { command: 'esign', args: ['mcp', '--profile', 'local'] };
const other = { command: 'esign', args: ['mcp'] };
const client = (name: string): (typeof clients)[number] => clients.find((each) => each.name === name)!;

describe('the entry in JSON', () => {
  const claude = client('claude');

  it('is written beside the others, whose comments and lines stay', () => {
    const theirs = '{\n  // keep\n  "mcpServers": {\n    "files": { "command": "x" },\n  },\n}\n';
    const text = withEntry(theirs, claude, entry);
    expect(text).toContain('{\n  // keep\n  "mcpServers": {');
    expect(parse(text)).toEqual({ mcpServers: { files: { command: 'x' }, esign: entry } });
    expect(findEntry(text, claude)).toEqual(entry);
    expect(parse(withoutEntry(text, claude)!)).toEqual({ mcpServers: { files: { command: 'x' } } });
  });

  it('makes a file, and leaves none that held nothing else', () => {
    const text = withEntry('', claude, entry);
    expect(JSON.parse(text)).toEqual({ mcpServers: { esign: entry } });
    expect(withoutEntry(text, claude)).toBeNull();
  });

  it('names the connection for VS Code', () => {
    expect(JSON.parse(withEntry('{}', client('vscode'), entry))).toEqual({
      servers: { esign: { type: 'stdio', ...entry } },
    });
  });

  it('is read with its flags, and is foreign where another program is named esign', () => {
    const text = withEntry('', claude, other);
    expect(findEntry(text, claude)).toEqual(other);
    expect(findEntry(text.replace('"esign",\n', '"signer",\n'), claude)).toBe('foreign');
    expect(findEntry(text.replace('"mcp"', '"serve"'), claude)).toBe('foreign');
    expect(findEntry(text.replace('"mcp"', '"mcp", 1'), claude)).toBe('foreign');
    expect(findEntry('', claude)).toBe('absent');
  });

  it('keeps what else it holds when its flags change', () => {
    const env = { ESIGN_STATE_DIR: '/srv/esign' };
    const theirs = JSON.stringify({ mcpServers: { esign: { ...other, env, timeout: 60 } } });
    expect(parse(withEntry(theirs, claude, entry))).toEqual({ mcpServers: { esign: { ...entry, env, timeout: 60 } } });
  });

  it('leaves a file without it alone', () => {
    const theirs = '{"mcpServers":{"files":{}}}';
    expect(withoutEntry(theirs, claude)).toBe(theirs);
  });

  it.each([
    ['{\n  "mcpServers": {\n', 3],
    ['{ "mcpServers": [] }', 1],
    ['[]', 1],
    ['{ "a": 1 } rest', 1],
  ])('refuses %j with its line', (text, line) => {
    expect(() => withEntry(text, claude, entry)).toThrow(BrokenServers);
    expect(() => withEntry(text, claude, entry)).toThrow(expect.objectContaining({ line }));
  });
});

describe('the entry in TOML', () => {
  const codex = client('codex');
  const theirs = 'model = "x"\n\n[mcp_servers.files]\ncommand = "x"\n';

  it('is a table of its own at the end, and goes without a trace', () => {
    const text = withEntry(theirs, codex, entry);
    expect(text).toBe(
      `${theirs}\n# Written by \`esign agent setup\`; \`esign agent setup --undo\` removes it.\n` +
        '[mcp_servers.esign]\ncommand = "esign"\nargs = ["mcp","--profile","local"]\n',
    );
    expect(findEntry(text, codex)).toEqual(entry);
    expect(withoutEntry(text, codex)).toBe(theirs);
    expect(withoutEntry(withEntry('', codex, entry), codex)).toBeNull();
  });

  it('is replaced where it stands, with what follows kept', () => {
    const text = `${withEntry(theirs, codex, other)}\n[other]\na = 1\n`;
    expect(findEntry(text, codex)).toEqual(other);
    const renewed = withEntry(text, codex, entry);
    expect(renewed).toContain('"local"]\n\n[other]\na = 1\n');
    expect(renewed.match(/mcp_servers\.esign/g)).toHaveLength(1);
  });

  it.each(['[mcp_servers.esign]', '[mcp_servers."esign"]', '[ mcp_servers . esign ]', '[mcp_servers.esign.env]'])(
    'leaves %s of somebody else',
    (head) => {
      expect(findEntry(`${head}\ncommand = "mine"\n`, codex)).toBe('foreign');
    },
  );

  it('keeps its other lines when its flags change, and is foreign when it can no longer be read', () => {
    const text = withEntry('', codex, other);
    const edited = `${text}startup_timeout_sec = 30\n`;
    expect(withEntry(edited, codex, entry)).toBe(`${withEntry('', codex, entry)}startup_timeout_sec = 30\n`);
    expect(findEntry(text.replace('["mcp"]', '[\n  "mcp",\n]'), codex)).toBe('foreign');
    expect(findEntry(text.replace('args', '# args'), codex)).toBe('foreign');
  });
});

describe('the flags of an entry', () => {
  it.each([
    [['mcp'], ['--profile', 'a', '--allow-writes'], ['mcp', '--profile', 'a', '--allow-writes']],
    [['mcp', '--profile', 'a', '--allow-writes'], [], ['mcp', '--profile', 'a', '--allow-writes']],
    [
      ['mcp', '--allow-writes', '--profile', 'a'],
      ['--profile', 'a'],
      ['mcp', '--allow-writes', '--profile', 'a'],
    ],
    [
      ['mcp', '--allow-writes', '--profile', 'a'],
      ['--profile', 'b'],
      ['mcp', '--profile', 'b', '--allow-writes'],
    ],
    [
      ['mcp', '--profile=a', '--mode', 'test'],
      ['--profile', 'b'],
      ['mcp', '--profile', 'b', '--mode', 'test'],
    ],
    [['mcp', '--allow-writes'], ['--allow-writes'], ['mcp', '--allow-writes']],
    [
      ['mcp', '--profile', '--allow-writes'],
      ['--profile', 'b'],
      ['mcp', '--profile', 'b'],
    ],
  ])('of %j with %j are %j', (args, flags, expected) => {
    expect(withFlags(args, flags)).toEqual(expected);
  });

  it.each([
    [['mcp'], null],
    [['mcp', '--profile', 'a'], 'a'],
    [['mcp', '--profile=a'], 'a'],
    [['mcp', '--profile', 'a', '--profile', 'b'], 'b'],
    [['mcp', '--profile'], null],
  ])('of %j name the profile %j', (args, profile) => {
    expect(profileIn({ command: 'esign', args })).toBe(profile);
  });
});
