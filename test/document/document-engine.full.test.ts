import { PDF } from '@libpdf/core';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentEngine } from '../../src/document/document-engine.js';
import { UnreadableDocument } from '../../src/document/document-failure.js';
import { draftJob, sealJob } from '../support/documents/jobs.js';
import { makeFixtures } from '../support/documents/make-fixtures.js';
import { heavyBombs, looks } from '../support/documents/hostile/hostile-bombs.js';
import { heavySizes, sizes } from '../support/documents/hostile/hostile-sizes.js';
import { turnedLease } from '../support/documents/turned-lease.js';
import { rawForm } from '../support/documents/raw-form.js';
import { fixture, has, laidOpen, lease, smallForm, textPdf, xfaForm } from '../support/documents/small-documents.js';

const engine = createDocumentEngine({ searchPath: '' });
afterAll(() => engine.close());

async function refusal(bytes: Uint8Array): Promise<{ code: string; message: string }> {
  const error = await engine.read({ filename: 'upload', bytes }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnreadableDocument);
  const { code, message } = error as UnreadableDocument;
  return { code, message };
}

const documents = fileURLToPath(new URL('../fixtures/documents', import.meta.url));

describe('the documents that tests read', () => {
  it('exist (generated first, on request)', async () => {
    if (process.env['ESIGN_WRITE_FORMS'] === '1') await makeFixtures(documents);
    expect(readdirSync(documents)).toEqual(expect.arrayContaining(['owner-locked.pdf', 'signed.pdf']));
  });
});

