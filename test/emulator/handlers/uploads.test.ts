import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentEngine, type DocumentEngine } from '../../../src/document/document-engine.js';
import { RenderFailed } from '../../../src/document/document-failure.js';
import { createFaults } from '../../../src/emulator/faults.js';
import { readUploads, withoutExtension } from '../../../src/emulator/handlers/uploads.js';
import { linesPdf } from '../../support/form-pdf.js';

let emptyFolder: string;
let documents: DocumentEngine;
beforeAll(() => {
  emptyFolder = mkdtempSync(join(tmpdir(), 'esign-no-soffice-'));
  documents = createDocumentEngine({ searchPath: emptyFolder });
});
afterAll(async () => {
  await documents.close();
  rmSync(emptyFolder, { recursive: true });
});

const file = (bytes: Buffer) => ({ filename: 'lease', file: bytes.toString('base64') });
const read = (...files: readonly Buffer[]) => {
  const uploads = files.map((bytes, index) => ({ ...file(bytes), filename: `file ${index + 1}.pdf` }));
  return readUploads({ documents, faults: createFaults() }, uploads);
};

describe('reading the files of a request', () => {
  it('answers one document for each, in stacking order', async () => {
    const found = await read(linesPdf([['One']]), linesPdf([['Two'], ['Three']]));
    expect(found.map(({ page_count }) => page_count)).toEqual([1, 2]);
  });

  it.each([
    [
      'an HTML page',
      Buffer.from('<!doctype html><html></html>'),
      /^file 2\.pdf is an HTML page\. Upload a PDF or Word file\.$/,
    ],
    ['half a PDF', linesPdf([['One']]).subarray(0, 300), /^file 2\.pdf is a PDF that is damaged/],
    [
      'a tag without a place',
      linesPdf([['{{Rent;type=money}}']]),
      /^file 2\.pdf: the text tag "{{Rent;type=money" on page 1/,
    ],
  ])('names the file that is %s, and says what is the matter', async (_name, bytes, message) => {
    const reading = read(linesPdf([['One']]), bytes);
    await expect(reading).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });

  it('tells files of one name apart by their place', async () => {
    const uploads = [file(linesPdf([['One']])), file(Buffer.from('nothing'))];
    await expect(readUploads({ documents, faults: createFaults() }, uploads)).rejects.toMatchObject({
      message: expect.stringMatching(/^lease \(documents\[1\]\) is /),
    });
  });

  it('refuses a Word file at once where no converter is installed, and says what to install', async () => {
    const word = readFileSync(fileURLToPath(new URL('../../fixtures/forms/used-car-sale.docx', import.meta.url)));
    await expect(read(word)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^file 1\.pdf: Word files cannot be .*not installed\. Install LibreOffice Writer/),
      headers: { 'Esign-Assumption': 'A7' },
    });
  });

  it('is service_unavailable when the renderer itself fails, which is not a fault of the file', async () => {
    const broken: DocumentEngine = {
      ...documents,
      read: () => Promise.reject(new RenderFailed('crashed', 'the renderer could not be started')),
    };
    const reading = readUploads({ documents: broken, faults: createFaults() }, [file(linesPdf([['One']]))]);
    await expect(reading).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'lease: the renderer could not be started.',
    });
  });

  it('refuses more than 50 files before it reads any', async () => {
    const many = Array.from({ length: 51 }, () => Buffer.from('no document'));
    await expect(read(...many)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^documents/),
    });
  });

  it('meets a fault of the renderer once, with the code that was asked for', async () => {
    const faults = createFaults();
    faults.add({ point: 'renderer', code: 'service_unavailable', count: 1 });
    const files = [file(linesPdf([['One']]))];
    await expect(readUploads({ documents, faults }, files)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await readUploads({ documents, faults }, files)).toHaveLength(1);
  });
});

it.each([
  ['Lease of 2026.pdf', 'Lease of 2026'],
  ['Lease v1.2 (final).docx', 'Lease v1.2 (final)'],
  ['Lease', 'Lease'],
  ['.pdf', '.pdf'],
  ['Mr. Smith', 'Mr. Smith'],
])('%s is called %s', (filename, name) => {
  expect(withoutExtension(filename)).toBe(name);
});
