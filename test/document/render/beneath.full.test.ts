import { PNG } from 'pngjs';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString, rgb } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/document/render-job.js';
import { sealJob } from '../../support/documents/jobs.js';
import { has, pageTexts } from '../../support/documents/small-documents.js';
import { greyPages, wordsOf } from '../../support/documents/poppler.js';
import { sharedEngine } from '../../support/documents/document-engine.js';

const engine = sharedEngine();
const width = 1_190;

/** An A4 page with what `draw` prints on it. */
async function page(draw: (page: ReturnType<PDF['addPage']>) => void): Promise<Uint8Array> {
  const pdf = PDF.create();
  draw(pdf.addPage({ size: 'a4' }));
  return pdf.save();
}

const sealed = async (pdf: Uint8Array, ...marks: readonly Mark[]): Promise<Uint8Array> =>
  engine.seal(sealJob(pdf, marks));

/** A field on an A4 page from its lower left corner, in points. */
const field = (x: number, y: number, w: number, h: number) => ({
  page: 1,
  rect: { x: x / 595.28, y: 1 - (y + h) / 841.89, w: w / 595.28, h: h / 841.89 },
});

/** The WCAG contrast between the darkest and the lightest pixel of a place. */
async function contrastIn(pdf: Uint8Array, { rect }: ReturnType<typeof field>): Promise<number> {
  const { data, width: w, height: h } = PNG.sync.read(Buffer.from(await engine.picture(pdf, 1, { width })));
  const luminances: number[] = [];
  for (let row = Math.ceil(rect.y * h) + 2; row < (rect.y + rect.h) * h - 2; row++) {
    for (let column = Math.ceil(rect.x * w) + 2; column < (rect.x + rect.w) * w - 2; column++) {
      const [red = 0, green = 0, blue = 0] = [...data.subarray((row * w + column) * 4, (row * w + column) * 4 + 3)].map(
        (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      luminances.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    }
  }
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

describe('an answer on a coloured ground', () => {
  const place = field(100, 700, 200, 20);
  const box = field(320, 700, 16, 16);
  const answers = [
    ['a text', { kind: 'text', ...place, text: 'Nosipho Mokoena' }, place],
    ['a typed signature', { kind: 'typed_signature', ...place, text: 'Nosipho Mokoena' }, place],
    ['a tick', { kind: 'tick', ...box }, box],
    ['a drawn signature', { kind: 'drawn_signature', ...place, image: ink() }, place],
  ] as const;

  it.each(answers)('can be read on a dark bar: %s', async (_name, mark, at) => {
    const bar = await page((sheet) =>
      sheet.drawRectangle({ x: 80, y: 690, width: 400, height: 40, color: rgb(0.05, 0.07, 0.2) }),
    );
    expect(await contrastIn(await sealed(bar, mark), at)).toBeGreaterThan(7);
  });

  it('is dark on a light shade, and light on a strong colour', async () => {
    for (const [colour, least] of [
      [rgb(0.85, 0.9, 0.95), 10],
      [rgb(0.7, 0.1, 0.1), 5],
    ] as const) {
      const shade = await page((sheet) =>
        sheet.drawRectangle({ x: 80, y: 690, width: 400, height: 40, color: colour }),
      );
      const read = await contrastIn(await sealed(shade, answers[0][1]), place);
      expect(read).toBeGreaterThan(least);
    }
  });
});

it('can be read in a dark field that held a text before', async () => {
  const pdf = PDF.create();
  const sheet = pdf.addPage({ size: 'a4' });
  const place = field(100, 700, 200, 20);
  const numbers = (...values: readonly number[]): PdfArray => PdfArray.of(...values.map((each) => PdfNumber.of(each)));
  const dark = new PdfStream([['BBox', numbers(0, 0, 200, 20)]], Buffer.from('0 0 0.2 rg 0 0 200 20 re f'));
  const widget = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Tx'),
    T: PdfString.fromString('name'),
    V: PdfString.fromString('before'),
    F: PdfNumber.of(4),
    Rect: numbers(100, 700, 300, 720),
    AP: PdfDict.of({ N: pdf.register(dark) }),
  });
  sheet.dict.set('Annots', PdfArray.of(pdf.register(widget)));
  const answered = await sealed(await pdf.save(), { kind: 'text', ...place, text: 'Nosipho Mokoena' });
  expect(await contrastIn(answered, place)).toBeGreaterThan(7);
});

it('is drawn on a page of any size', async () => {
  const pdf = PDF.create();
  pdf.addPage({ width: 14_400, height: 14_400 });
  const mark: Mark = { kind: 'tick', page: 1, rect: { x: 0.5, y: 0.5, w: 0.001, h: 0.001 } };
  expect((await sealed(await pdf.save(), mark)).length).toBeGreaterThan(0);
});

describe.skipIf(!has('pdftotext') || !has('pdftoppm'))('an answer in a field that something is printed in', () => {
  const place = field(100, 700, 200, 20);
  const mark = { kind: 'text', ...place, text: '2026-11-20' } as const;

  it.each(['Y Y Y Y - M M - D D', 'DD / MM / YYYY'])(
    'takes the place of letters that say how to write a date: %s',
    async (hint) => {
      const blank = await sealed(await page(() => undefined), mark);
      const printed = await page((sheet) => sheet.drawText(hint, { x: 104, y: 706, size: 11 }));
      const [plain, over] = await Promise.all(
        [blank, await sealed(printed, mark)].map((pdf) => engine.picture(pdf, 1, { width })),
      );
      expect(Buffer.compare(Buffer.from(plain!), Buffer.from(over!))).toBe(0);
    },
  );

  it('stands beside other words, which stay as they are', async () => {
    const printed = await page((sheet) => {
      sheet.drawText('R', { x: 103, y: 706, size: 11 });
      sheet.drawText('per month', { x: 250, y: 706, size: 9 });
    });
    const pdf = await sealed(printed, { ...mark, text: '12 500.00' });
    expect(pageTexts(pdf)[0]).toMatch(/R\s+12 500\.00\s+per month/u);
    const words = wordsOf(pdf, greyPages(pdf))[0]!.filter(({ y }) => Math.abs(y - place.rect.y) < 0.03);
    const [sign, amount, , per] = words.toSorted((one, other) => one.x - other.x);
    expect(amount!.x).toBeGreaterThan(sign!.x + sign!.w);
    expect(words[2]!.x + words[2]!.w).toBeLessThan(per!.x);
  });

  it('stands under a caption at the top of a field', async () => {
    const tall = field(100, 664, 200, 24);
    const printed = await page((sheet) =>
      sheet.drawText('Court address and telephone no.', { x: 102, y: 680, size: 7 }),
    );
    const pdf = await sealed(printed, { kind: 'text', ...tall, text: '12 Acacia Street' });
    const words = wordsOf(pdf, greyPages(pdf))[0]!;
    const caption = words.find(({ text }) => text === 'Court')!;
    expect(words.find(({ text }) => text === 'Acacia')!.y).toBeGreaterThan(caption.y + caption.h * 0.9);
  });
});

/** A line drawn in dark ink. */
function ink(): Uint8Array {
  const png = new PNG({ width: 200, height: 40 });
  for (let x = 0; x < 200; x++) for (let y = 18; y < 22; y++) png.data.set([18, 40, 76, 255], (y * 200 + x) * 4);
  return PNG.sync.write(png);
}
