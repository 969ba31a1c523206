import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windows } from '../../../../src/core/platform/system/windows.js';

/** Windows is played here by what it answers: which files are there, and how it reads a command line. */

const npm = 'C:\\Program Files\\nodejs\\npm.cmd';
const files = new Set([npm, 'C:\\tools\\node.exe', 'C:\\work\\run.bat', 'C:\\work\\npm.cmd']);
const around = {
  env: { Path: 'bin;C:\\tools;C:\\Program Files\\nodejs', PATHEXT: '.EXE;.CMD;.BAT', ComSpec: 'C:\\cmd.exe' },
  cwd: 'C:\\work',
  isFile: (path: string) => [...files].some((file) => file.toLowerCase() === path.toLowerCase()),
};

/** What cmd.exe makes of a text: a caret takes the meaning of the next character. Throws for a meaning that is left. */
function readByCmd(text: string): string {
  let read = '';
  let inQuotes = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '^' && !inQuotes) {
      at += 1;
      read += text[at] ?? '';
      continue;
    }
    if (character === '"') inQuotes = !inQuotes;
    if ('%!'.includes(character) || (!inQuotes && '&|<>'.includes(character)))
      throw new Error(`${character} in ${text}`);
    read += character;
  }
  return read;
}

/** How programs split their command line: 2n backslashes before a quote are n, and one more makes it a character. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let inQuotes = false;
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      const beforeQuote = line[at + slashes] === '"';
      word = (word ?? '') + '\\'.repeat(beforeQuote ? Math.floor(slashes / 2) : slashes);
      at += slashes - 1;
      if (beforeQuote && slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (line[at] === '"') {
      inQuotes = !inQuotes;
      word ??= '';
    } else if (line[at] === ' ' && !inQuotes) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + (line[at] ?? '');
  }
  return word === null ? words : [...words, word];
}

/** The words that a script gets which passes them on as `%*`. */
function passedOn({ args }: { readonly args: readonly string[] }): readonly string[] {
  const line = readByCmd((args.at(-1) ?? '').slice(1, -1));
  const [whole = ''] = /^"[^"]*"/.exec(line) ?? [];
  return [whole.slice(1, -1), ...wordsOf(readByCmd(line.slice(whole.length)))];
}

describe('a program typed after `--`', () => {
  it('that is a script, as npm is, is started by cmd.exe', () => {
    const start = windows.start('npm', ['test', '--', 'a b'], around);
    expect(start).toMatchObject({ file: 'C:\\cmd.exe', windowsVerbatimArguments: true });
    expect(start.args.slice(0, -1)).toEqual(['/d', '/s', '/c']);
    expect(start.args.at(-1)).toContain(' test -- ');
    expect(passedOn(start).map((word) => word.toLowerCase())).toEqual([npm.toLowerCase(), 'test', '--', 'a b']);
  });

  it('gets its words as they were typed, whatever is in them', () => {
    const special = fc.string({ unit: fc.constantFrom(...'ab \\"^%!&|<>()[],;*?=`\'-é') });
    fc.assert(
      fc.property(fc.array(fc.oneof(special, fc.string({ unit: 'grapheme-ascii' })), { maxLength: 4 }), (words) => {
        expect(passedOn(windows.start('npm', words, around)).slice(1)).toEqual(words);
      }),
    );
  });

  it('that is a program is started itself, and one that is not there is left to the system to refuse', () => {
    expect(windows.start('node', ['a b'], around)).toEqual({ file: 'C:\\tools\\node.EXE', args: ['a b'] });
    expect(windows.start('.\\run', [], around).args.at(-1)).toContain('run.BAT');
    expect(windows.start('nothing', ['x'], around)).toEqual({ file: 'nothing', args: ['x'] });
  });
});

describe('what Windows answers', () => {
  it('about a process is the time of its start, which a process knows of itself to within two seconds', () => {
    const { args, read } = windows.processStart(4242);
    expect(args.join(' ')).toContain('Get-Process -Id 4242');
    expect(read('1790000000123\r\n')).toBe('1790000000123');
    for (const other of ['', 'Get-Process : Cannot find a process', '12']) expect(read(other)).toBeNull();
    expect(windows.isSameStart('1790000000123', '1790000001900')).toBe(true);
    expect(windows.isSameStart('1790000000123', '1790000009000')).toBe(false);
    expect(windows.isSameStart('1790000000123', 'Thu Nov 26 17:00:00 2026')).toBe(false);
    expect(Number(windows.ownStart?.())).toBeCloseTo(performance.timeOrigin, -1);
  });

  it('about the machine is its GUID', () => {
    const output =
      '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    5a1c0d3e-0000-4000-8000-00000000abcd\r\n';
    expect(windows.machine?.read(output)).toBe('5a1c0d3e-0000-4000-8000-00000000abcd');
    expect(windows.machine?.read('ERROR: Access is denied.')).toBeNull();
  });
});
