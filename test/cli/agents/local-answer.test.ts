import { expect, it } from 'vitest';
import { createMask } from '../../../src/client/mask.js';
import { localAnswer } from '../../../src/cli/agents/local-answer.js';
import { escapeHidden, visible } from '../../../src/core/platform/visible-text.js';

const whole = { part: '', from: 0 };
const mask = { text: (text: string): string => visible(createMask().text(text)) };
const ran = (stdout: string) => ({ code: 0, stdout, stderr: '' }) as Parameters<typeof localAnswer>[0];

it('marks hidden characters of what a command printed, in text and in the structured result', () => {
  const printed = { 'na\u{e0069}me': 'Lease\u{e0069}', secret: 'whsec_abcdefgh1234' };
  const { content, structuredContent } = localAnswer(ran(escapeHidden(JSON.stringify(printed))), whole, mask);
  const result = { 'na\\u{e0069}me': 'Lease\\u{e0069}', secret: '***' };
  expect(structuredContent).toEqual({ result, exit_code: 0, notes: [] });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
});
