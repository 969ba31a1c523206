import { flate, type Makers, onePage, range, rawPdf, widget, withFields } from './raw-pdf.js';

/** Names, numbers and boxes of a size that nobody needs. */
export const sizes: Makers = {
  'a field with a name of a megabyte': () => withFields([widget('n'.repeat(1024 * 1024))]),
  'a tooltip of four megabytes': () => withFields([widget('tip', `/TU (${'t'.repeat(4 * 1024 * 1024)})`)]),
  'a font name of a megabyte': () =>
    onePage({
      resources: `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /${'B'.repeat(1024 * 1024)} >> >>`,
      content: 'BT /F1 10 Tf 50 700 Td (Name of the tenant) Tj ET',
    }),
  'names with zero bytes and line ends': () =>
    withFields([widget('a\\000b\\015\\012c\\033[31m'), widget('#00#0a', '/TU (\\000\\000)'), '<< /#00 /#00#00 >>']),
  'a page as wide as the numbers go': () => onePage({ page: '/MediaBox [0 0 3e38 3e38]' }),
  'a page without area': () => onePage({ page: '/MediaBox [10 10 10 10] /CropBox [20 20 20 20]' }),
  'a page box that is no box': () => onePage({ page: '/MediaBox [/A (b) null << >>] /UserUnit -1e30 /Rotate 45' }),
  'a page thinner than a hair': () => onePage({ page: '/MediaBox [0 0 0.000001 100000] /UserUnit 75000' }),
  'fields with endless corners': () =>
    withFields(range(50, (index) => widget(`f${index}`).replace('50 700 250 720', '-1e38 -1e38 1e38 nan'))),
  'a choice of 50,000 options': () =>
    withFields([widget('choice', `/Ff 131072 /Opt [${'(an option) '.repeat(50_000)}]`).replace('/Tx', '/Ch')]),
  'a table said to hold two billion objects': () => onePage({ options: { size: 2_147_483_647 } }),
  'a million text tags that do not close': () => onePage({ content: `BT /F1 8 Tf (${'{{'.repeat(1_000_000)}) Tj ET` }),
};

/** More of them, which take seconds each. */
export const heavySizes: Makers = {
  'a million words on a page': () =>
    onePage({
      content: flate(Buffer.from(`BT /F1 8 Tf 50 700 Td\n${'(Name of tenant) Tj 1 -1 Td\n'.repeat(250_000)}ET`)),
    }),
  '4,000 fields on one page': () => withFields(range(4_000, (index) => widget(`field.${index}`))),
  '60,000 fields on one page': () => withFields(range(60_000, (index) => widget(`f${index}`))),
  'the same widget named 40,000 times': () =>
    onePage({
      catalog: '/AcroForm << /Fields [5 0 R] >>',
      page: `/Annots [${'5 0 R '.repeat(40_000)}]`,
      more: [widget('again')],
    }),
  '300 pages of 100 fields': () => {
    const widgets = range(100, (index) => `${index + 303} 0 R`).join(' ');
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${widgets}] >>`;
    return rawPdf([
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${widgets}] >> >>`,
      `<< /Type /Pages /Kids [${range(300, (index) => `${index + 3} 0 R`).join(' ')}] /Count 300 >>`,
      ...range(300, () => page),
      ...range(100, (index) => widget(`x${index}`)),
    ]);
  },
  '120,000 objects': () => onePage({ more: range(120_000, (index) => `<< /N ${index} >>`) }),
  'a million rules on a page': () =>
    onePage({ content: flate(Buffer.from('50 700 m 250 700 l S\n'.repeat(1_000_000))) }),
  'one path of two million points': () =>
    onePage({ content: flate(Buffer.from(`0 0 m\n${'9 9 l 1 1 l\n'.repeat(1_000_000)}S`)) }),
};
