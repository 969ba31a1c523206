import { PDF } from '@libpdf/core';
import { expect, it } from 'vitest';
import { embedFonts, loadFontFiles } from '../../../src/document/render/fonts.js';

it('parses each font once for all documents, and keeps their letters apart', async () => {
  const files = await loadFontFiles();
  const [first, second] = [embedFonts(PDF.create(), files), embedFonts(PDF.create(), files)];
  for (const name of ['body', 'bold', 'script'] as const) {
    expect(second[name].program).toBe(first[name].program);
    first[name].encodeText('Thandi');
    expect(first[name].getUsedGlyphIds().length).toBeGreaterThan(1);
    expect(second[name].getUsedGlyphIds()).toEqual([0]);
  }
});
