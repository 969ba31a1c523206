import { describe, expect, it } from 'vitest';
import { askProgram, readVersion } from '../../../src/listen/tunnel/ask-program.js';

const shell = (script: string, timeout?: number): Promise<string | undefined> =>
  askProgram('/bin/sh', ['-c', script], { PATH: process.env['PATH'] }, timeout);

describe('a question to a program', () => {
  it('has what it printed as its answer, without what a terminal would take for a command', async () => {
    expect(await shell('printf "up \\033[31mred\\nand more\\n"')).toBe('up red\nand more');
  });

  it('has no answer where the program fails, is not there or takes too long', async () => {
    expect(await shell('echo half; exit 3')).toBeUndefined();
    expect(await askProgram('/nowhere/tailscale', [], {})).toBeUndefined();
    expect(await shell('exec sleep 60', 50)).toBeUndefined();
  });

  it('tells the version that a program says it has', async () => {
    const version = (line: string): Promise<string | undefined> =>
      readVersion('/bin/echo', [line], {}, /^tool (\d+\.\d+)/);
    expect(await version('tool 1.2')).toBe('1.2');
    expect(await version('something else')).toBeUndefined();
  });
});
