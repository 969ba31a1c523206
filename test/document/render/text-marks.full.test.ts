import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/document/render-job.js';
import { draftJob, sealJob } from '../../support/documents/jobs.js';
import { greyPages, wordsOf } from '../../support/documents/poppler.js';
import { has, pageTexts, textPdf } from '../../support/documents/small-documents.js';
import { sharedEngine } from '../../support/documents/document-engine.js';

const engine = sharedEngine();

const cells = Array.from({ length: 13 }, (_, index) => ({ x: 0.1 + index * 0.04, y: 0.3, w: 0.04, h: 0.025 }));
const comb = (text: string, order = cells): Mark => ({
  kind: 'text',
  page: 1,
  rect: { x: 0.1, y: 0.3, w: 0.52, h: 0.025 },
  text,
  cells: order,
});

async function sealed(...marks: readonly Mark[]): Promise<Uint8Array> {
  return engine.seal(sealJob(await textPdf(['Page one'], ['Page two']), marks));
}

const firstPage = (pdf: Uint8Array) => wordsOf(pdf, greyPages(pdf))[0]!;

describe.skipIf(!has('pdftotext') || !has('pdftoppm'))('an answer in a comb', () => {
  it('has one letter in the middle of each cell, without what only sets groups apart', async () => {
    const letters = firstPage(await sealed(comb('850101 5009 087'))).filter(({ y }) => y > 0.29 && y < 0.33);
    expect(letters.map(({ text }) => text).join('')).toBe('8501015009087');
    expect(letters).toHaveLength(13);
    for (const [index, { x, w }] of letters.entries()) {
      expect(Math.abs(x + w / 2 - (cells[index]!.x + 0.02))).toBeLessThan(0.006);
    }
  });

  it('leaves a cell for a space where there are enough', async () => {
    const letters = firstPage(await sealed(comb('AB C'))).filter(({ y }) => y > 0.29 && y < 0.33);
    expect(letters.map(({ x, w }) => Math.floor((x + w / 2 - 0.1) / 0.04))).toEqual([0, 1, 3]);
  });

  it('stays in its cells when it has more letters than they, and is printed in full at the end', async () => {
    // An answer gives the year of a date first, wherever its cells are.
    const pdf = await sealed(comb('NOSIPHO MOKOENA', cells.toReversed()));
    const letters = firstPage(pdf).filter(({ y }) => y > 0.29 && y < 0.33);
    expect(letters.map(({ text }) => text).join('')).toBe('NOSIPHOMO…[1]');
    for (const { x, w } of letters) expect(Math.floor((x - 0.1) / 0.04)).toBe(Math.floor((x + w - 0.1) / 0.04));
    expect(pageTexts(pdf).join(' ')).toContain('NOSIPHO MOKOENA');
  });
});

describe.skipIf(!has('pdftotext') || !has('pdftoppm'))('a long answer', () => {
  const words = Array.from({ length: 30 }, (_, index) => `word${index}`);
  const line = { x: 0.5, y: 0.2, w: 0.3, h: 0.02 };

  it('runs on through its continuations, on later pages too', async () => {
    const continuations = [
      { page: 1, rect: { x: 0.1, y: 0.23, w: 0.7, h: 0.02 } },
      { page: 2, rect: { x: 0.1, y: 0.1, w: 0.7, h: 0.02 } },
    ];
    const pdf = await sealed({ kind: 'text', page: 1, rect: line, text: words.join(' '), continuations });
    const pages = wordsOf(pdf, greyPages(pdf));
    const found = pages.map((page) => page.filter(({ text }) => text.startsWith('word')).map(({ text }) => text));
    expect([...found[0]!, ...found[1]!]).toEqual(words);
    expect(found[1]!.length).toBeGreaterThan(0);
    const first = pages[0]!.find(({ text }) => text === 'word0')!;
    expect(first.x).toBeGreaterThanOrEqual(0.5);
  });

  it.each(['sealed', 'draft'] as const)(
    'that is too long for its field ends with a number, and is printed in full at the end of the %s document',
    async (kind) => {
      const text = Array.from({ length: 60 }, (_, index) => `Clause ${index}.`).join(' ');
      const mark: Mark = { kind: 'text', page: 2, rect: line, text, label: 'Special conditions' };
      const base = await textPdf(['Page one'], ['Page two']);
      const pdf =
        kind === 'sealed' ? await engine.seal(sealJob(base, [mark])) : await engine.draft(draftJob(base, [mark]));
      const pages = pageTexts(pdf);
      expect(pages[1]).toMatch(/Clause 0\. .* … \[1\]/u);
      expect(pages[1]).not.toContain('Clause 59.');
      const end = pages.slice(2).join(' ').replace(/\s+/gu, ' ');
      expect(end).toContain('[1] Page 2 · Special conditions');
      expect(end.includes(text) || kind === 'draft').toBe(true);
      expect(end).toContain('Clause 59.');
    },
  );

  it('leaves no empty section at the end when every answer fits', async () => {
    const texts = pageTexts(await sealed({ kind: 'text', page: 1, rect: line, text: 'short' }));
    expect(texts.join('')).not.toContain('Answers in full');
  });
});
