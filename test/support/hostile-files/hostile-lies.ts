import { type Makers, widget } from './parts.js';
import { onePage, rawPdf } from './raw-pdf.js';

/** Tables of contents, trailers, keys and scripts that lie. */
export const lies: Makers = {
  'a trailer that points back at itself': () => {
    const plain = onePage({}).toString('latin1');
    const start = /startxref\n(\d+)/u.exec(plain)?.[1] ?? '0';
    return Buffer.from(plain.replace('/Root', `/Prev ${start} /XRefStm ${start} /Root`), 'latin1');
  },
  'a start that lies outside of the file': () =>
    Buffer.from(
      onePage({})
        .toString('latin1')
        .replace(/startxref\n\d+/u, 'startxref\n99999999999999999999'),
      'latin1',
    ),
  'a cross-reference stream with absurd widths': () => {
    const head = '%PDF-1.7\n';
    const dictionary = '/Type /XRef /Size 2147483647 /Root 1 0 R /W [8 2147483647 8] /Index [0 2147483647]';
    const table = `1 0 obj\n<< ${dictionary} /Length 4 >>\nstream\nabcd\nendstream\nendobj\n`;
    return Buffer.from(`${head}${table}startxref\n${head.length}\n%%EOF\n`);
  },
  'a chain of 20,000 tables of contents': () => {
    const parts = [onePage({}).toString('latin1')];
    let at = parts[0]!.length;
    let before = 0;
    for (let index = 0; index < 20_000; index++) {
      const part = `xref\n0 0\ntrailer\n<< /Size 9 /Root 1 0 R /Prev ${before} >>\nstartxref\n${at}\n%%EOF\n`;
      before = at;
      at += part.length;
      parts.push(part);
    }
    return Buffer.from(parts.join(''), 'latin1');
  },
  'references that name each other': () => onePage({ page: '/Thumb 5 0 R', more: ['6 0 R', '5 0 R'] }),
  'a catalog that is a number': () => rawPdf(['42', '<< >>']),
  'a catalog that is its page': () => rawPdf(['<< /Type /Page /Pages 1 0 R /Kids [1 0 R] /Count 1 /Parent 1 0 R >>']),
  'scripts at every turn': () =>
    onePage({
      catalog:
        '/OpenAction << /S /JavaScript /JS (while \\(true\\) app.alert\\(1\\)) >> ' +
        '/AA << /WC << /S /JavaScript /JS (for\\(;;\\);) >> >> ' +
        '/Names << /JavaScript << /Names [(x) << /S /JavaScript /JS (for\\(;;\\);) >>] >> >> ' +
        '/AcroForm << /Fields [5 0 R] /CO [5 0 R] >>',
      page: '/Annots [5 0 R] /AA << /O << /S /Launch /F (/bin/sh) >> >>',
      more: [
        widget(
          'calc',
          '/AA << /C << /S /JavaScript /JS (for\\(;;\\);) >> /K << /S /JavaScript /JS (for\\(;;\\);) >> >>',
        ),
      ],
    }),
  'an encryption of version 99': () =>
    onePage({ options: { trailer: '/Encrypt << /Filter /Standard /V 99 /R 99 /Length 0 >> /ID [(a) (b)]' } }),
  'an encryption with keys of no length': () =>
    onePage({ options: { trailer: '/Encrypt << /Filter /Standard /V 5 /R 6 /O () /U () /OE () /UE () /P 0 >>' } }),
  'an encryption by somebody unknown': () =>
    onePage({ options: { trailer: '/Encrypt << /Filter /Nobody.Knows /V 4 /R 4 >> /ID [(a) (b)]' } }),
  'an encryption that is itself': () => onePage({ more: ['<< /V 5 0 R >>'], options: { trailer: '/Encrypt 5 0 R' } }),
  'nothing but a header': () => Buffer.from('%PDF-1.7\n'),
  'a header and ten megabytes of noise': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024, 'obj << /Type /Page >> stream ')]),
  'nothing at all': () => Buffer.alloc(0),
  'one zero byte': () => Buffer.alloc(1),
  'a PDF behind a page of HTML': () => Buffer.concat([Buffer.from('<!doctype html><script>1</script>'), onePage({})]),
  'a PDF behind a program': () => Buffer.concat([Buffer.from('MZ\0\0'), onePage({})]),
  'a PDF that starts like a ZIP archive': () =>
    Buffer.concat([Buffer.from('PK\x03\x04 [Content_Types].xml word/document.xml '), onePage({})]),
  'a ZIP archive that starts like a PDF': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('PK\x03\x04 [Content_Types].xml word/document.xml')]),
  'an old Word file of two words': () =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')]),
  'the wrong number at the front': () => Buffer.from('\x7fELF\x02\x01\x01 %PDX-1.7 '.repeat(99)),
};
