import { expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { readSecond } from '../../../src/document/engine/second-reader.js';
import { hybridForm, rawForm } from '../../support/documents/raw-form.js';

const pdfium = await loadPdfium();

async function namesOf(upload: Uint8Array): Promise<readonly (string | null)[]> {
  const { pdf, signedFields } = await readSecond(upload);
  return readPdf(pdfium, pdf, { signedFields }).boxes.map(({ context }) => context.widget_name);
}

const signature = '/V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>';

it('finds the fields of a hybrid file, which its table does not list', async () => {
  const file = hybridForm([
    '/FT /Tx /T (full_name) /Rect [100 700 300 720] /F 4',
    '/FT /Sig /T (signature) /Rect [100 600 300 640] /F 4',
  ]);
  expect(await namesOf(file)).toEqual(['full_name', 'signature']);
});

it('leaves out a signature field that is signed on the parent of its widget', async () => {
  const file = rawForm([
    '/FT /Sig /T (tenant) /Rect [100 700 300 720] /F 4',
    '/Parent 7 0 R /Rect [100 600 300 620] /F 4',
    `/FT /Sig /T (landlord) ${signature} /Kids [6 0 R] /Rect [0 0 0 0] /F 2`,
  ]);
  expect(await namesOf(file)).toEqual(['tenant']);
});

it('reads no other file a second time, and leaves a broken one as it is', async () => {
  const plain = rawForm(['/FT /Tx /T (full_name) /Rect [100 700 300 720] /F 4']);
  const broken = Buffer.from('%PDF-1.7 /XRefStm /ByteRange');
  for (const file of [plain, broken]) {
    const { pdf, signedFields } = await readSecond(file);
    expect([pdf === file, signedFields.size]).toEqual([true, 0]);
  }
});
