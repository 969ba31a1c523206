import { constants, deflateSync } from 'node:zlib';
import type { PdfRef } from '@libpdf/core';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/document/render-job.js';
import { sealJob } from '../../support/documents/jobs.js';
import { has, pageTexts, picture, smallForm, textPdf } from '../../support/documents/small-documents.js';
import { sharedEngine } from '../../support/documents/document-engine.js';

const engine = sharedEngine();

/** The small form with some of its fields changed, as another program would have filled them. */
async function filled(change: (field: PdfDict, name: string, pdf: PDF) => void): Promise<Uint8Array> {
  const pdf = await PDF.load(await smallForm());
  for (const field of pdf.getForm()!.getFields()) change(field.acroField(), field.name, pdf);
  return pdf.save();
}

/** Sealed with these answers; a box without one keeps what it started with. */
async function sealedWith(pdf: Uint8Array, answers: Readonly<Record<string, string | boolean>>): Promise<Uint8Array> {
  const { boxes, pdf: base } = await engine.read({ filename: 'form.pdf', bytes: pdf });
  const marks = boxes.flatMap((box): Mark[] => {
    const answer = answers[box.context.widget_name ?? ''] ?? box.start;
    if (answer === null || answer === false || answer === '') return [];
    const place = { page: box.page, rect: box.rect };
    return [answer === true ? { kind: 'tick', ...place } : { kind: 'text', ...place, text: answer }];
  });
  return engine.seal(sealJob(base, marks));
}

describe.skipIf(!has('pdftotext') || !has('pdftoppm') || !has('qpdf'))('a page whose content is out of order', () => {
  // Without its last block, as some programs leave it.
  const cut = deflateSync('\n0.1 0 0 0.1 0 0 cm q', { finishFlush: constants.Z_SYNC_FLUSH });
  it.each<[string, Uint8Array?]>([
    ['[ /oops'],
    ['undefined 10 Tf'],
    ['q 0.1 0 0 0.1 0 0 cm'],
    ['BT /F1 9 Tf'],
    ['a packed stream that is cut off', cut],
  ])('bears its answers where they belong, after %j too', async (trouble, packed) => {
    const pdf = await PDF.load(await textPdf(['What stood there before']));
    const page = pdf.getPages()[0]!;
    const before = page.dict.get('Contents')!;
    const filter: [string, PdfName][] = packed === undefined ? [] : [['Filter', PdfName.of('FlateDecode')]];
    const after = pdf.register(new PdfStream(filter, packed ?? Buffer.from(`\n${trouble}`)));
    page.dict.set('Contents', new PdfArray([before as PdfRef, after]));
    const rect = { x: 0.3, y: 0.5, w: 0.4, h: 0.05 };
    const sealed = await engine.seal(sealJob(await pdf.save(), [{ kind: 'text', page: 1, rect, text: 'WWW' }]));
    expect(pageTexts(sealed)[0]).toContain('What stood there before');
    expect(pageTexts(sealed)[0]).toContain('WWW');
    expect(picture(sealed).darkest(rect)).toBeLessThan(120);
  });
});

describe.skipIf(!has('pdftotext') || !has('pdftoppm'))('flattening', () => {
  it('keeps what was filled in before the upload', async () => {
    const pdf = await filled((field, name) => {
      if (name !== 'tenant_full_name') return;
      field.set('V', PdfString.fromString('Written before'));
      field.delete('AP');
    });
    expect(pageTexts(await sealedWith(pdf, {}))[0]).toContain('Written before');
  });

  it('replaces an earlier answer by the new one', async () => {
    const pdf = await filled((field, name) => {
      if (name !== 'tenant_full_name') return;
      field.set('V', PdfString.fromString('Written before'));
      field.delete('AP');
    });
    const text = pageTexts(await sealedWith(pdf, { tenant_full_name: 'Thandi' }))[0];
    expect(text).toContain('Thandi');
    expect(text).not.toContain('Written before');
  });

  it('passes over a look that nobody can unpack', async () => {
    const pdf = await filled((field, name, whole) => {
      const odd = new PdfStream([['Filter', PdfName.of('Unheard')]], Buffer.from('0 g 0 0 9 9 re f'));
      if (name === 'tenant_full_name') field.set('AP', PdfDict.of({ N: whole.register(odd) }));
    });
    expect(pageTexts(await sealedWith(pdf, { tenant_full_name: 'Thandi' }))[0]).toContain('Thandi');
  });

  it('does not show hidden widgets', async () => {
    const pdf = await filled((field, name) => {
      if (name === 'tenant_full_name') field.set('F', PdfNumber.of(2));
    });
    const shown = { x: 200 / 595, y: 1 - 722 / 842, w: 100 / 595, h: 20 / 842 };
    expect(picture(await sealedWith(await smallForm(), {})).darkest(shown)).toBeLessThan(250);
    expect(picture(await sealedWith(pdf, {})).darkest(shown)).toBe(255);
  });

  it('shows a ticked field as ticked, and an unticked one as empty', async () => {
    const ticked = await filled((field, name) => {
      if (name === 'tenant_agrees') field.set('AS', PdfName.of('Yes'));
    });
    const inner = { x: 63 / 595, y: 1 - 661 / 842, w: 8 / 595, h: 8 / 842 };
    expect(picture(await sealedWith(ticked, {})).darkest(inner)).toBeLessThan(150);
    expect(picture(await sealedWith(await smallForm(), {})).darkest(inner)).toBeGreaterThan(220);
  });

  it('leaves nothing of a tick or a text that the signer removed', async () => {
    const pdf = await filled((field, name) => {
      if (name === 'tenant_agrees') field.set('AS', PdfName.of('Yes'));
      if (name === 'tenant_full_name') field.set('V', PdfString.fromString('Written before'));
    });
    const sealed = await sealedWith(pdf, { tenant_agrees: false, tenant_full_name: '' });
    const inner = { x: 63 / 595, y: 1 - 661 / 842, w: 8 / 595, h: 8 / 842 };
    expect(picture(sealed).darkest(inner)).toBeGreaterThan(220);
    expect(pageTexts(sealed)[0]).not.toContain('Written before');
  });
});
