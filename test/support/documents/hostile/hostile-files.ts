import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { fixture, lease } from '../small-documents.js';
import { bombs, heavyBombs, looks } from './hostile-bombs.js';
import { heavySizes, sizes } from './hostile-sizes.js';
import { type Lot, lotOf, mutated } from './mutations.js';
import { type Makers, onePage, range, rawPdf, widget, withFields } from './raw-pdf.js';
import { control, paragraph, run, wordFile } from '../word-documents.js';

/** A file that means harm, made only when it is its turn. */
export interface HostileFile {
  readonly name: string;
  bytes(): Buffer;
}

const listed = (makers: Makers): readonly HostileFile[] =>
  Object.entries(makers).map(([name, bytes]) => ({ name, bytes }));
const light = (): readonly HostileFile[] => [trees, sizes, bombs, lies, words].flatMap(listed);
const heavy = (): readonly HostileFile[] => [heavySizes, heavyBombs, looks].flatMap(listed);

/** Every so manieth file that is broken by lot is a Word file: each may take a second or two to lay out. */
const WORD_EVERY = 20;

/**
 * Exactly so many hostile files, the same ones for the same seed. A thousand hold each that was thought up; fewer than
 * two hundred leave out what takes seconds, and take a part of the rest by lot. The others are real forms, broken.
 */
export function hostileFiles(count: number, seed: number): readonly HostileFile[] {
  const lot = lotOf(seed);
  const all = count >= 200 ? [...light(), ...heavy()] : shuffled(light(), lot).slice(0, Math.ceil(count / 2));
  const seeds = seedFiles();
  const broken = Array.from({ length: Math.max(count - all.length, 0) }, (_, index): HostileFile => {
    const own = lotOf(Math.floor(lot() * 2 ** 32));
    const isWord = count >= 200 && index % WORD_EVERY === 0;
    return isWord ? brokenWord(index, own) : brokenPdf(index, own, seeds);
  });
  return [...all, ...broken];
}

function seedFiles(): readonly string[] {
  const named = (folder: string): readonly string[] =>
    readdirSync(fileURLToPath(new URL(`../../../fixtures/${folder}`, import.meta.url)))
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => `${folder}/${name}`);
  return [...named('forms'), ...named('documents'), 'lease'].toSorted();
}

function brokenPdf(index: number, lot: Lot, seeds: readonly string[]): HostileFile {
  const pick = (): string => seeds[Math.floor(lot() * seeds.length)]!;
  const load = (name: string): Buffer => Buffer.from(name === 'lease' ? lease() : fixture(name));
  const [name, other] = [pick(), pick()];
  return { name: `${index} ${name}, broken`, bytes: () => mutated(load(name), load(other), lot).bytes };
}

/** Broken within the archive as often as the archive itself. */
function brokenWord(index: number, lot: Lot): HostileFile {
  const bytes = (): Buffer => {
    const whole = Buffer.from(fixture('forms/used-car-sale.docx'));
    if (lot() < 0.5) return mutated(whole, whole, lot).bytes;
    const entries = unzipSync(whole);
    const text = Buffer.from(strFromU8(entries['word/document.xml']!), 'utf8');
    const changed = { ...entries, 'word/document.xml': strToU8(mutated(text, text, lot).bytes.toString('latin1')) };
    return Buffer.from(zipSync(changed));
  };
  return { name: `${index} a Word file, broken`, bytes };
}

function shuffled<T>(all: readonly T[], lot: Lot): readonly T[] {
  return all
    .map((value) => ({ value, place: lot() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Tables of contents, trailers, keys and scripts that lie. */
const lies: Makers = {
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

/** Trees of pages, outlines and fields that never end, or go very deep. */
const trees: Makers = {
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

const spaces = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1024 * 1024).fill(0x20);
const packed = (entries: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(entries, { level: 9 }));
const word = (...given: Parameters<typeof wordFile>): Buffer => Buffer.from(wordFile(...given));
const nested = (depth: number, inside: Uint8Array): Uint8Array =>
  depth === 0
    ? inside
    : nested(depth - 1, zipSync({ 'word/document.xml': inside, '[Content_Types].xml': new Uint8Array(1) }));

/** Word files that mean harm: all of them are refused before any program is asked to lay them out. */
const words: Makers = {
  'a Word file whose text inflates to 60 MB': () => word('', { entries: { 'word/document.xml': spaces(60) } }),
  'a Word file whose picture inflates to 200 MB': () =>
    word(paragraph(), { entries: { 'word/media/a.png': spaces(200) } }),
  'a Word file of 30 parts of 10 MB': () =>
    word(paragraph(), { entries: Object.fromEntries(range(30, (index) => [`word/x${index}.png`, spaces(10)])) }),
  'a Word file in a Word file, sixty deep': () => Buffer.from(nested(60, spaces(1))),
  'a Word file of 5,000 parts': () =>
    packed(
      Object.fromEntries(
        range(5_000, (index) => [`word/document.xml${index}`, new Uint8Array(1)]).concat([
          ['[Content_Types].xml', new Uint8Array(1)],
        ]),
      ),
    ),
  'a Word file with a part of a name of 60,000 letters': () =>
    packed({ '[Content_Types].xml': new Uint8Array(1), [`word/document.xml${'n'.repeat(60_000)}`]: new Uint8Array(1) }),
  'a Word file that climbs out of its folder': () =>
    word(paragraph(), { entries: { '../../../../root/.ssh/authorized_keys': 'ssh-ed25519' } }),
  'a Word file with entities that laugh': () => {
    const lines = range(20, (index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('');
    return word('', { entries: { 'word/document.xml': `<!DOCTYPE d [<!ENTITY l0 "ha">${lines}]><d>&l20;</d>` } });
  },
  'a Word file of elements 100,000 deep': () =>
    word('', { entries: { 'word/document.xml': `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}` } }),
  'a Word file of controls 3,000 deep': () =>
    word(
      '<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>'.repeat(3_000) +
        paragraph(run('in')) +
        '</w:sdtContent></w:sdt>'.repeat(3_000),
    ).subarray(0, -30),
  'a Word file of 6,000 controls': () => word(paragraph(control({ kind: '<w:text/>' })).repeat(6_000)),
  'a Word file that says it is smaller than it is': () => {
    const lying = word(paragraph(run('Dear Sir. '.repeat(10_000))));
    for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 1))
      lying.writeUInt32LE(9, at + 24);
    return lying;
  },
  'a Word file whose parts lie over each other': () => {
    const lying = word(paragraph(run('one')), { entries: { 'word/styles.xml': '<x/>' } });
    for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 1))
      lying.writeUInt32LE(0, at + 42);
    return lying;
  },
  'an archive that ends before it begins': () =>
    Buffer.from('PK\x05\x06[Content_Types].xml word/document.xml'.padEnd(60, '\xff'), 'latin1'),
};
