import type { ListenLine } from '../../../src/receiving/listener/listen-line.js';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/context/context.js';
import { createPrinter } from '../../../src/receiving/listener/printer.js';
import type { Report } from '../../../src/listen/receive/report.js';
import { createColour } from '../../../src/core/terminal/colour.js';
import { createOutput, type OutputForm } from '../../../src/core/terminal/output.js';
import { manualClock } from '../../support/program/clock.js';
import { fakeTerminal } from '../../support/program/terminal.js';

const remark: Report = {
  is: 'remark',
  at: '2026-12-01T08:00:00.000Z',
  code: 'odd',
  words: 'Odd \u001b[31mwords.',
  grave: true,
};

function open(form: OutputForm, besideCommand = false) {
  const terminal = fakeTerminal({ terminal: form === 'human' });
  const colour = createColour(false);
  const output = createOutput(terminal.streams, {
    form,
    fields: null,
    jq: null,
    colour,
    errorColour: colour,
    quiet: false,
    hide: (text) => text,
  });
  const clock = manualClock();
  const lines = () =>
    terminal
      .stdout()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { type: string; code?: string; message?: string });
  return {
    terminal,
    clock,
    lines,
    printer: createPrinter({ output, clock } as unknown as Context, { words: besideCommand ? ['app'] : [] }),
  };
}

const ready: ListenLine = {
  type: 'ready',
  url: null,
  tunnel: 'poll',
  synthetic: true,
  following: 0,
  events: [],
  routes: [],
};

describe('what a listener tells', () => {
  it('begins with `ready` for a program, whatever was printed before', async () => {
    const { lines, printer } = open('json');
    const started = printer.starting('Nothing yet.');
    printer.tell(remark);
    started();
    printer.ready(ready, () => []);
    printer.tell({ ...remark, code: 'later' });
    await printer.rest();
    expect(lines().map(({ type, code }) => code ?? type)).toEqual(['ready', 'odd', 'later']);
  });

  it('tells a program after 30 seconds why a start takes long', async () => {
    const { clock, lines, printer } = open('json');
    const started = printer.starting('No delivery arrives yet.');
    printer.tell(remark);
    clock.advance(29_999);
    await printer.rest();
    expect(lines()).toEqual([]);
    clock.advance(1);
    await expect
      .poll(() => lines().map(({ code, message }) => [code, message]))
      .toEqual([
        ['odd', 'Odd \u001b[31mwords.'],
        ['not_ready', 'No delivery arrives yet.'],
      ]);
    started();
    printer.ready(ready, () => []);
    await printer.rest();
    expect(lines().map(({ type }) => type)).toEqual(['warning', 'notice', 'ready']);
  });

  it('comes at once for a person, with nothing that steers the terminal', async () => {
    const { terminal, printer } = open('human');
    printer.tell(remark);
    await printer.rest();
    expect(terminal.stdout()).toMatch(/^\d\d:\d\d:\d\d {2}warning {18}Odd \\u\{1b\}\[31mwords\.\n$/);
  });

  it('leaves stdout to a command that runs beside it', async () => {
    const { terminal, printer } = open('human', true);
    printer.tell(remark);
    await printer.rest();
    expect(terminal.stdout()).toBe('');
    expect(terminal.stderr()).toContain('Odd');
  });
});
