import { deflateSync } from 'node:zlib';
import {
  deflatedFill,
  flate,
  helvetica,
  type Makers,
  onePage,
  range,
  type RawObject,
  rawPdf,
  widget,
  zeros,
} from './raw-pdf.js';

const deflated = (bytes: Buffer, times: number): Buffer =>
  times === 0 ? bytes : deflated(deflateSync(bytes, { level: 1 }), times - 1);

const filled = (megabytes: number, byte = 0, dictionary = ''): RawObject => ({
  dictionary: `${dictionary} /Filter /FlateDecode`,
  stream: deflatedFill(megabytes, byte),
});

const threeFilters = '/Filter [/FlateDecode /FlateDecode /FlateDecode]';

/** Streams that inflate to far more than they are, and contents that draw themselves. */
export const bombs: Makers = {
  'sixty filters in a row': () =>
    onePage({ content: { dictionary: `/Filter [${'/ASCIIHexDecode '.repeat(60)}]`, stream: Buffer.from('30>') } }),
  'a run-length bomb inside a deflated one': () =>
    onePage({
      content: {
        dictionary: '/Filter [/FlateDecode /RunLengthDecode]',
        stream: deflateSync(Buffer.alloc(8 * 1024 * 1024, 0x81)),
      },
    }),
  'a predictor with absurd columns': () =>
    onePage({
      content: flate(zeros(1), '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 32 >>'),
    }),
  'a picture of ten billion dots': () =>
    onePage({
      resources: '/XObject << /Im 5 0 R >>',
      content: 'q 500 0 0 500 0 0 cm /Im Do Q',
      more: [
        flate(
          zeros(2),
          '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
        ),
      ],
    }),
  'a pattern that is filled with itself': () =>
    onePage({
      resources: '/Pattern << /P 5 0 R >>',
      content: '/Pattern cs /P scn 0 0 500 500 re f',
      more: [
        {
          dictionary:
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 ' +
            '/Resources << /Pattern << /P 5 0 R >> >>',
          stream: Buffer.from('/Pattern cs /P scn 0 0 1 1 re f'),
        },
      ],
    }),
  'a letter that is written with itself': () =>
    onePage({
      resources: '/Font << /F1 5 0 R >>',
      content: 'BT /F1 10 Tf (aaaa) Tj ET',
      more: [
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 ' +
          '/Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> ' +
          '/Resources << /Font << /F1 5 0 R >> >> >>',
        { dictionary: '', stream: Buffer.from('BT /F1 1 Tf (aaaaaaaa) Tj ET') },
      ],
    }),
  'brackets nested a million deep in the content': () =>
    onePage({ content: flate(Buffer.from(`${'['.repeat(1_000_000)} TJ`)) }),
  'a letter table over every letter, four times': () =>
    onePage({
      resources: '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >> >>',
      content: 'BT /F1 10 Tf 50 700 Td (Name of the tenant) Tj ET',
      more: [flate(Buffer.from(`4 beginbfrange\n${'<00000000> <ffffffff> <0041>\n'.repeat(4)}endbfrange\n`.repeat(9)))],
    }),
  'a font that is noise': () =>
    onePage({
      resources: '/Font << /F1 << /Type /Font /Subtype /TrueType /BaseFont /N /FontDescriptor 5 0 R >> >>',
      content: 'BT /F1 10 Tf 50 700 Td (Name of the tenant) Tj ET',
      more: [
        '<< /Type /FontDescriptor /FontName /N /FontFile2 6 0 R >>',
        flate(Buffer.from('\0\x01\0\0\xff'.repeat(99))),
      ],
    }),
  'objects in a stream that lies in itself': () =>
    onePage({ more: [flate(Buffer.from('5 0 6 2 << >> << >>'), '/Type /ObjStm /N 2 /First 8 /Extends 5 0 R')] }),
  'a length that is a reference to its own stream': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
      '<< /Length 4 0 R >>\nstream\nBT ET\nendstream',
    ]),
};

/** A field that looks like this. */
const fieldWithLook = (dictionary: string, stream: Buffer, more: readonly RawObject[] = []): Buffer =>
  onePage({
    catalog: '/AcroForm << /Fields [5 0 R] >>',
    page: '/Annots [5 0 R]',
    more: [
      widget('name', '/AP << /N 6 0 R >>'),
      { dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 200 20] ${dictionary}`, stream },
      ...more,
    ],
  });

/** Forms from object 7 on, each of which draws the next one ten times. */
const tenfold = (count: number): readonly RawObject[] =>
  range(count, (index) => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Fm ${index + 8} 0 R >> >>`,
    stream: Buffer.from(index === count - 1 ? '0 0 9 9 re f' : '/Fm Do '.repeat(10)),
  }));

/** Fields with looks that nobody needs to unpack before they are drawn. */
export const looks: Makers = {
  'a field deflated three times over': () => fieldWithLook(threeFilters, deflated(deflatedFill(64, 0x20), 2)),
  'a field of a hundred million drawings': () =>
    fieldWithLook('/Resources << /XObject << /Fm 7 0 R >> >>', Buffer.from('/Fm Do '), tenfold(9)),
};

/** More of them, which take seconds each. */
export const heavyBombs: Makers = {
  'states saved a million deep': () => onePage({ content: flate(Buffer.from('q '.repeat(1_000_000))) }),
  'a page that inflates to 300 MB': () => onePage({ content: filled(300) }),
  'a page deflated three times over': () =>
    onePage({
      content: {
        dictionary: threeFilters,
        stream: deflated(deflatedFill(256), 2),
      },
    }),
  'a drawing that draws itself': () =>
    onePage({
      resources: '/XObject << /Fm 5 0 R >>',
      content: '/Fm Do',
      more: [
        {
          dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Fm 5 0 R >> >>',
          stream: Buffer.from('/Fm Do /Fm Do'),
        },
      ],
    }),
  'a drawing of drawings, ten to the twelfth in all': () =>
    onePage({
      resources: '/XObject << /Fm 5 0 R >>',
      content: '/Fm Do '.repeat(10),
      more: range(12, (index): RawObject => {
        const last = index === 11;
        const inside = last ? helvetica : `/XObject << /Fm ${index + 6} 0 R >>`;
        const stream = last ? 'BT /F1 9 Tf (laugh) Tj ET' : '/Fm Do '.repeat(10);
        return {
          dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${inside} >>`,
          stream: Buffer.from(stream),
        };
      }),
    }),
  'a letter table that inflates to 200 MB': () =>
    onePage({
      resources: '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >> >>',
      content: 'BT /F1 10 Tf 50 700 Td (Name of the tenant) Tj ET',
      more: [flate(Buffer.from('<00> <ffff> <0041>\n'.repeat(10_000_000)))],
    }),
  'an object stream that inflates to 200 MB': () =>
    onePage({
      page: '/Thumb 7 0 R',
      more: [filled(200, 0x20, '/Type /ObjStm /N 1000000 /First 9999999')],
    }),
};
