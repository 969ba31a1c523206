/** Coding agents that run commands, told by the environment that they give them. */

/**
 * Set by an agent for the commands that it runs. Variables that an editor or a hosted machine also sets for the people
 * who work there are left out: they must keep their questions.
 */
export const agentVariables = [
  'AI_AGENT',
  'CLAUDECODE',
  'CURSOR_AGENT',
  'CODEX_SANDBOX',
  'CODEX_CI',
  'GEMINI_CLI',
  'OPENCODE',
  'AUGMENT_AGENT',
  'COPILOT_CLI',
] as const;

/** The variable that shows that an agent runs this program; null for a person or a script. */
export const agentVariable = (env: Readonly<NodeJS.ProcessEnv>): (typeof agentVariables)[number] | null =>
  agentVariables.find((name) => (env[name] ?? '') !== '') ?? null;
