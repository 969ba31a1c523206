import { expect, it } from 'vitest';
import { agentVariable } from '../../../src/core/platform/agent.js';

it.each([
  [{ CLAUDECODE: '1' }, 'CLAUDECODE'],
  [{ AI_AGENT: 'other' }, 'AI_AGENT'],
  [{ AI_AGENT: '' }, null],
  // Also set for the people who work there.
  [{ CURSOR_TRACE_ID: 'x', REPL_ID: 'y', TERM_PROGRAM: 'vscode' }, null],
])('%j shows %s', (env, shown) => {
  expect(agentVariable(env)).toBe(shown);
});
