import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fitted, Slot } from '../../../src/document/render/fit-text.js';
import { fitText, wrap } from '../../../src/document/render/fit-text.js';
import { processorTime } from '../../support/processor-time.js';

/** Every character is half as wide as the text is high. */
const font = { widthOfTextAtSize: (text: string, size: number) => (text.length * size) / 2 };
const line = (text: string, width: number, height: number) =>
  fitText(text, [{ width, height }], { largest: 10, sign: '… [1]', multiline: false }, font);
const block = (text: string, ...slots: readonly Slot[]) =>
  fitText(text, slots, { largest: 10, sign: '… [1]', multiline: true }, font);

function spills({ size, leading, stretch, lines }: Fitted, slots: readonly Slot[]): boolean {
  return slots.some(({ width, height }, index) => {
    const own = lines[index] ?? [];
    const high = own.length === 0 ? 0 : leading * (own.length - 1) + size * 1.3;
    return high > height + 0.01 || own.some((text) => (text.length * size * stretch) / 200 > width + 0.02);
  });
}

describe('an answer of one line', () => {
  it('keeps the largest size when there is room', () => {
    expect(line('short', 200, 20)).toMatchObject({ size: 10, lines: [['short']], stretch: 100, cut: false });
  });

  it('shrinks a little to stay one line, and has no line breaks', () => {
    const fitted = line('a line that\nis a bit long', 100, 30);
    expect(fitted.lines).toEqual([['a line that is a bit long']]);
    expect(fitted.size).toBeCloseTo(8, 1);
  });

  it('has its line breaks taken out in no time, also behind very many spaces', () => {
    expect(line('a \n\n b', 200, 20).lines).toEqual([['a b']]);
    const spent = processorTime();
    line(`a${' '.repeat(200_000)}b`, 200, 20);
    expect(spent()).toBeLessThan(10_000);
  });

  it('becomes two lines before it becomes hard to read', () => {
    const fitted = line('one two three four five six', 60, 25);
    expect(fitted.lines[0]!.length).toBeGreaterThan(1);
    expect(fitted.size).toBeGreaterThan(6);
  });

  it('is set in narrower letters when 5 points are too wide, but not below 70 per cent', () => {
    expect(line('eleven characters a', 40, 7)).toMatchObject({ size: 5, stretch: 80, cut: false });
    expect(line('eleven characters and then some more', 40, 7).cut).toBe(true);
  });

  it('goes below 5 points only in a field that is lower than a line of 5 points', () => {
    expect(line('low', 100, 5).size).toBeCloseTo(5 / 1.3);
  });

  it('ends with the sign where it is cut', () => {
    const { lines, cut } = line('a very long answer indeed, which no box of this size could ever hold', 100, 10);
    expect(cut).toBe(true);
    expect(lines[0]![0]).toMatch(/^a very .* … \[1\]$/u);
  });
});

describe('an answer of several lines', () => {
  it('wraps at the largest size at which all of it fits', () => {
    const fitted = block('word '.repeat(40).trim(), { width: 100, height: 60 });
    expect(fitted.size).toBeLessThan(10);
    expect(fitted.size).toBeGreaterThanOrEqual(5);
    expect(fitted.lines.flat().join(' ')).toBe('word '.repeat(40).trim());
  });

  it('keeps the line breaks and the indentation of the answer', () => {
    expect(block('one\n\n  two', { width: 100, height: 60 }).lines).toEqual([['one', '', '  two']]);
  });

  it('does not make everything small for the sake of one long address', () => {
    const link = `https://example.test/${'x'.repeat(60)}`;
    const fitted = block(`See ${link} there`, { width: 100, height: 100 });
    expect(fitted.size).toBe(10);
    expect(fitted.lines[0]!.join('').replaceAll(' ', '')).toBe(`See${link}there`);
  });

  it('runs on from place to place, each as wide as it is', () => {
    const slots = [
      { width: 40, height: 14 },
      { width: 100, height: 14 },
    ];
    expect(block('first second third', ...slots).lines).toEqual([['first'], ['second third']]);
  });

  it('is not cut where the size that its sign needs has room for all of it', () => {
    const slots = [
      { width: 8, height: 8 },
      { width: 12, height: 7 },
    ];
    const fitted = block('aaaaa aaaaa', ...slots);
    expect(spills(fitted, slots)).toBe(false);
    expect(fitted).toMatchObject({ cut: false, lines: [['aaaaa', 'aaaaa'], []] });
  });

  it('never spills out of its places, and holds every word unless it is cut', () => {
    const slot = fc.record({ width: fc.integer({ min: 8, max: 300 }), height: fc.integer({ min: 4, max: 120 }) });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'm', 'é'), minLength: 1, maxLength: 40 });
    const text = fc.array(word, { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(text, fc.array(slot, { minLength: 1, maxLength: 3 }), fc.boolean(), (words, slots, multiline) => {
        const given = words.join(' ');
        const fitted = fitText(given, slots, { largest: 10, sign: '… [1]', multiline }, font);
        expect(spills(fitted, slots)).toBe(false);
        const drawn = fitted.lines.flat().join('').replaceAll(' ', '');
        if (!fitted.cut) expect(drawn).toBe(words.join(''));
        else {
          expect(drawn.endsWith('…[1]')).toBe(true);
          expect(words.join('').startsWith(drawn.slice(0, -4))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is fitted in no time, however long it is', () => {
    const spent = processorTime();
    expect(block('lorem ipsum '.repeat(100_000), { width: 400, height: 80 }).cut).toBe(true);
    expect(spent()).toBeLessThan(5_000);
  });
});

describe('wrapping', () => {
  it('breaks a word that is wider than the line', () => {
    expect(wrap('abcdefghij', 20, 10, font)).toEqual(['abcd', 'efgh', 'ij']);
    // An address before its @ and its dots, unless the line would be nearly empty.
    expect(wrap('thandi.m@example.co.za', 50, 10, font)).toEqual(['thandi.m', '@example', '.co.za']);
    expect(wrap('t@longexample', 50, 10, font)).toEqual(['t@longexam', 'ple']);
  });
});
