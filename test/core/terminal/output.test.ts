import { describe, expect, it } from 'vitest';
import { createColour } from '../../../src/core/terminal/colour.js';
import { createOutput, type Output, type OutputOptions } from '../../../src/core/terminal/output.js';
import { JqFailure } from '../../../src/core/terminal/failure.js';
import { fakeTerminal, type FakeTerminal, type FakeTerminalOptions } from '../../support/program/terminal.js';

const list = { data: [{ id: '1', name: 'Lease', secret_thing: true }], next_cursor: null };
const view = {
  table: { columns: ['ID', 'NAME'], rows: [['1', 'Lease']], empty: 'None.' },
  next: ['esign template get 1'],
};

function make(
  options: Partial<OutputOptions>,
  terminal: boolean | FakeTerminalOptions = false,
): { output: Output; to: FakeTerminal } {
  const to = fakeTerminal(typeof terminal === 'boolean' ? { terminal } : terminal);
  const colour = createColour(false);
  const output = createOutput(to.streams, {
    form: 'human',
    fields: null,
    jq: null,
    colour,
    errorColour: colour,
    quiet: false,
    hide: (text) => text.replaceAll('hunter2secret', '***'),
    ...options,
  });
  return { output, to };
}

describe('a result', () => {
  it('is a table with what to do next on a terminal', async () => {
    const { output, to } = make({ form: 'human' }, true);
    await output.result(list, view);
    expect(to.stdout()).toBe('ID  NAME\n1   Lease\n\nNext:\n  esign template get 1\n');
  });

  it('is JSON in a pipe when it is a list, and rows when they are asked for', async () => {
    const { output, to } = make({ form: 'piped' });
    await output.result(list, view);
    expect(JSON.parse(to.stdout())).toEqual(list);
    const asked = make({ form: 'piped', rows: true });
    await asked.output.result(list, view);
    expect(asked.to.stdout()).toBe('1\tLease\n');
  });

  it('is JSON in a pipe when it is one thing, unknown properties included', async () => {
    const { output, to } = make({ form: 'piped' });
    await output.result({ id: '1', never_heard_of: [1] }, { details: [['Id', '1']] });
    expect(to.stdout()).toBe('{"id":"1","never_heard_of":[1]}\n');
  });

  it('is the whole of the service’s JSON under --json, and a part with fields', async () => {
    const whole = make({ form: 'json' });
    await whole.output.result(list, view);
    expect(JSON.parse(whole.to.stdout())).toEqual(list);
    const part = make({ form: 'json', fields: ['name'] });
    await part.output.result(list, view);
    expect(JSON.parse(part.to.stdout())).toEqual({ data: [{ name: 'Lease' }], next_cursor: null });
  });

  it('is ids alone under -q', async () => {
    const { output, to } = make({ form: 'ids', quiet: true });
    await output.result(list, view);
    expect(to.stdout()).toBe('1\n');
  });

  it('goes through jq, strings raw', async () => {
    const { output, to } = make({ form: 'json', jq: '.data[] | .name, .id' });
    await output.result(list, view);
    expect(to.stdout()).toBe('Lease\n1\n');
  });

  it.each([
    ['.data[] | select(.name == "Sale")', ''],
    ['empty', ''],
    ['""', '\n'],
    ['"two\\nlines\\n"', 'two\nlines\n\n'],
    ['.next_cursor', 'null\n'],
    ['.data | length, (1.5 | . * 2), false', '1\n3\nfalse\n'],
    ['.data[] | {id}', '{\n  "id": "1"\n}\n'],
  ])('is what jq -r prints for %s', async (jq, printed) => {
    const { output, to } = make({ form: 'json', jq });
    await output.result(list, view);
    expect(to.stdout()).toBe(printed);
  });

  it.each([
    ['.data[', /`: syntax error/],
    ['.data.name', /`: Cannot index array with string \("name"\)$/],
    ['.data[0].name, error("no such lease")', /`: no such lease$/],
    ['"" | halt_error', /no message from jq/],
  ])('refuses the jq expression %s as such', async (jq, words) => {
    const { output, to } = make({ form: 'json', jq });
    const failure: unknown = await output.result(list, view).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JqFailure);
    expect(failure).toMatchObject({ message: expect.stringMatching(words) });
    expect(to.stdout()).toBe('');
  });

  it('shows what a hostile service hides in a sentence', async () => {
    const { output, to } = make({ form: 'human' }, true);
    await output.result({}, { human: 'Sent to \u001b]0;pwned\u0007you' });
    expect(to.stdout()).toBe('Sent to \\u{1b}]0;pwned\\u{7}you\n');
  });
});

describe('plain text results', () => {
  it('are written as they are, and wrapped under --json', async () => {
    const plain = make({ form: 'piped' });
    await plain.output.text('header', 't=1,v1=ab');
    expect(plain.to.stdout()).toBe('t=1,v1=ab\n');
    const wrapped = make({ form: 'json' });
    await wrapped.output.text('header', 't=1,v1=ab');
    expect(JSON.parse(wrapped.to.stdout())).toEqual({ header: 't=1,v1=ab' });
  });

  it('are exact as bytes', async () => {
    const { output, to } = make({ form: 'piped' });
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0x1b]);
    await output.bytes(bytes);
    expect(to.stdoutBytes().equals(bytes)).toBe(true);
  });
});

describe('what a person reads on stdout', () => {
  const sentence = 'An envelope that everybody signed, whose sealing failed; it can be tried again.';

  it('is broken to the terminal, but for text that is there as it is, and lines to type', async () => {
    const { output, to } = make({}, { terminal: true, columns: 40 });
    const verbatim = '{"title":"A lease of some length", "name":"Thandi Mokoena"}';
    const next = ['esign envelope wait 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --until sealed'];
    await output.result({}, { human: sentence, verbatim, next });
    const [first, second, ...rest] = to.stdout().split('\n');
    expect([first, second]).toEqual([
      'An envelope that everybody signed, whose',
      'sealing failed; it can be tried again.',
    ]);
    expect(rest.join('\n')).toBe(`\n${verbatim}\n\nNext:\n  ${next[0]}\n`);
  });

  it('is broken for an empty list and for a line of a long run too', async () => {
    const { output, to } = make({}, { terminal: true, columns: 40 });
    await output.result({ data: [] }, { table: { columns: ['ID'], rows: [], empty: sentence } });
    await output.event({}, sentence);
    for (const line of to.stdout().split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  });
});

describe('remarks', () => {
  it('go to stderr with secrets masked and stdout left alone', () => {
    const { output, to } = make({});
    output.note('the key is hunter2secret\u001b[1m');
    output.warn('careful with hunter2secret');
    output.progress('Waiting for hunter2secret').done();
    expect(to.stderr()).toBe(
      'the key is ***\\u{1b}[1m\nWarning: careful with ***\nWaiting for *** …\nWaiting for ***: done\n',
    );
    expect(to.stdout()).toBe('');
  });

  it('draw no spinner on a terminal of 0 columns, which would be cleared without end', () => {
    const { output, to } = make({ errorColour: createColour(true) }, { terminal: true });
    Object.assign(to.streams.stderr, { columns: 0 });
    output.progress('Comparing').done();
    expect(to.stderr()).toBe('Comparing …\nComparing: done\n');
  });

  const long = '1 request from this machine ended without a response. Resume with `esign request resume --all`.';

  it('are broken to the width of the terminal that stderr is, also where stdout is a pipe', () => {
    for (const piped of [false, true]) {
      const { output, to } = make({}, { terminal: true, columns: 40, piped });
      output.note(long);
      output.warn(long);
      expect(to.stderr().split('\n')).toEqual([
        '1 request from this machine ended',
        'without a response. Resume with',
        '`esign request resume --all`.',
        'Warning: 1 request from this machine',
        '         ended without a response.',
        '         Resume with',
        '         `esign request resume --all`.',
        '',
      ]);
    }
  });

  it('are one line each in a pipe, and a line of the trace is one everywhere', () => {
    const { output, to } = make({});
    output.note(long);
    expect(to.stderr()).toBe(`${long}\n`);
    const { output: traced, to: terminal } = make({}, { terminal: true, columns: 40 });
    traced.trace(long);
    expect(terminal.stderr()).toBe(`${long}\n`);
  });

  it('are silent under --json', () => {
    const { output, to } = make({ form: 'json' });
    output.note('n');
    output.warn('w');
    output.progress('p').done();
    expect(to.stderr()).toBe('');
  });
});

describe('events of a long run', () => {
  it('are one line of JSON each in a pipe and under --json, words on a terminal', async () => {
    for (const form of ['piped', 'json'] as const) {
      const { output, to } = make({ form });
      await output.event({ type: 'ready', text: 'a\nb' }, 'Ready');
      expect(to.stdout()).toBe('{"type":"ready","text":"a\\nb"}\n');
    }
    const { output, to } = make({ form: 'human' }, true);
    await output.event({ type: 'ready' }, 'Ready');
    expect(to.stdout()).toBe('Ready\n');
  });
});
