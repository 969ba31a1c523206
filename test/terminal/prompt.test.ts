import { describe, expect, it } from 'vitest';
import { createPrompt, type Prompt } from '../../src/terminal/prompt.js';
import { PromptLeft, PromptUnavailable } from '../../src/terminal/prompt-failure.js';
import { fakeTerminal } from '../support/terminal.js';

const never = new AbortController().signal;

describe('questions', () => {
  it('are asked only when stdin and stderr are terminals and --no-input is not given', async () => {
    expect(createPrompt(fakeTerminal().streams, () => true, never).available).toBe(false);
    expect(createPrompt(fakeTerminal({ terminal: true }).streams, () => false, never).available).toBe(false);
    expect(createPrompt(fakeTerminal({ terminal: true }).streams, () => true, never).available).toBe(true);
    await expect(createPrompt(fakeTerminal().streams, () => true, never).confirm('Go on?')).rejects.toThrow(
      PromptUnavailable,
    );
  });

  it('are written to stderr and answered from stdin, so that stdout stays the result alone', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const answer = createPrompt(terminal.streams, () => true, never).confirm('Void it?');
    terminal.type('y\n');
    expect(await answer).toBe(true);
    expect(terminal.stderr()).toContain('Void it?');
    expect(terminal.stdout()).toBe('');
  });

  it('mean no when only Enter is pressed', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const answer = createPrompt(terminal.streams, () => true, never).confirm('Void it?');
    terminal.type('\n');
    expect(await answer).toBe(false);
  });

  it('never show a secret that is typed', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const answer = createPrompt(terminal.streams, () => true, never).secret('API key');
    terminal.type('acme_test_abcdefghijklmnop\n');
    expect(await answer).toBe('acme_test_abcdefghijklmnop');
    expect(terminal.stderr()).not.toContain('abcdefghijklmnop');
  });

  it.each([
    ['a text', (prompt: Prompt, offered: string) => prompt.text('Role', { otherwise: offered })],
    [
      'a text to edit',
      (prompt: Prompt, offered: string) => prompt.edit('Role', { initial: offered, check: () => null }),
    ],
  ])('%s shows an answer that it offers without what steers a terminal, and takes it as it is', async (_what, ask) => {
    const offered = 'Vol\u001b]0;TITLE\u0007\u001b[41mRED\u202eabc\u009b35m\rCR';
    const terminal = fakeTerminal({ terminal: true });
    const answer = ask(
      createPrompt(terminal.streams, () => true, never),
      offered,
    );
    terminal.type('\n');
    expect(await answer).toBe(offered);
    expect(terminal.stderr()).toContain('Vol\\u{1b}]0;TITLE');
    for (const steering of ['\u001b]0', '\u001b[41m', '\u0007', '\u202e', '\u009b', '\r'])
      expect(terminal.stderr()).not.toContain(steering);
  });

  it('are left with Ctrl-C', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const answer = createPrompt(terminal.streams, () => true, never).text('Name');
    terminal.type('\u0003');
    await expect(answer).rejects.toThrow(PromptLeft);
  });

  it('are left when the program is told to stop', async () => {
    const stop = new AbortController();
    const answer = createPrompt(fakeTerminal({ terminal: true }).streams, () => true, stop.signal).text('Name');
    stop.abort();
    await expect(answer).rejects.toThrow(PromptLeft);
  });
});
