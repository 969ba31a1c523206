import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spinner } from '../../../src/core/terminal/progress.js';
import { width } from '../../../src/core/terminal/text.js';
import { fakeTerminal } from '../../support/program/terminal.js';

const text = 'Waiting until “A lease with a name that is very long” is sealed, for at most ten minutes';

/** What was drawn, line by line, without what steers the terminal. */
const drawn = (shown: string): readonly string[] =>
  shown
    .replaceAll(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, '\n')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');

// ora draws no spinner where CI is set, on a terminal or not.
beforeEach(() => void vi.stubEnv('CI', undefined));
afterEach(() => void vi.unstubAllEnvs());

it('keeps the line of a spinner on one line, also when the terminal is made narrower', async () => {
  const terminal = fakeTerminal({ terminal: true, columns: 40 });
  let columns = 40;
  const streams = {
    ...terminal.streams,
    get errorColumns() {
      return columns;
    },
  };
  const stderr = Object.assign(streams.stderr, { cursorTo: () => true, clearLine: () => true, moveCursor: () => true });
  const progress = spinner(streams, text, true);
  await expect.poll(() => terminal.stderr()).toContain('Waiting until');
  for (const line of drawn(terminal.stderr())) expect(width(line)).toBeLessThan(40);
  const before = terminal.stderr().length;
  columns = 24;
  stderr.emit('resize');
  await expect.poll(() => terminal.stderr().slice(before)).toMatch(/Waiting [^\n]*…/);
  for (const line of drawn(terminal.stderr().slice(before))) expect(width(line)).toBeLessThan(24);
  progress.update('Looked');
  const end = terminal.stderr().length;
  progress.done('The envelope is sealed and can be downloaded');
  expect(terminal.stderr().slice(end)).toMatch(/The envelope is sealed\n {2}and can be downloaded\n/);
  expect(stderr.listenerCount('resize')).toBe(0);
});
