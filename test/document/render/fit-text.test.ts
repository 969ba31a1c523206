import { describe, expect, it } from 'vitest';
import { fitLine, fitParagraph, wrap } from '../../../src/document/render/fit-text.js';

/** Every character is half as wide as it is high. */
const font = { widthOfTextAtSize: (text: string, size: number) => Array.from(text).length * size * 0.5 };

describe('a line in a box', () => {
  it('keeps its size when there is room', () => {
    expect(fitLine('short', 100, 20, 10, font)).toEqual({ size: 10, lines: ['short'], leading: 12, stretch: 100 });
  });

  it('shrinks to the width of the box', () => {
    expect(fitLine('x'.repeat(25), 100, 20, 10, font).size).toBeCloseTo(8);
  });

  it('does not shrink below 5 points but takes more lines where the box is high enough', () => {
    const fitted = fitLine('one two three four', 25, 30, 10, font);
    expect(fitted.size).toBe(5);
    expect(fitted.lines).toEqual(['one two', 'three four']);
  });

  it('is set narrower when nothing else helps, and never loses a word', () => {
    const fitted = fitLine('one two three four', 25, 7, 10, font);
    expect(fitted).toMatchObject({ size: 5, lines: ['one two three four'] });
    expect(fitted.stretch).toBeCloseTo(55.6, 0);
  });

  it('has no line breaks', () => {
    expect(fitLine('one\ntwo', 200, 20, 10, font).lines).toEqual(['one two']);
  });
});

describe('a paragraph in a box', () => {
  it('wraps at the largest size at which all of it fits', () => {
    const fitted = fitParagraph('word '.repeat(40).trim(), 100, 60, 10, font);
    expect(fitted.size).toBeLessThan(10);
    expect(fitted.size).toBeGreaterThan(5);
    expect(fitted.lines.length * fitted.leading).toBeLessThanOrEqual(60);
    expect(fitted.lines.join(' ')).toBe('word '.repeat(40).trim());
  });

  it('keeps the line breaks of the answer', () => {
    expect(fitParagraph('one\n\ntwo', 100, 60, 10, font).lines).toEqual(['one', '', 'two']);
  });

  it('breaks a word that is wider than the box', () => {
    expect(wrap('abcdefghij', 20, 10, font)).toEqual(['abcd', 'efgh', 'ij']);
  });
});
