import { describe, expect, it } from 'vitest';
import { createPrompt } from '../../src/terminal/prompt.js';
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
