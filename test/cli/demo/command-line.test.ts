import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { filled, shellLine, variable, type Word } from '../../../src/cli/demo/command-line.js';

/** What a shell makes of a line: its words, one a line. */
const shell = (line: string, variables = ''): string[] =>
  execFileSync('sh', ['-c', `${variables}\nprintf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

describe('a command line of the demo', () => {
  it.each<[readonly string[]]>([
    [['esign', 'template', 'create', 'demo/lease.pdf', '--name', 'Residential lease']],
    [['esign', 'x', '--value', 'a.b=R 1,000 "cash"', "it's", '$HOME', '`date`', 'back\\slash', 'Zoë!', '', '*']],
    [['esign', ...Array.from({ length: 12 }, (_, index) => ['--recipient', `role=R${index},name=Long Name`]).flat()]],
  ])('means to a shell the very words that are run', (words) => {
    expect(shell(shellLine(words))).toEqual(words);
  });

  it('names variables where the run fills in their values', () => {
    const words: readonly Word[] = ['esign', 'template', 'get', variable('template')];
    expect(shellLine(words)).toBe('esign template get $template');
    expect(filled(words, new Map([['template', 'abc']]))).toEqual(['esign', 'template', 'get', 'abc']);
    expect(shell(shellLine(words), 'template=abc')).toEqual(['esign', 'template', 'get', 'abc']);
    expect(() => filled(words, new Map())).toThrow('$template has no value yet');
  });

  it('breaks a long line before a flag, never between a flag and its value', () => {
    const words = ['esign', ...Array.from({ length: 9 }, (_, index) => ['--event', `envelope.event_${index}`]).flat()];
    const lines = shellLine(words).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {4}--event envelope/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(102);
  });
});
