import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { embedFonts, loadFontFiles } from '../../../src/document/render/fonts.js';
import { isInHand } from '../../../src/document/render/hand-letters.js';

describe('a typed signature', () => {
  it('is written in the hand only with letters that its font has', async () => {
    const { script } = embedFonts(PDF.create(), await loadFontFiles());
    const codes = Array.from({ length: 0x3000 - 0x20 }, (_, index) => index + 0x20);
    const letters = codes.map((code) => String.fromCodePoint(code)).filter((each) => each.normalize('NFC') === each);
    const missing = letters.filter((letter) => isInHand(letter) && !script.canEncode(letter));
    expect(missing).toEqual([]);
  });

  it.each(['Zoë Müller', 'Anê Strauß-Rôux', 'Dvořák', 'Nguyễn Thị Hồng', 'O’Brien', 'Zoe\u0308'])('%s is', (name) => {
    expect(isInHand(name)).toBe(true);
  });

  it.each(['Ṱhandi', 'Mashudu Ḓavhana', 'Ṋetshivhale', 'Ḽivhuwani', 'Ṅwana', 'T\u032dhandi', 'Θάλεια'])(
    '%s is not, as a whole',
    (name) => {
      expect(isInHand(name)).toBe(false);
    },
  );
});
