import { zipSync } from 'fflate';
import { control, paragraph, run, wordFile } from '../documents/word-documents.js';
import { type Makers, range } from './parts.js';

const spaces = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1024 * 1024).fill(0x20);
const packed = (entries: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(entries, { level: 9 }));
const word = (...given: Parameters<typeof wordFile>): Buffer => Buffer.from(wordFile(...given));
const nested = (depth: number, inside: Uint8Array): Uint8Array =>
  depth === 0
    ? inside
    : nested(depth - 1, zipSync({ 'word/document.xml': inside, '[Content_Types].xml': new Uint8Array(1) }));

/** Word files that mean harm: all of them are refused before any program is asked to lay them out. */
export const words: Makers = {
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
