import { describe, expect, it } from 'vitest';
import { cut, width } from '../../../src/core/terminal/text.js';

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
