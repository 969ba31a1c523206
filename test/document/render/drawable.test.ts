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

  it('is plain Latin text without a question, as every font has all of its characters', async () => {
    const fonts = Object.values(await loadFontFiles()).map((file) => PDF.create().embedFont(file));
    const characters = Array.from({ length: 0x200 }, (_, code) => String.fromCodePoint(code)).filter(isPlainLatin);
    expect(characters).toContain('ë');
    for (const character of characters.filter((each) => !/[\n\r\t]/u.test(each))) {
      expect(
        fonts.every((each) => each.canEncode(character)),
        character,
      ).toBe(true);
      expect(character.normalize('NFC')).toBe(character);
    }
    expect(isPlainLatin('Žoë')).toBe(false);
    expect(isPlainLatin('soft\u00adhyphen')).toBe(false);
    expect(isPlainLatin('bell \u0007')).toBe(false);
  });
});
