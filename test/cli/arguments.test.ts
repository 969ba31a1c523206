import { describe, expect, it } from 'vitest';
import { EsignCommand } from '../../src/cli/command.js';

describe('the former name of a flag', () => {
  const read = (...words: readonly string[]) => {
    let seen: unknown;
    const save = new EsignCommand('save')
      .argument('[more...]')
      .option('-o, --output <file>', 'where to write')
      .option('--title <text>', 'a title')
      .formerly({ '--out': '--output' })
      .action((more: string[], options: object) => {
        seen = { more, ...options };
      });
    save.parse([...words], { from: 'user' });
    return seen;
  };

  it('still works, in both ways of writing it', () => {
    expect(read('--out', 'a.pdf')).toEqual({ more: [], output: 'a.pdf' });
    expect(read('--out=a=b.pdf')).toEqual({ more: [], output: 'a=b.pdf' });
  });

  it('is unchanged as the value of another flag and behind --', () => {
    expect(read('--title', '--out')).toEqual({ more: [], title: '--out' });
    expect(read('--', '--out')).toEqual({ more: ['--out'] });
  });

  it('is not in the help', () => {
    const save = new EsignCommand('save').option('--output <file>', 'x').formerly({ '--out': '--output' });
    expect(save.helpInformation()).not.toMatch(/--out /);
  });
});
