import { expect, it } from 'vitest';
import { createMask } from '../../../src/client/mask.js';
import { agentWords } from '../../../src/cli/agents/agent-words.js';
import { localAnswer } from '../../../src/cli/agents/local-answer.js';
import { escapeHidden, visible } from '../../../src/core/platform/visible-text.js';
import { withoutLink } from '../../../src/cli/emulator/inbox-mail.js';
import type { CapturedMail } from '../../../src/cli/emulator/control-types.js';

const whole = { part: '', from: 0 };
const words = agentWords([]);
const mask = { text: (text: string): string => visible(createMask().text(text)) };
const ran = (stdout: string) => ({ code: 0, stdout, stderr: '' }) as Parameters<typeof localAnswer>[0];

it('marks hidden characters of what a command printed, in the text of the result', () => {
  const printed = { 'na\u{e0069}me': 'Lease\u{e0069}', secret: 'whsec_abcdefgh1234' };
  const { content } = localAnswer(ran(escapeHidden(JSON.stringify(printed))), whole, mask, 'a_tool', words);
  const result = { 'na\\u{e0069}me': 'Lease\\u{e0069}', secret: '***' };
  expect(content).toEqual([{ type: 'text', text: JSON.stringify({ result, exit_code: 0, notes: [] }) }]);
});

it('has the steps of a command beside what it came to, and is a failure where it only got ready', () => {
  const steps = '{"type":"ready"}\n{"type":"difference","id":"a"}\n{"type":"ended","behind":1}\n';
  const { content } = localAnswer(ran(steps), whole, mask, 'a_tool', words);
  const result = { type: 'ended', behind: 1, data: [{ type: 'difference', id: 'a' }] };
  expect(content).toEqual([{ type: 'text', text: JSON.stringify({ result, exit_code: 0, notes: [] }) }]);
  const error = { code: 'wait_timeout', message: 'It is not sealed yet.' };
  const waited = { ...ran('{"type":"ready"}\n'), code: 12, stderr: JSON.stringify({ error }) };
  expect(() => localAnswer(waited, whole, mask, 'a_tool', words)).toThrow('It is not sealed yet.');
});

it('hides the flag that shows a link, which no tool has', () => {
  const link = 'http://127.0.0.1:1/sign/x';
  const mail = withoutLink({ link, text: `Sign: ${link}` } as CapturedMail);
  const { content } = localAnswer(ran(JSON.stringify(mail)), whole, mask, 'emulator_inbox_list', words);
  expect(JSON.stringify(content)).toContain('(link hidden)');
  expect(JSON.stringify(content)).not.toContain('--print');
});
