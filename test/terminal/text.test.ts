import { describe, expect, it } from 'vitest';
import { cut, visible, visibleLine, width } from '../../src/terminal/text.js';

describe('text from outside', () => {
  it('shows escapes and control characters instead of sending them to the terminal', () => {
    expect(visible('a\u001b[31mred\u0007\u009b2J\u0000')).toBe('a\\u{1b}[31mred\\u{7}\\u{9b}2J\\u{0}');
  });

  it('shows characters that turn the reading direction, so that a name cannot pose as another', () => {
    expect(visible('pay\u202eevil\u2066x\u200f')).toBe('pay\\u{202e}evil\\u{2066}x\\u{200f}');
  });

  it('shows invisible characters and tag characters', () => {
    expect(visible('a\u200bb\ufeffc\u{e0041}')).toBe('a\\u{200b}b\\u{feff}c\\u{e0041}');
  });

  it('leaves newlines, tabs, accents, emoji and joined scripts as they are', () => {
    const text = 'Zoë\tThándí\n👩‍👩‍👧 क्‍ष';
    expect(visible(text)).toBe(text);
  });

  it('shows a carriage return, which would overwrite the line', () => {
    expect(visible('good\rbad')).toBe('good\\rbad');
  });

  it('keeps a cell on one line', () => {
    expect(visibleLine('a\nb\tc')).toBe('a\\nb\\tc');
  });
});

describe('the width of a text', () => {
  it('counts wide characters twice and combining marks not at all', () => {
    expect(width('abc')).toBe(3);
    expect(width('日本')).toBe(4);
    expect(width('e\u0301')).toBe(1);
  });

  it('cuts with an ellipsis, never through a wide character', () => {
    expect(cut('Mokoena', 10)).toBe('Mokoena');
    expect(cut('Mokoena', 4)).toBe('Mok…');
    expect(cut('日本語', 4)).toBe('日…');
    expect(width(cut('日本語', 4))).toBeLessThanOrEqual(4);
    expect(cut('🇿🇦🇿🇦🇿🇦', 5)).toBe('🇿🇦🇿🇦…');
    expect(cut('👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…');
    expect(cut('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  });

  it('counts emoji twice, and not what colours a text', () => {
    expect(width('🚀')).toBe(2);
    expect(width('✅ ok')).toBe(5);
    for (const one of ['👨‍👩‍👧', '🇿🇦', '❤️', '👍🏽', '1️⃣', '☎️']) expect(width(one), one).toBe(2);
    expect(width('\u001b[31mbad\u001b[39m')).toBe(3);
  });
});
