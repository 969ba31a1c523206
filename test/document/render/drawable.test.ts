import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Repertoire } from '../../../src/document/render/drawable.js';
import { drawableForm, firstUndrawable, isPlainLatin } from '../../../src/document/render/drawable.js';
import { loadFontFiles } from '../../../src/document/render/fonts.js';

let font: Repertoire;

beforeAll(async () => {
  font = PDF.create().embedFont((await loadFontFiles()).body);
});

describe('what can be drawn', () => {
  it.each([
    'Thandi Mokoena',
    'Šárka Žižková êëô',
    'Tshivenḓa ḽ ṋ ṱ ṅ',
    'ǀXam ǁ ǂ ǃ',
    'R 12 500,00 · 50 m²',
    'line one\nline two',
  ])('%j', (text) => {
    expect(firstUndrawable(text, font)).toBeNull();
  });

  it('is the same for composed and decomposed letters', () => {
    expect(firstUndrawable('Zoë Skóda'.normalize('NFD'), font)).toBeNull();
  });

  it.each([
    ['a smile 😀', '😀'],
    ['مرحبا', 'م'],
    ['שלום', 'ש'],
    ['漢字', '漢'],
    ['bell \u0007', '\u0007'],
    ['nul \u0000', '\u0000'],
    ['joined \u200d', '\u200d'],
    ['soft\u00adhyphen', '\u00ad'],
    ['\ufeffmark', '\ufeff'],
    ['x\u0323\u0325', '\u0323'],
    ['a lone \ud800 half', '\ud800'],
  ])('is not %j', (text, character) => {
    expect(firstUndrawable(text, font)).toBe(character);
  });

  it('may be quoted with a question mark instead', () => {
    expect(drawableForm('Lease 😀 of\tŽoë', font)).toBe('Lease ? of Žoë');
  });

  it('is known without a font for plain Latin text, and the font agrees about every character of it', () => {
    for (let code = 0; code < 0x200; code++) {
      const character = String.fromCodePoint(code);
      if (isPlainLatin(character)) expect(firstUndrawable(character, font)).toBeNull();
    }
    expect(isPlainLatin('Žoë')).toBe(false);
    expect(isPlainLatin('soft\u00adhyphen')).toBe(false);
    expect(isPlainLatin('bell \u0007')).toBe(false);
  });
});
