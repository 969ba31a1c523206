import { PDF } from '@libpdf/core';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkUnpackedSize } from '../../../src/document/render/unpacked-size.js';
import { lease } from '../../support/documents/small-documents.js';
import { looks } from '../../support/documents/hostile/hostile-bombs.js';
import {
  deflatedFill,
  onePage,
  range,
  type RawObject,
  rawPdf,
  widget,
} from '../../support/documents/hostile/raw-pdf.js';

const check = async (bytes: Uint8Array): Promise<void> => checkUnpackedSize(await PDF.load(bytes));
const tooComplex = (message: string) => expect.objectContaining({ code: 'too_complex', message });
const tooLargePages = tooComplex('a PDF whose pages unpack to more than 64 MiB');

const content = (filters: string, stream: Buffer): RawObject => ({ dictionary: `/Filter [${filters}]`, stream });
const flate = '/FlateDecode';

describe('what a document unpacks to', () => {
  it('may be up to 64 MiB', async () => {
    await check(lease());
    await check(onePage({ content: content(flate, deflatedFill(64)) }));
  });

  it.each([
    ['one filter', content(flate, deflatedFill(68))],
    ['three filters', content(`${flate} ${flate} ${flate}`, deflateSync(deflateSync(deflatedFill(128))))],
    ['filters behind a damaged one', damaged()],
    ['runs in a deflated stream', content(`${flate} /RunLengthDecode`, deflateSync(Buffer.alloc(2 ** 21, 0x81)))],
  ])('is refused when it is more, by %s', async (_, packed) => {
    await expect(check(onePage({ content: packed }))).rejects.toEqual(tooLargePages);
  });

  it('is that of all pages together, each time that one is shown', async () => {
    const pages = range(3, (index) => `${index + 3} 0 R`).join(' ');
    const pdf = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${pages}] /Count 3 >>`,
      ...range(3, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [6 0 R] >>'),
      content(flate, deflatedFill(24)),
    ]);
    await expect(check(pdf)).rejects.toEqual(tooLargePages);
  });

  it('counts how fields look', async () => {
    await expect(check(looks['a field deflated three times over']!())).rejects.toEqual(
      tooComplex('a PDF whose form fields unpack to more than 16 MiB'),
    );
  });

  it('counts a look that many fields share once', async () => {
    const fields = range(20, (index) => widget(`field_${index}`, '/AP << /N 25 0 R >>'));
    const shared = { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode' };
    const page = `/Annots [${range(20, (index) => `${index + 5} 0 R`).join(' ')}]`;
    await check(onePage({ page, more: [...fields, { ...shared, stream: deflatedFill(1, 0x20) }] }));
  });
});

/** The library takes what it can of a stream that breaks off; here that is a stream that unpacks to 128 MiB. */
function damaged(): RawObject {
  return content(`${flate} ${flate} ${flate}`, deflateSync(deflateSync(deflatedFill(128))).subarray(0, -4));
}
