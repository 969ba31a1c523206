import { describe, expect, it } from 'vitest';
import { EsignCommand } from '../../src/cli/command.js';

describe('another name of a flag', () => {
  const read = (...words: readonly string[]) => {
    let seen: unknown;
    const save = new EsignCommand('save')
      .argument('[more...]')
      .option('-o, --output <file>', 'where to write')
      .option('--title <text>', 'a title')
      .aliasFlags({ '--out': '--output' })
      .action((more: string[], options: object) => {
        seen = { more, ...options };
      });
    save.parse([...words], { from: 'user' });
    return seen;
  };

  it('works in both ways of writing it', () => {
    expect(read('--out', 'a.pdf')).toEqual({ more: [], output: 'a.pdf' });
    expect(read('--out=a=b.pdf')).toEqual({ more: [], output: 'a=b.pdf' });
  });

  it('is unchanged as the value of another flag and behind --', () => {
    expect(read('--title', '--out')).toEqual({ more: [], title: '--out' });
    expect(read('--', '--out')).toEqual({ more: ['--out'] });
  });

  it('is not in the help', () => {
    const save = new EsignCommand('save').option('--output <file>', 'x').aliasFlags({ '--out': '--output' });
    expect(save.helpInformation()).not.toMatch(/--out /);
  });
});

describe('a switch with a value', () => {
  const read = (...words: readonly string[]): unknown => {
    let seen: unknown;
    const send = new EsignCommand('send')
      .argument('[more...]')
      .option('--send', 'send it')
      .option('--no-check', 'check nothing')
      .option('--title <text>', 'a title')
      .action((more: string[], options: object) => {
        seen = { more, ...options };
      });
    send.parse([...words], { from: 'user' });
    return seen;
  };

  it.each<readonly [readonly string[], object]>([
    [['--send=true'], { send: true }],
    [['--send=TRUE', '--send'], { send: true }],
    [['--send=false'], {}],
    [['--no-check=true'], { check: false }],
    [['--no-check=false'], {}],
    [['--json=true'], { json: true }],
    [['--json=false'], {}],
    [['--title=false'], { title: 'false' }],
    [['--title=--send=false'], { title: '--send=false' }],
    [['--', '--send=false'], { more: ['--send=false'] }],
  ])('%j', (words, expected) => {
    expect(read(...words)).toEqual({ more: [], check: true, ...expected });
  });

  it.each([['--send=no'], ['--send='], ['--send=1']])('%s is refused with what to write', (word) => {
    expect(() => read(word)).toThrow(
      expect.objectContaining({
        message: '--send takes no value.',
        hint: 'Use --send alone, or leave it out.',
      }),
    );
  });

  it('--no-send is answered with the flag to leave out', () => {
    expect(() => read('--no-send')).toThrow(
      expect.objectContaining({ message: 'Unknown option --no-send.', hint: 'Leave out --send.' }),
    );
  });
});
