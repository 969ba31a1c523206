import { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { collect } from '../../../src/cli/flags/option.js';
import { EsignCommand } from '../../../src/cli/flags/command.js';

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

describe('a flag with one value', () => {
  const save = (...words: readonly string[]): EsignCommand =>
    new EsignCommand('save')
      .argument('[more...]')
      .option('-o, --output <file>', 'where to write')
      .addOption(new Option('--kind <kind>', 'what').choices(['a', 'b']))
      .addOption(new Option('--name <text>', 'repeatable').argParser(collect((text) => text)))
      .action(() => undefined)
      .parse([...words], { from: 'user' });

  it.each([
    [['--output', 'a', '--output', 'b'], '--output was given more than once.'],
    [['-o', 'a', '--output=b'], '--output was given more than once.'],
    [['--kind', 'a', 'more', '--kind', 'a'], '--kind was given more than once.'],
    [['--json=a', '--json=b'], '--json was given more than once.'],
    [['--profile', 'a', '--profile', 'b'], '--profile was given more than once.'],
  ])('is refused when it is given twice: %j', (words, message) => {
    expect(() => save(...words)).toThrow(expect.objectContaining({ message, code: 'repeated_option' }));
  });

  it('may stand behind -- again, be the value of another flag, or be repeatable', () => {
    for (const words of [
      ['--output', 'a', '--', '--output', 'b'],
      ['--output=--kind', '--kind', 'a'],
      ['--name', 'a', '--name', 'b'],
      ['--json', '--json'],
    ]) {
      expect(() => save(...words)).not.toThrow();
    }
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
