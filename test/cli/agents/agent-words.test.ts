import { expect, it } from 'vitest';
import { withoutLink } from '../../../src/cli/emulator/inbox-mail.js';
import type { CapturedMail } from '../../../src/cli/emulator/control-types.js';
import { agentWords } from '../../../src/cli/agents/agent-words.js';
import { localAnswer } from '../../../src/cli/agents/local-answer.js';

it('tells an agent to call the tool again, and of no flag that a tool lacks', () => {
  const link = 'http://127.0.0.1:1/sign/x';
  const mail = withoutLink({ link, text: `Sign: ${link}` } as CapturedMail);
  const error = { code: 'timeout', message: 'It timed out.', hint: 'Run the command again, or increase --timeout.' };
  const ran = { code: 9, stdout: JSON.stringify(mail), stderr: JSON.stringify({ error }) };
  const { content } = localAnswer(ran, { part: '', from: 0 }, { text: (words) => words });
  expect(JSON.stringify(content)).toContain('(link hidden)');
  expect(JSON.stringify(content)).not.toContain('--print');
  expect(agentWords(error.hint)).toBe('Call the tool again, or increase --timeout.');
  expect(agentWords('Fix it, then run the same command again.')).toBe('Fix it, then call the tool again.');
});
