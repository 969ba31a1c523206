import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { clients } from '../../src/agent/clients.js';
import { BrokenServers, entryState, withEntry, withoutEntry } from '../../src/agent/server-entry.js';

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
    expect(entryState(text, claude, entry)).toBe('current');
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

  it('is outdated with other arguments, and foreign where another program is named esign', () => {
    const text = withEntry('', claude, other);
    expect(entryState(text, claude, entry)).toBe('outdated');
    expect(entryState(text.replace('"esign",\n', '"signer",\n'), claude, entry)).toBe('foreign');
    expect(entryState(text.replace('"mcp"', '"serve"'), claude, entry)).toBe('foreign');
    expect(entryState('', claude, entry)).toBe('absent');
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
    expect(entryState(text, codex, entry)).toBe('current');
    expect(withoutEntry(text, codex)).toBe(theirs);
    expect(withoutEntry(withEntry('', codex, entry), codex)).toBeNull();
  });

  it('is replaced where it stands, with what follows kept', () => {
    const text = `${withEntry(theirs, codex, other)}\n[other]\na = 1\n`;
    expect(entryState(text, codex, entry)).toBe('outdated');
    const renewed = withEntry(text, codex, entry);
    expect(renewed).toContain('"local"]\n\n[other]\na = 1\n');
    expect(renewed.match(/mcp_servers\.esign/g)).toHaveLength(1);
  });

  it.each(['[mcp_servers.esign]', '[mcp_servers."esign"]', '[ mcp_servers . esign ]', '[mcp_servers.esign.env]'])(
    'leaves %s of somebody else',
    (head) => {
      expect(entryState(`${head}\ncommand = "mine"\n`, codex, entry)).toBe('foreign');
    },
  );
});
