import { type Makers, range, widget, withFields } from './parts.js';
import { onePage, rawPdf } from './raw-pdf.js';

/** Trees of pages, outlines and fields that never end, or go very deep. */
export const trees: Makers = {
  'a page tree 20,000 levels deep': () => {
    const depth = 20_000;
    const nodes = range(
      depth,
      (index) => `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 /Parent ${index + 1} 0 R >>`,
    );
    const page = `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 595 842] >>`;
    return rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, page]);
  },
  'a page tree that holds itself': () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>']),
  'two page trees in each other': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 9 /Parent 3 0 R >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 9 /Parent 2 0 R >>',
    ]),
  'a page that is its own parent and inherits everything': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 3 0 R >>',
    ]),
  'a count of two billion pages': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]),
  'a count below zero': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count -7 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]),
  'one page shown 400 times': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(400)}] /Count 400 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]),
  'an outline that runs in a circle': () =>
    onePage({
      catalog: '/Outlines 5 0 R',
      more: [
        '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
        '<< /Title (Round) /Parent 5 0 R /Next 6 0 R /Prev 6 0 R /First 6 0 R >>',
      ],
    }),
  'a field that is its own parent': () => withFields([widget('round', '/Parent 5 0 R /Kids [5 0 R]')]),
  'fields 5,000 levels deep': () => {
    const depth = 5_000;
    const levels = range(
      depth,
      (index) => `<< /T (level${index}) /Kids [${index + 6} 0 R] /Parent ${index + 4} 0 R >>`,
    );
    const leaf = widget('leaf', `/Parent ${depth + 4} 0 R`);
    const catalog = '/AcroForm << /Fields [5 0 R] >>';
    return onePage({ catalog, page: `/Annots [${depth + 5} 0 R]`, more: [...levels, leaf] });
  },
  'arrays 100,000 levels deep': () => onePage({ page: `/Deep ${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
  'dictionaries 50,000 levels deep': () =>
    onePage({ page: `/Deep ${'<< /D '.repeat(50_000)}0${' >>'.repeat(50_000)}` }),
  'a name tree in a circle': () =>
    onePage({ catalog: '/Names << /Dests 5 0 R >>', more: ['<< /Kids [5 0 R 5 0 R] /Limits [(a) (z)] >>'] }),
};