describe('reading an upload', () => {
  it('answers a plain copy of it, form and all', async () => {
    const read = await engine.read({ filename: 'form.pdf', bytes: await smallForm() });
    expect(Buffer.from(read.pdf).subarray(0, 5).toString()).toBe('%PDF-');
    expect(read.boxes.map((box) => box.type)).toEqual(['text', 'tickbox', 'signature']);
  });

  it.skipIf(!has('qpdf'))('takes a protection off that only hinders changes', async () => {
    const read = await engine.read({ filename: 'locked.pdf', bytes: fixture('documents/owner-locked.pdf') });
    expect(read.boxes).toHaveLength(3);
    expect(laidOpen(read.pdf)).not.toContain('/Encrypt');
  });

  it('warns of an earlier signature', async () => {
    const { warnings } = await engine.read({ filename: 'signed.pdf', bytes: fixture('documents/signed.pdf') });
    expect(warnings.map((warning) => warning.code)).toContain('already_signed');
  });

  it('takes the form fields of a page that the form of the document does not list', async () => {
    const listed = await smallForm();
    const pdf = await PDF.load(listed);
    pdf.getCatalog().delete('AcroForm');
    const read = await engine.read({ filename: 'form.pdf', bytes: await pdf.save() });
    const known = await engine.read({ filename: 'form.pdf', bytes: listed });
    const seen = (document: typeof read) => document.boxes.map(({ type, label, rect }) => ({ type, label, rect }));
    expect(seen(read)).toEqual(seen(known));
  });

  it('gives a comb the cells that the parent of its widget counts', async () => {
    const bytes = rawForm([
      `/FT /Tx /T (id_number) /Ff ${1 << 24} /MaxLen 13 /Kids [6 0 R] /Rect [0 0 0 0] /F 2`,
      '/Parent 5 0 R /Rect [100 600 300 620] /F 4',
    ]);
    const { boxes } = await engine.read({ filename: 'form.pdf', bytes });
    expect(boxes.map(({ cells }) => cells?.length)).toEqual([13]);
  });

  it('gives a text the length that the parent of its widget allows', async () => {
    const bytes = rawForm([
      '/FT /Tx /T (postal_code) /MaxLen 4 /Kids [6 0 R] /Rect [0 0 0 0] /F 2',
      '/Parent 5 0 R /Rect [100 600 300 620] /F 4',
    ]);
    const { boxes } = await engine.read({ filename: 'form.pdf', bytes });
    expect(boxes.map(({ max_length, cells }) => [max_length, cells])).toEqual([[4, null]]);
    const higher = rawForm([
      '/T (address) /MaxLen 4 /Kids [6 0 R] /Rect [0 0 0 0] /F 2',
      '/FT /Tx /T (postal_code) /Parent 5 0 R /Kids [7 0 R] /Rect [0 0 0 0] /F 2',
      '/Parent 6 0 R /Rect [100 600 300 620] /F 4',
    ]);
    const read = await engine.read({ filename: 'form.pdf', bytes: higher });
    expect(read.boxes.map(({ max_length }) => max_length)).toEqual([4]);
  });

  it.each([2, 3, 6])('reads fields whose kind and choices stand %i levels higher', async (levels) => {
    const between = (top: string, from: number, leaf: string): readonly string[] => [
      `${top} /T (top${from}) /Kids [${from + 1} 0 R] /Rect [0 0 0 0] /F 2`,
      ...Array.from(
        { length: levels - 1 },
        (_, at) => `/T (m${at}) /Parent ${from + at} 0 R /Kids [${from + at + 2} 0 R] /Rect [0 0 0 0] /F 2`,
      ),
      `${leaf} /Parent ${from + levels - 1} 0 R /F 4`,
    ];
    const bytes = rawForm([
      ...between(`/FT /Tx /Ff ${1 << 24} /MaxLen 13`, 5, '/T (id) /Rect [100 700 300 720]'),
      ...between('/FT /Ch /Opt [(Cash) (Card)] /V (Card) /Ff 131072', 6 + levels, '/T (pay) /Rect [100 600 300 620]'),
      // A widget of its field, which has no name of its own.
      ...between('/FT /Tx /Ff 2 /DA (/Helv 9 Tf)', 7 + 2 * levels, '/Rect [100 500 300 520]'),
    ]);
    const { boxes, pdf } = await engine.read({ filename: 'form.pdf', bytes });
    const seen = boxes.map(({ type, cells, options, start, required }) => [
      type,
      cells?.length,
      options,
      start,
      required,
    ]);
    expect(seen).toEqual([
      ['text', 13, null, null, false],
      ['dropdown', undefined, ['Cash', 'Card'], 'Card', false],
      ['text', undefined, null, null, true],
    ]);
    // What was held is not read a second time.
    expect((await engine.read({ filename: 'form.pdf', bytes: pdf })).boxes.map(({ start }) => start)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('ends with fields that are their own parents', async () => {
    const round = '/T (a) /Parent 6 0 R /Kids [6 0 R] /Rect [100 700 300 720] /F 4';
    const bytes = rawForm([round, '/T (b) /Parent 5 0 R /Kids [5 0 R] /Rect [100 600 300 620] /F 4']);
    expect((await engine.read({ filename: 'form.pdf', bytes })).boxes).toEqual([]);
  });

  it('warns of a document without fields', async () => {
    const { warnings, boxes, people } = await engine.read({
      filename: 'text.pdf',
      bytes: await textPdf(['Only text']),
    });
    expect(boxes).toEqual([]);
    expect(people).toEqual([]);
    expect(warnings.map((warning) => warning.code)).toEqual(['no_fields']);
  });

  it('reads a static XFA form by its ordinary fields, with a warning', async () => {
    const { warnings, boxes } = await engine.read({ filename: 'xfa.pdf', bytes: await xfaForm(false) });
    expect(boxes).toHaveLength(3);
    expect(warnings.map((warning) => warning.code)).toContain('xfa_ignored');
  });

  it('says what it cannot read looks like', async () => {
    expect(await refusal(new Uint8Array())).toEqual({ code: 'empty', message: 'an empty file' });
    expect(await refusal(Buffer.from('<html>'))).toEqual({ code: 'not_a_document', message: 'an HTML page' });
    expect(await refusal(fixture('documents/password.pdf'))).toEqual({
      code: 'password',
      message: 'a password-protected PDF',
    });
    expect((await refusal(await xfaForm(true))).message).toMatch(/^a dynamic XFA form/u);
    expect(await refusal(Buffer.from('%PDF-1.7\nnothing else'))).toEqual({
      code: 'damaged',
      message: 'a PDF that is damaged beyond reading',
    });
  });

  it('refuses what is too large before looking at it', async () => {
    const { code, message } = await refusal(new Uint8Array(50 * 1024 * 1024 + 1));
    expect(code).toBe('too_large');
    expect(message).toBe('too large: 50.0 MiB, the limit is 50 MiB');
  });

  it('refuses more than 500 pages', async () => {
    const pages = Array.from({ length: 501 }, () => []);
    expect(await refusal(await textPdf(...pages))).toEqual({
      code: 'too_many_pages',
      message: 'too long: 501 pages, the limit is 500',
    });
  });

  it('survives PDFs that break off or are garbled anywhere', async () => {
    const whole = await smallForm();
    const survived: string[] = [];
    for (let cut = 20; cut < whole.length; cut += Math.ceil(whole.length / 24)) {
      const garbled = Uint8Array.from(whole);
      for (let index = cut; index < Math.min(cut + 40, garbled.length); index++) garbled[index] = (index * 37) % 256;
      for (const bytes of [whole.slice(0, cut), garbled]) {
        const outcome = await engine.read({ filename: 'broken.pdf', bytes }).then(
          () => 'read',
          (error: unknown) => (error instanceof UnreadableDocument ? 'refused' : String(error)),
        );
        survived.push(outcome);
      }
    }
    expect(new Set(survived)).toEqual(new Set(['read', 'refused']));
    expect((await engine.read({ filename: 'whole.pdf', bytes: whole })).boxes).toHaveLength(3);
  });

  it('takes no more memory than one document may have, and reads the next one soundly', async () => {
    expect((await refusal(heavyBombs['a page that inflates to 300 MB']!())).code).toBe('too_complex');
    expect((await engine.read({ filename: 'form.pdf', bytes: await smallForm() })).boxes).toHaveLength(3);
  });

  it('refuses what could not be sealed later, and seals what cannot be drawn', async () => {
    expect((await refusal(looks['a field deflated three times over']!())).code).toBe('too_complex');
    const bytes = looks['a field of a hundred million drawings']!();
    const { pdf, boxes } = await engine.read({ filename: 'form.pdf', bytes });
    const marks = boxes.map(({ page, rect }) => ({ kind: 'text', page, rect, text: 'Thandi' }) as const);
    await expect(engine.picture(pdf, 1, { width: 100 })).rejects.toMatchObject({ name: 'RenderFailed' });
    const sealed = await PDF.load(await engine.seal(sealJob(pdf, marks)));
    expect(sealed.getPages().map((page) => page.extractText().text)).toEqual(['Thandi', expect.any(String)]);
  });

  it('refuses an invisible page, and a form with too many fields', async () => {
    expect(await refusal(sizes['a page thinner than a hair']!())).toEqual({
      code: 'damaged',
      message: 'a PDF whose page 1 has a size that nobody can see',
    });
    expect((await refusal(heavySizes['300 pages of 100 fields']!())).message).toBe(
      'a PDF with too many form fields, the limit is 5000',
    );
  });

  it('cannot take a Word file without a converter, and says which is missing', async () => {
    const upload = { filename: 'sale.docx', bytes: fixture('forms/used-car-sale.docx') };
    await expect(engine.read(upload)).rejects.toMatchObject({ name: 'ConverterUnavailable', code: 'missing' });
  });
});

it('measures every page as displayed, and tells how the text of those asked for runs', async () => {
  const turned = await turnedLease({ rotate: 90 });
  const expected = { width: 842, height: 595, rotation: 90 };
  const measured = (await engine.sizes(turned, [2, 4])).map(({ page, width, height, rotation, text_turns }) => {
    const rounded = { width: Math.round(width), height: Math.round(height) };
    return { page, ...rounded, rotation, text_turns };
  });
  expect(measured).toEqual([0, 1, 0, 1].map((turns, index) => ({ page: index + 1, ...expected, text_turns: turns })));
});

describe('what cannot be drawn', () => {
  it('is named with its text, each character once', async () => {
    expect(await engine.undrawable(['Thandi', 'Žoë', 'smile 😀 مم 😀'])).toEqual({
      text: 'smile 😀 مم 😀',
      codePoints: [0x1f600, 0x645],
    });
    expect(await engine.undrawable(['Thandi', 'Žoë', 'two\nlines'])).toBeNull();
  });
});

describe('the worker behind the engine', () => {
  it('takes many jobs at once and answers each with its own outcome', async () => {
    const form = await smallForm();
    const [first, second, third] = await Promise.allSettled([
      engine.read({ filename: 'a.pdf', bytes: form }),
      engine.read({ filename: 'b.pdf', bytes: Buffer.from('%PDF-') }),
      engine.read({ filename: 'c.pdf', bytes: lease() }),
    ]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { page_count: 1 } });
    expect(second).toMatchObject({ status: 'rejected', reason: { name: 'UnreadableDocument' } });
    expect(third).toMatchObject({ status: 'fulfilled', value: { page_count: 4 } });
  });

  it('answers the same job alike, whatever it did in between', async () => {
    const jobs = [
      () => engine.read({ filename: 'lease.pdf', bytes: lease() }),
      () => engine.draft(draftJob(lease(), [])),
      () => engine.undrawable(['Zażółć', 'ก']),
      () => engine.page(lease(), 2),
      () => engine.sizes(lease(), [1]),
    ];
    const inTurn = async (): Promise<readonly unknown[]> => {
      const answers: unknown[] = [];
      for (const job of jobs) answers.push(await job());
      return answers;
    };
    expect(isDeepStrictEqual(await inTurn(), await inTurn())).toBe(true);
  });

  it('is given up when a job takes too long, and the next job gets a fresh one', async () => {
    const hasty = createDocumentEngine({ jobLimit: 1 });
    const slow = await hasty.read({ filename: 'lease.pdf', bytes: lease() }).catch((error: unknown) => error);
    expect(slow).toMatchObject({ name: 'UnreadableDocument', code: 'timeout' });
    const sealing = hasty.seal(sealJob(lease(), []));
    await expect(sealing).rejects.toMatchObject({ name: 'RenderFailed', code: 'timeout' });
    await hasty.close();
  });

  it('is replaced after a number of jobs without an effect on results', async () => {
    const changing = createDocumentEngine({ jobsPerWorker: 1 });
    const form = await smallForm();
    const reads = await Promise.all([1, 2, 3].map(() => changing.read({ filename: 'form.pdf', bytes: form })));
    expect(reads.map((read) => read.boxes.length)).toEqual([3, 3, 3]);
    await changing.close();
  });

  it('fails what is waiting when it is closed, and takes nothing after that', async () => {
    const closing = createDocumentEngine();
    const waiting = closing.read({ filename: 'lease.pdf', bytes: lease() });
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'closed' }), closing.close()]);
    await expect(closing.page(lease(), 1)).rejects.toMatchObject({ name: 'RenderFailed', code: 'closed' });
  });
});
