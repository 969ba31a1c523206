import { describe, expect, it } from 'vitest';
import { createPrompt } from '../../../src/core/terminal/prompt.js';
import { PromptLeft, PromptUnavailable } from '../../../src/core/terminal/failure.js';
import { fakeTerminal } from '../../support/program/terminal.js';

const never = new AbortController().signal;
const choices = [
  { value: 'a', name: 'First', description: 'The one' },
  { value: 'b', name: 'Second' },
] as const;

function plain(signal = never) {
  const terminal = fakeTerminal({ terminal: true });
  return { terminal, prompt: createPrompt(terminal.streams, () => true, signal).plain() };
}

describe('plain questions', () => {
  it('number the choices, take a number, and say what a wrong one should be', async () => {
    const { terminal, prompt } = plain();
    const answer = prompt.select('Which?', choices, 'b');
    terminal.type('7\n1\n');
    expect(await answer).toBe('a');
    expect(terminal.stderr()).toBe(
      'Which?\n  1. First. The one\n  2. Second\nNumber (Enter for 2): Type a number from 1 to 2.\nNumber (Enter for 2): ',
    );
  });

  it('take the preselected choice with Enter', async () => {
    const { terminal, prompt } = plain();
    const answer = prompt.select('Which?', choices, 'b');
    terminal.type('\n');
    expect(await answer).toBe('b');
  });

  it('keep what is typed ahead, and check a text', async () => {
    const { terminal, prompt } = plain();
    terminal.type('bad\ngood\nyes\n');
    const check = (typed: string): string | null => (typed === 'bad' ? 'Not that.' : null);
    expect(await prompt.edit('Key', { initial: 'old', check })).toBe('good');
    expect(await prompt.confirm('Sure?')).toBe(true);
    expect(terminal.stderr()).toContain('Key (Enter for old): Not that.\n');
  });

  it('write no sequence at all and show what could steer the terminal', async () => {
    const { terminal, prompt } = plain();
    prompt.draw('\u001b[31mpicture');
    prompt.say((colour, clean) => colour.bold(clean('\u001b[2Jhead')));
    const answer = prompt.text('\u001b[1mName');
    terminal.type('x\n');
    expect(await answer).toBe('x');
    expect(terminal.stderr()).not.toContain('\u001b');
    expect(terminal.stderr()).toContain('\\u{1b}[2Jhead');
  });

  it('end with Ctrl-C and at the end of the input, and need a terminal', async () => {
    const stop = new AbortController();
    const { prompt } = plain(stop.signal);
    const answer = prompt.text('Name');
    stop.abort();
    await expect(answer).rejects.toThrow(PromptLeft);
    const ended = fakeTerminal({ terminal: true, stdin: 'half' });
    await expect(
      createPrompt(ended.streams, () => true, never)
        .plain()
        .text('Name'),
    ).rejects.toThrow(PromptLeft);
    const pipe = createPrompt(fakeTerminal().streams, () => true, never).plain();
    await expect(pipe.text('Name')).rejects.toThrow(PromptUnavailable);
  });
});
