import { describe, expect, it } from 'vitest';
import { createPrompt, type Prompt } from '../../../src/core/terminal/prompt.js';
import { PromptEnded, PromptLeft, PromptUnavailable } from '../../../src/core/terminal/failure.js';
import { moved } from '../../../src/core/terminal/screen.js';
import { fakeTerminal } from '../../support/program/terminal.js';

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

  it('tell what is wrong with an answer once, while it is typed and after Enter', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const check = (typed: string): string | null => (typed.includes('@') ? null : 'It must be an e-mail address.');
    const answer = createPrompt(terminal.streams, () => true, never).edit('E-mail of Ann', { initial: '', check });
    terminal.type('foo\n');
    const frame = (): string => terminal.stderr().slice(terminal.stderr().lastIndexOf('E-mail of Ann'));
    await expect.poll(() => frame()).toContain('> It must');
    expect(frame().match(/It must be/g)).toHaveLength(1);
    terminal.type('@example.test\n');
    expect(await answer).toBe('foo@example.test');
  });

  it('take what is typed in place of the answer that they offer, and ignore a Tab within it', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const asked = { initial: 'person.name', check: () => null, note: (typed: string) => `Free: ${typed}.` };
    const answer = createPrompt(terminal.streams, () => true, never).edit('Column name', asked);
    await expect.poll(() => terminal.stderr()).toContain('Free: person.name. Enter takes it, Tab edits it.');
    for (const key of ['a.', '\t', 'b', '\t', '\n']) terminal.type(key);
    expect(await answer).toBe('a.b');
    const edited = createPrompt(terminal.streams, () => true, never).edit('Column name', asked);
    for (const key of ['\t', '_2', '\n']) terminal.type(key);
    expect(await edited).toBe('person.name_2');
  });

  it('can be a screen that follows each key, where the terminal has room for one', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const { screen } = createPrompt(terminal.streams, () => true, never);
    const rows = ['one', 'two', 'three'];
    const answer = screen?.<number, string>({
      start: 0,
      view: (active) => ({
        title: 'Which?',
        columns: [{ title: '', need: 10, share: 1 }],
        count: rows.length,
        row: (index) => ({ cells: [rows[index] ?? ''] }),
        active,
        below: [],
        keys: [['Enter', 'choose']],
      }),
      press: (active, key) =>
        key.name === 'enter' ? { result: rows[active] ?? '' } : { state: moved(key, active, rows.length) ?? active },
    });
    await expect.poll(() => terminal.stderr()).toContain('❯ one');
    terminal.type('x\u001b[B\u001b[B');
    await expect.poll(() => terminal.stderr()).toContain('❯ three');
    terminal.type('\n');
    expect(await answer).toBe('three');
    const small = fakeTerminal({ terminal: true, columns: 50 });
    expect(createPrompt(small.streams, () => true, never).screen).toBeNull();
    expect(createPrompt(terminal.streams, () => true, never).plain().screen).toBeNull();
  });

  it('complete an answer with Tab', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const complete = async (typed: string): Promise<string> => (typed === 'le' ? 'ase.pdf' : '');
    const answer = createPrompt(terminal.streams, () => true, never).text('Which file?', { complete });
    await expect.poll(() => terminal.stderr()).toContain('Which file?');
    for (const key of ['le', '\t']) terminal.type(key);
    await expect.poll(() => terminal.stderr()).toContain('lease.pdf');
    for (const key of ['\t', '\n']) terminal.type(key);
    expect(await answer).toBe('lease.pdf');
    const quick = createPrompt(terminal.streams, () => true, never).text('Which file?', { complete });
    terminal.type('le\t\n');
    expect(await quick).toBe('lease.pdf');
  });

  it('end with Ctrl-D, and at the end of the input, instead of waiting', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const answer = createPrompt(terminal.streams, () => true, never).text('Name');
    terminal.type('\u0004');
    await expect(answer).rejects.toThrow(PromptEnded);
    const closed = fakeTerminal({ terminal: true, stdin: '' });
    await expect(createPrompt(closed.streams, () => true, never).text('Name')).rejects.toThrow(PromptEnded);
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

  describe('on a terminal of 40 columns, which may be no more than stderr', () => {
    const drawn = (shown: string): readonly string[] =>
      shown.split(/[\r\n]|\p{Cc}\[\d*[GKAB]/u).map((line) => line.replaceAll(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, ''));
    const narrow = { terminal: true, columns: 40, piped: true } as const;
    const question = 'Save as role Landlord, subject landlord (Landlord), always on the form?';

    it('are broken at blanks, with their choices and their answer', async () => {
      const terminal = fakeTerminal(narrow);
      const answer = createPrompt(terminal.streams, () => true, never).select(question, [
        { value: 'mandate', name: 'mandate_signed: normally signed under a standing authorisation' },
      ]);
      terminal.type('\n');
      expect(await answer).toBe('mandate');
      const lines = drawn(terminal.stderr());
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
      for (const line of [
        '? Save as role Landlord, subject',
        '  landlord (Landlord), always on the',
        '  form?',
        '❯ mandate_signed: normally signed under',
        '  a standing authorisation',
        '  form? mandate_signed: normally signed',
        '  under a standing authorisation',
      ])
        expect(lines).toContain(line);
    });

    it('leave room for the answer, and break what is wrong with one', async () => {
      const terminal = fakeTerminal(narrow);
      const prompt = createPrompt(terminal.streams, () => true, never);
      const check = (typed: string): string | null =>
        typed === 'no' ? 'The key must not hold a dot where a subject of that name is there.' : null;
      const answer = prompt.text('Subject key of it (< to go back)', { check });
      terminal.type('no\n');
      await expect.poll(() => terminal.stderr()).toContain('must not hold');
      terminal.type('\u007f\u007fyes\n');
      expect(await answer).toBe('yes');
      const confirmed = prompt.confirm(`${question} Really?`);
      terminal.type('y\n');
      expect(await confirmed).toBe(true);
      const lines = drawn(terminal.stderr());
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
      expect(lines).toContain('> The key must not hold a dot where a');
      expect(lines.some((line) => line.startsWith('  form? Really? (y/N)'))).toBe(true);
    });

    it('are broken as plain lines too', async () => {
      const terminal = fakeTerminal(narrow);
      const answer = createPrompt(terminal.streams, () => true, never)
        .plain()
        .confirm(question);
      terminal.type('yes\n');
      expect(await answer).toBe(true);
      expect(terminal.stderr()).toContain('Save as role Landlord, subject landlord\n(Landlord), always');
    });
  });

  it('end with Ctrl-C', async () => {
    const terminal = fakeTerminal({ terminal: true });
    const answer = createPrompt(terminal.streams, () => true, never).text('Name');
    terminal.type('\u0003');
    await expect(answer).rejects.toThrow(PromptLeft);
  });

  it('end when the program gets a signal to stop', async () => {
    const stop = new AbortController();
    const answer = createPrompt(fakeTerminal({ terminal: true }).streams, () => true, stop.signal).text('Name');
    stop.abort();
    await expect(answer).rejects.toThrow(PromptLeft);
  });
});
