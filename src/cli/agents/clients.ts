/** The coding agents that `esign agent setup` knows, and their files in a project. */

export interface AgentClient {
  /** The value of --client. */
  readonly name: ClientName;
  readonly title: string;
  /** The file of MCP servers. */
  readonly servers: string;
  /** The object of the servers in that file; null for TOML tables. */
  readonly property: 'mcpServers' | 'servers' | null;
  /** The folder of skills. Clients without one of their own read the shared folder. */
  readonly skills: '.claude/skills' | '.agents/skills';
  /** One of these shows that the client is used here. */
  readonly signs: readonly string[];
}

export const clientNames = ['claude', 'codex', 'cursor', 'gemini', 'vscode'] as const;
export type ClientName = (typeof clientNames)[number];

const shared = '.agents/skills';

/** In the order of their names. */
export const clients: readonly AgentClient[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    servers: '.mcp.json',
    property: 'mcpServers',
    skills: '.claude/skills',
    signs: ['.claude', 'CLAUDE.md', '.mcp.json'],
  },
  {
    name: 'codex',
    title: 'Codex',
    servers: '.codex/config.toml',
    property: null,
    skills: shared,
    signs: ['.codex'],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    servers: '.cursor/mcp.json',
    property: 'mcpServers',
    skills: shared,
    signs: ['.cursor'],
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    servers: '.gemini/settings.json',
    property: 'mcpServers',
    skills: shared,
    signs: ['.gemini', 'GEMINI.md'],
  },
  {
    name: 'vscode',
    title: 'VS Code',
    servers: '.vscode/mcp.json',
    property: 'servers',
    skills: shared,
    signs: ['.vscode'],
  },
];
