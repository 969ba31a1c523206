import { describe, expect, it } from 'vitest';
import { createColour } from '../../../src/core/terminal/colour.js';
import { width } from '../../../src/core/terminal/text.js';
import { fold, foldAfter, needed, wrap } from '../../../src/core/terminal/wrap.js';

describe('a text in a column', () => {
  it('is broken at blanks, and never within a word', () => {
    expect(wrap('a short one', 20)).toEqual(['a short one']);
    expect(wrap('a somewhat longer one', 10)).toEqual(['a somewhat', 'longer one']);
    expect(wrap('unbreakable words', 5)).toEqual(['unbreakable', 'words']);
  });

  it('needs the space of its longest unbreakable part', () => {
    expect(needed('see `esign help` there')).toBe('`esign help`'.length);
    expect(needed('')).toBe(0);
  });
});

describe('sentences on a terminal', () => {
  it('are one line where there is no terminal, so that they can be searched', () => {
    const text = 'a sentence of some words '.repeat(20);
    expect(fold(text, undefined, 7)).toBe(text);
  });

  it('go on below what follows their first word', () => {
    expect(fold('Error: The address does not answer within its time.', 30, 7)).toBe(
      ['Error: The address does not', '       answer within its time.'].join('\n'),
    );
  });

  it('keep a command line in one piece, on a line of its own where it does not fit', () => {
    const command = '`esign request list --unsettled`';
    const folded = fold(`Look first with ${command}, and settle what is there then.`, 40);
    expect(folded.split('\n')).toEqual(['Look first with', `${command}, and`, 'settle what is there then.']);
    const long = '`esign envelope create --template 6f1f2f0e --send`';
    expect(fold(`Run ${long} again.`, 40).split('\n')).toEqual(['Run', long, 'again.']);
  });

  it('keep a command at the end of a sentence, up to where the sentence continues', () => {
    const lines = fold('  Forget it: esign doctor --fix; or start it again: esign emulator start', 40).split('\n');
    expect(lines).toEqual(['  Forget it: esign doctor --fix; or', '  start it again: esign emulator start']);
    const flag = 'For example: --recipient "role=Tenant,name=Thandi M,email=t@example.test"';
    expect(fold(flag, 40).split('\n')).toEqual([
      'For example:',
      '--recipient "role=Tenant,name=Thandi M,email=t@example.test"',
    ]);
  });

  it('keep a line that is a command, and break one that only begins with the name of the program', () => {
    const command = '  $ esign envelope create --template 6f1f2f0e --recipient role=Tenant';
    expect(fold(`This does it:\n${command}`, 40)).toBe(`This does it:\n${command}`);
    const lines =
      '    $ esign webhook register --url http://127.0.0.1 \\\n        --secret-file demo-40/webhook.secret';
    expect(fold(lines, 40)).toBe(lines);
    const line = 'esign template rename 6f1f2f0e 0f2e3d4c --label Street.';
    expect(fold(line, 40)).toBe(line);
    expect(fold('esign keeps the record of each write for thirty days.', 40)).toBe(
      'esign keeps the record of each write for\nthirty days.',
    );
  });

  it('never break an address, a path, an id or a quoted value', () => {
    for (const whole of [
      'https://api.example.test/api/v1/templates/6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
      '/home/thandi/.local/state/esign/requests.kept/6f1f2f0e.json',
      "'name=Thandi Mokoena of the Fourth Floor'",
      '"a value with several blanks in it"',
    ]) {
      const lines = fold(`What is meant by this is ${whole} and nothing else.`, 40).split('\n');
      expect(lines.filter((line) => line.startsWith(whole))).toHaveLength(1);
    }
    expect(fold("the tenants' and the landlords' boxes of this form here", 40)).toContain('\n');
  });

  it('go on below the last of their columns, and below the words of a list', () => {
    expect(fold('  ok   digest  the bytes are those that were sealed then', 40).split('\n')).toEqual([
      '  ok   digest  the bytes are those that',
      '               were sealed then',
    ]);
    expect(fold('- the label of the field was changed by somebody', 40).split('\n')).toEqual([
      '- the label of the field was changed by',
      '  somebody',
    ]);
  });

  it('count wide characters and emoji twice, and colours not at all', () => {
    for (const line of fold('日本語 の 契約 🚀 '.repeat(8), 30).split('\n'))
      expect(width(line)).toBeLessThanOrEqual(30);
    const { bad } = createColour(true);
    expect(fold(`${bad('Error:')} as wide as it may be here`, 32, 7)).not.toContain('\n');
  });

  it('never lose or add a word', () => {
    const text = 'A “name” with `a command in it` and  two blanks, 日本 🚀, "quoted so" – and an end.';
    for (let columns = 1; columns < 100; columns += 1) {
      expect(fold(text, columns, 7).split(/\s+/).join(' ')).toBe(text.split(/\s+/).join(' '));
    }
  });

  it('continue after the words before them', () => {
    expect(foldAfter('?', 'Who fills in the details of this one?', 30, 2)).toBe(
      'Who fills in the details of\n  this one?',
    );
    expect(foldAfter('a question of thirty columns ?', 'both: signs', 30, 2)).toBe('\n  both: signs');
  });
});
