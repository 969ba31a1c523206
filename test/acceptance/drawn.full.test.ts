import { execFileSync } from 'node:child_process';
import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Box, ReadDocument } from '../../src/document/read-document.js';
import type { Mark } from '../../src/document/render-job.js';
import { firstUndrawable } from '../../src/document/render/drawable.js';
import { loadFontFiles } from '../../src/document/render/fonts.js';
import { draftJob, sealJob } from '../support/documents/jobs.js';
import { times } from '../support/counts.js';
import { changes, greyPages, wordsOf } from '../support/documents/poppler.js';
import { has, lease, qpdfComplaints, textPdf, withFile } from '../support/documents/small-documents.js';
import { turnedLease, turns } from '../support/documents/turned-lease.js';
import { sharedEngine } from '../support/documents/document-engine.js';

const engine = sharedEngine();
let upright: ReadDocument;

beforeAll(async () => {
  upright = await engine.read({ filename: 'lease.pdf', bytes: lease() });
});

/** An answer of its own for every box, so that each is found again by its words. */
function answers(boxes: readonly Box[]): readonly Mark[] {
  return boxes.map((box, index): Mark => {
    const place = { page: box.page, rect: box.rect };
    if (box.type === 'tickbox') return { kind: 'tick', ...place };
    if (box.type === 'signature') return { kind: 'typed_signature', ...place, text: `Ntombi${index}` };
    if (box.multiline) return { kind: 'text', ...place, text: `Long${index} `.repeat(90).trim(), multiline: true };
    return { kind: 'text', ...place, text: index % 3 === 0 ? `Žoë${index} van der Merwe-Ḓembe` : `Q${index}` };
  });
}

const names = ({ boxes }: ReadDocument) => boxes.map(({ context }) => context.widget_name).toSorted();

describe.skipIf(!has('pdftoppm') || !has('pdftotext') || !has('qpdf'))('answers on the lease', () => {
  it.each(Object.entries(turns))('land in their boxes when it is %s', { timeout: 240_000 }, async (_, turned) => {
    const read = await engine.read({ filename: 'lease.pdf', bytes: await turnedLease(turned) });
    expect(names(read)).toEqual(names(upright));
    await expectAnswersInPlace(read);
  });

  const flatTurns = Object.entries(turns).slice(times(-2, 0));
  it.each(flatTurns)('are at the fields of its flat pages when it is %s', { timeout: 240_000 }, async (_, turned) => {
    const read = await engine.read({ filename: 'flat.pdf', bytes: await turnedLease(turned, 'flat') });
    expect(read.boxes.filter(({ context }) => context.widget_name !== null)).toEqual([]);
    expect(read.boxes).toHaveLength(upright.boxes.length);
    await expectAnswersInPlace(read);
  });
});

/** Fills in every box, and looks at the pages before and after with another program's eyes. */
async function expectAnswersInPlace(read: ReadDocument): Promise<void> {
  const marks = answers(read.boxes);
  const empty = await engine.seal(sealJob(read.pdf, []));
  const sealed = await engine.seal(sealJob(read.pdf, marks));
  expect(qpdfComplaints(sealed)).toBe('');
  const [before, after] = [greyPages(empty), greyPages(sealed)];
  const words = wordsOf(sealed, after);
  // The certificate follows, and before it what is longer than its box.
  expect(after.length).toBeGreaterThan(read.page_count);
  for (let page = 1; page <= read.page_count; page++) {
    const own = marks.filter((mark) => mark.page === page);
    const { inside, outside } = changes(
      before[page - 1]!,
      after[page - 1]!,
      own.map(({ rect }) => rect),
    );
    expect(outside).toBe(0);
    expect(Math.min(...inside)).toBeGreaterThan(3);
    for (const mark of own) expectWords(mark, words[page - 1]!, before[page - 1]!);
  }
}

/** Its first word stands in its box, and nothing of it sticks out, as far as poppler's generous line height tells. */
function expectWords(mark: Mark, words: ReturnType<typeof wordsOf>[number], page: { width: number; height: number }) {
  if (!('text' in mark)) return;
  const first = mark.text.split(' ')[0]!;
  const own = words.filter(({ text }) => text === first);
  expect(own.length, `${first} on page ${mark.page}`).toBeGreaterThan(0);
  const { x, y, w, h } = mark.rect;
  const [slackX, slackY] = [1 / page.width, 1 / page.height];
  for (const word of own) {
    expect(word.x).toBeGreaterThanOrEqual(x - slackX);
    expect(word.x + word.w).toBeLessThanOrEqual(x + w + slackX);
    const [middleX, middleY] = [word.x + word.w / 2, word.y + word.h / 2];
    expect(middleX > x && middleX < x + w && middleY > y - slackY && middleY < y + h + slackY).toBe(true);
  }
}

