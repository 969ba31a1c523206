import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareWord } from '../../../src/document/word/prepare-word.js';
import { control, paragraph, run, wordFile } from '../../support/documents/word-documents.js';

const by = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
const del = (inner: string): string => `<w:del ${by}>${inner}</w:del>`;
const ins = (inner: string): string => `<w:ins ${by}>${inner}</w:ins>`;
const delText = (text: string): string => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;
const row = (mark: string, text: string): string =>
  `<w:tr><w:trPr>${mark}</w:trPr><w:tc>${paragraph(run(text))}</w:tc></w:tr>`;

/** What is left of each paragraph. */
function accepted(...body: readonly string[]): readonly string[] {
  const { docx, isTracked } = prepareWord(wordFile(body.join('')));
  expect(isTracked).toBe(true);
  const xml = strFromU8(unzipSync(docx)['word/document.xml']!);
  expect(xml).not.toMatch(/w:(del|ins|moveFrom|moveTo|cellDel|cellIns|\w+Change)\b/);
  return [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, inner]) => inner!.replaceAll(/<[^>]*>/g, ''));
}

it('loses what was deleted or moved away, and keeps what was inserted or moved there', () => {
  expect(
    accepted(
      paragraph(run('The rent is R '), del(delText('8500')), ins(run('9200')), run(' a month.')),
      paragraph(`<w:moveFrom ${by}>${run('Moved')}</w:moveFrom>`, run('Here')),
      paragraph(`<w:moveTo ${by}>${run('Moved')}</w:moveTo>`),
    ),
  ).toEqual(['The rent is R 9200 a month.', 'Here', 'Moved']);
});

it('makes no control of one that was deleted', () => {
  const { controls } = prepareWord(
    wordFile(paragraph(del(control({ alias: 'Old', tag: 'old' })), control({ alias: 'Kept', tag: 'kept' }))),
  );
  expect(controls.map(({ label }) => label)).toEqual(['Kept']);
});

it('joins paragraphs whose end was deleted', () => {
  const ended = (text: string): string => paragraph(`<w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>`, run(text));
  expect(accepted(ended('One, '), ended('two, '), paragraph(run('three.')))).toEqual(['One, two, three.']);
});

it('drops deleted rows, and a table of nothing else', () => {
  const mark = `<w:del ${by}/>`;
  expect(
    accepted(
      `<w:tbl>${row(mark, 'gone')}${row(`<w:ins ${by}/>`, 'new')}${row('', 'kept')}</w:tbl>`,
      `<w:tbl>${row(mark, 'all')}${row(mark, 'gone')}</w:tbl>`,
      paragraph(run('After.')),
    ),
  ).toEqual(['new', 'kept', 'After.']);
});

it('forgets former looks', () => {
  const former = `<w:rPr><w:rPrChange ${by}><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr>`;
  expect(accepted(paragraph(`<w:r>${former}<w:t>Plain</w:t></w:r>`))).toEqual(['Plain']);
});

it('is told only of a file with tracked changes', () => {
  expect(prepareWord(wordFile(paragraph(run('Plain')))).isTracked).toBe(false);
});

it('joins many paragraphs, each of whose ends was deleted', () => {
  const one = paragraph(`<w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>`, run('a'));
  expect(accepted(one.repeat(3_000), paragraph(run('z')))).toEqual([`${'a'.repeat(3_000)}z`]);
});