describe.skipIf(!has('pdftoppm'))('DRAFT', () => {
  it.each(['cut, turned and with a negative origin'])(
    'is upright across every page, and a plate at the top right, when the lease is %s',
    { timeout: 240_000 },
    async (name) => {
      const read = await engine.read({ filename: 'lease.pdf', bytes: await turnedLease(turns[name]!) });
      const plain = greyPages(await engine.seal(sealJob(read.pdf, [])));
      const draft = await engine.draft(draftJob(read.pdf, []));
      const stamped = greyPages(draft);
      const words = wordsOf(draft, stamped);
      for (let page = 0; page < read.page_count; page++) {
        const across = { x: 0.1, y: 0.1, w: 0.8, h: 0.8 };
        const { width, height } = plain[page]!;
        const plate = { x: 1 - 90 / width, y: 0, w: 90 / width, h: 40 / height };
        const { inside, outside } = changes(plain[page]!, stamped[page]!, [plate, across], 12);
        expect(outside).toBe(0);
        expect(inside[0]).toBeGreaterThan(200);
        expect(inside[1]).toBeGreaterThan(width * height * 0.02);
        const level = words[page]!.find(({ text, h }) => text === 'DRAFT' && h * height < 20)!;
        expect(level.x).toBeGreaterThan(0.7);
        expect(level.y).toBeLessThan(0.1);
      }
    },
  );
});

/** Names as they are written in the official languages of South Africa, and in Khoekhoe, Nama and San names. */
const southAfricanNames = [
  'Zoë van Êeden-Naudé, gebore Vögel',
  'Thandiwe Nkosi-Smith (Mrs)',
  'Sepêdi Šakwê Tšhehla',
  'Tšhepiso Ntšhabeleng',
  'Ḓembe Ṱhavhana Ṋembambe Ḽukheli wa ṅombe',
  'N\u2019wana Xivambu \u2018Rhulani\u2019',
  'Nqaba Gqirhana Xhelithole',
  'kwaDukuza Mthiyane',
  'Sibongile weNgwane-Dlamini',
  'Mahlangu wakwaNdebele',
  'Mosa Lešela',
  'ǃGarib ǂKhomani ǁKaras ǀXam ʘǁʼOan',
];

/** What poppler reads back of each text, drawn in a box of its own, one below the other. */
async function readBack(texts: readonly string[], kind: 'text' | 'typed_signature'): Promise<readonly string[]> {
  const perPage = 40;
  const pages = Array.from({ length: Math.ceil(texts.length / perPage) }, () => []);
  const marks = texts.map((text, index) => {
    const rect = { x: 0.02, y: (index % perPage) / perPage, w: 0.96, h: 1 / perPage };
    return { kind, page: Math.floor(index / perPage) + 1, rect, text } as const;
  });
  const sealed = await engine.seal(sealJob(await textPdf(...pages), marks));
  return withFile(sealed, (path) =>
    execFileSync('pdftotext', ['-raw', '-l', String(pages.length), path, '-'], { encoding: 'utf8' }),
  )
    .split(/[\n\f]/u)
    .map(plain)
    .filter((line) => line !== '');
}

/** Composed, with every run of white space as one space: wide spaces are drawn, but how wide is unknown. */
const plain = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

describe.skipIf(!has('pdftotext'))('what is not refused', () => {
  it.each(['text', 'typed_signature'] as const)('is read back from the page: names, as %s', async (kind) => {
    const names = southAfricanNames.flatMap((name) => [name, name.normalize('NFD')]);
    expect(await engine.undrawable(names)).toBeNull();
    expect(await readBack(names, kind)).toEqual(names.map(plain));
  });

  it('is read back from the page: any text', { timeout: 120_000 }, async () => {
    const font = PDF.create().embedFont((await loadFontFiles()).body);
    const rare = fc.constantFrom(
      ...'ŠšêëôŽḓḽṋṱṅǀǁǂǃʘéñøßþđłżșțğıĐŐəɓЖжΩωλẞ€№™½²‰–—“”„…·§¶\u00a0\u2009\u0301\u200d😀مש漢',
    );
    const unit = fc.oneof(
      { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) },
      { weight: 3, arbitrary: rare },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    );
    const text = fc.string({ unit, minLength: 1, maxLength: 24 });
    const property = fc.asyncProperty(fc.array(text, { minLength: 120, maxLength: 120 }), async (texts) => {
      const passed = texts.filter((one) => plain(one) !== '' && firstUndrawable(one, font) === null);
      expect(passed.length).toBeGreaterThan(10);
      expect(await readBack(passed, 'text')).toEqual(passed.map(plain));
    });
    await fc.assert(property, {
      numRuns: Number(process.env['ESIGN_DRAWN_RUNS'] ?? 2),
      // Made smaller it is not clearer: the assertion names the text.
      endOnFailure: true,
    });
  });
});
