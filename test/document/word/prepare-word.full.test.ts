import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { UnreadableDocument } from '../../../src/document/document-failure.js';
import { prepareWord } from '../../../src/document/word/prepare-word.js';
import { fixture } from '../../support/documents/small-documents.js';
import {
  checkbox,
  control,
  dropDown,
  formField,
  paragraph,
  relationship,
  relationshipsPart,
  run,
  wordFile,
} from '../../support/documents/word-documents.js';
import { processorTime } from '../../support/processor-time.js';

const entry = (docx: Uint8Array, name: string): string => strFromU8(unzipSync(docx)[name]!);
const textOf = (docx: Uint8Array): string =>
  [...entry(docx, 'word/document.xml').matchAll(/<w:t[^>]*>([^<]*)</gu)].map(([, text]) => text).join('');
const colorsOf = (docx: Uint8Array): readonly string[] =>
  [...entry(docx, 'word/document.xml').matchAll(/<w:color w:val="([^"]*)"/gu)].map(([, color]) => color!);
const refusal = (bytes: Uint8Array): { code: string; message: string } => {
  try {
    prepareWord(bytes);
  } catch (error) {
    const { name, code, message } = error as UnreadableDocument;
    expect(name).toBe('UnreadableDocument');
    return { code, message };
  }
  throw new Error('it was taken');
};

describe('the controls of a Word file', () => {
  it('are what their author made of them: type, title, name, options and whether they are required', () => {
    const { controls, docx } = prepareWord(
      wordFile(
        [
          paragraph(run('Name: '), control({ alias: 'Full name*', tag: 'tenant.full_name', kind: '<w:text/>' })),
          paragraph(control({ alias: 'Start', tag: 'start', kind: '<w:date/>' })),
          paragraph(control({ alias: 'Province', kind: dropDown('Gauteng', 'Limpopo; and | more') })),
          paragraph(control({ alias: 'Pets', kind: checkbox, shown: '☐', isPlaceholder: false })),
          paragraph(control({ alias: 'Notes', kind: '<w:text w:multiLine="1"/>' })),
          paragraph(control({ alias: 'Tenant signature', tag: 'role=Tenant' })),
          paragraph(control({ alias: 'Initials' })),
        ].join(''),
      ),
    );
    expect(controls.map(({ type, label, required, role, key }) => ({ type, label, required, role, key }))).toEqual([
      { type: 'text', label: 'Full name', required: true, role: null, key: 'tenant.full_name' },
      { type: 'date', label: 'Start', required: false, role: null, key: null },
      { type: 'dropdown', label: 'Province', required: false, role: null, key: null },
      { type: 'tickbox', label: 'Pets', required: false, role: null, key: null },
      { type: 'text', label: 'Notes', required: false, role: null, key: null },
      { type: 'signature', label: 'Tenant signature', required: true, role: 'Tenant', key: null },
      { type: 'initials', label: 'Initials', required: true, role: null, key: null },
    ]);
    expect(controls[1]?.name).toBe('start');
    expect(controls[2]?.options).toEqual(['Gauteng', 'Limpopo; and | more']);
    expect(controls[4]?.multiline).toBe(true);
    expect(textOf(docx)).toMatch(/^Name: ~+$/u);
    expect(new Set(colorsOf(docx)).size).toBe(7);
    expect(entry(docx, 'word/document.xml')).not.toContain('w:sdt');
  });

  it('keep what their author filled in as a start, or as text where it cannot be one', () => {
    const filled = { isPlaceholder: false };
    const { controls, docx } = prepareWord(
      wordFile(
        [
          paragraph(run('By '), control({ alias: 'Lender', kind: '<w:text/>', shown: 'Acme (Pty) Ltd', ...filled })),
          paragraph(control({ alias: 'Rate', kind: dropDown('Prime', 'Fixed'), shown: 'Fixed', ...filled })),
          paragraph(control({ alias: 'Rate', kind: dropDown('Prime', 'Fixed'), shown: 'Prime plus 2', ...filled })),
          paragraph(
            control({ alias: 'Day', kind: '<w:date w:fullDate="2027-03-01T00:00:00Z"/>', shown: 'March 1', ...filled }),
          ),
          paragraph(control({ alias: 'Day', kind: '<w:date/>', shown: 'the first of March', ...filled })),
          paragraph(control({ alias: 'Pets', kind: checkbox.replace('"0"', '"1"'), shown: '☒', ...filled })),
          paragraph(control({ alias: 'Terms', kind: '<w:text/>', shown: 'Agreed at length. '.repeat(5), ...filled })),
          paragraph(control({ alias: 'Signature', kind: '<w:text/>', shown: 'N. Dlamini', ...filled })),
          paragraph(control({ alias: 'Notes', kind: '<w:lock w:val="contentLocked"/><w:text/>', shown: 'Fixed text' })),
          paragraph(control({ alias: 'Name', kind: '<w:text/>', shown: '[Company name]', ...filled })),
          paragraph(control({ alias: 'Name', kind: '<w:text/>', shown: 'Click here to enter text.', ...filled })),
        ].join(''),
      ),
    );
    expect(controls.map(({ type, label, start }) => [type, label, start])).toEqual([
      ['text', 'Lender', 'Acme (Pty) Ltd'],
      ['dropdown', 'Rate', 'Fixed'],
      ['date', 'Day', '2027-03-01'],
      ['tickbox', 'Pets', true],
      ['text', 'Name', null],
      ['text', 'Name', null],
    ]);
    const shown = textOf(docx);
    for (const kept of ['Prime plus 2', 'the first of March', 'Agreed at length.', 'N. Dlamini', 'Fixed text'])
      expect(shown).toContain(kept);
    expect(shown).not.toMatch(/Acme|Company|enter text/u);
  });

  it('of old keep what is filled in too', () => {
    const { controls, docx } = prepareWord(
      wordFile(
        [
          paragraph(formField('FORMTEXT', 'lender', '<w:textInput/>', 'Acme (Pty) Ltd')),
          paragraph(formField('FORMTEXT', 'blank', '<w:textInput/>', '________')),
          paragraph(formField('FORMTEXT', 'due', '<w:textInput><w:type w:val="date"/></w:textInput>', '1 March')),
          paragraph(
            formField('FORMCHECKBOX', 'pets', '<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', ''),
          ),
          paragraph(formField('FORMCHECKBOX', 'car', '<w:checkBox><w:default w:val="1"/></w:checkBox>', '')),
          paragraph(
            formField(
              'FORMDROPDOWN',
              'pay',
              '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Cash"/><w:listEntry w:val="Card"/></w:ddList>',
              '',
            ),
          ),
        ].join(''),
      ),
    );
    expect(controls.map(({ name, start }) => [name, start])).toEqual([
      ['lender', 'Acme (Pty) Ltd'],
      ['blank', null],
      ['pets', true],
      ['car', true],
      ['pay', 'Card'],
    ]);
    expect(textOf(docx)).toContain('1 March');
  });

  it('of old are kept too, even where Word has cut them into pieces', () => {
    const text = '<w:statusText w:type="text" w:val="Rent in rand"/><w:textInput/>';
    const { controls, docx } = prepareWord(
      wordFile(
        paragraph(run('Rent '), formField('FORMTEXT', 'rent', text), run(' a month')) +
          paragraph(formField('FORMTEXT', 'due', '<w:textInput><w:type w:val="date"/></w:textInput>')) +
          paragraph(formField('FORMCHECKBOX', 'rules', '<w:checkBox/>', ''), run(' I agree')) +
          paragraph(formField('FORMDROPDOWN', 'pay', '<w:ddList><w:listEntry w:val="Cash"/></w:ddList>', '')),
      ),
    );
    expect(controls.map(({ type, name, tooltip, options }) => [type, name, tooltip, options])).toEqual([
      ['text', 'rent', 'Rent in rand', null],
      ['date', 'due', null, null],
      ['tickbox', 'rules', null, null],
      ['dropdown', 'pay', null, ['Cash']],
    ]);
    expect(textOf(docx)).toMatch(/^Rent ~+ a month~+ I agree~+$/u);
    expect(new Set(colorsOf(docx)).size).toBe(4);
  });

  it('of a table are named by the cell before them', () => {
    const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
    const inCell = cell(paragraph(control({ kind: '<w:text/>' })));
    const aroundCell = `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${cell(paragraph(run('Click')))}</w:sdtContent></w:sdt>`;
    const row = (name: string, answer: string): string => `<w:tr>${cell(paragraph(run(name)))}${answer}</w:tr>`;
    const { controls } = prepareWord(wordFile(`<w:tbl>${row('Name:', inCell)}${row('ID number', aroundCell)}</w:tbl>`));
    expect(controls.map(({ label }) => label)).toEqual(['Name', 'ID number']);
  });

  it('that contain text of the document or a text tag stay text', () => {
    const { controls, docx } = prepareWord(
      wordFile(
        paragraph(control({ alias: 'Title', shown: 'Lease of 12 Acacia Street', isPlaceholder: false })) +
          paragraph(control({ alias: 'Name', kind: '<w:text/>', shown: '{{Name;role=Tenant}}' })),
      ),
    );
    expect(controls).toEqual([]);
    expect(textOf(docx)).toBe('Lease of 12 Acacia Street{{Name;role=Tenant}}');
  });

  it('of which one lies in another, thousands deep, are read in no time', () => {
    const spent = processorTime();
    const nested = `${'<w:sdt><w:sdtContent>'.repeat(8_000)}${paragraph(run('Rent'))}${'</w:sdtContent></w:sdt>'.repeat(8_000)}`;
    expect(textOf(prepareWord(wordFile(nested)).docx)).toBe('Rent');
    expect(spent()).toBeLessThan(60_000);
  });

  it('of a real file without any leave its text byte for byte as it is', () => {
    for (const name of ['forms/used-car-sale.docx', 'forms/condo_deed.docx']) {
      const { controls, docx } = prepareWord(fixture(name));
      expect(controls).toEqual([]);
      expect(entry(docx, 'word/document.xml')).toBe(entry(fixture(name), 'word/document.xml'));
    }
  });
});

describe('what a Word file would fetch or run', () => {
  it('is taken out: templates, pictures and objects from elsewhere, macros; links to click stay', () => {
    const { docx } = prepareWord(
      wordFile(paragraph(run('Text')), {
        relationships: [
          relationship('rId1', 'image', 'http://127.0.0.1:9/spy.png', 'External'),
          relationship('rId2', 'oleObject', 'embeddings/oleObject1.bin'),
          relationship('rId3', 'hyperlink', 'https://example.test/', 'External'),
          relationship('rId4', 'image', 'file:///etc/hostname'),
          relationship('rId5', 'image', 'media/image1.png'),
        ],
        entries: {
          'word/settings.xml': '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
          'word/_rels/settings.xml.rels': relationshipsPart([
            relationship('rId1', 'attachedTemplate', 'http://127.0.0.1:9/evil.dotm', 'External'),
          ]),
          'word/vbaProject.bin': 'macro',
          'word/embeddings/oleObject1.bin': 'object',
        },
      }),
    );
    expect(Object.keys(unzipSync(docx)).filter((name) => name.endsWith('bin'))).toEqual([]);
    expect(entry(docx, 'word/_rels/settings.xml.rels')).not.toContain('<Relationship ');
    const left = [...entry(docx, 'word/_rels/document.xml.rels').matchAll(/Id="(\w+)"/gu)].map(([, id]) => id);
    expect(left).toEqual(['rId3', 'rId5']);
  });

  it('is taken out of fields, also where the instruction is in pieces', () => {
    const field = (...pieces: readonly string[]): string =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = paragraph(
      field('INCLUDEPICTURE http://127.0.0.1:9/a.png'),
      field('DDEA', 'UTO cmd /c calc'),
      field('PAGE'),
      '<w:fldSimple w:instr="INCLUDETEXT http://127.0.0.1:9/x"/>',
    );
    const xml = entry(prepareWord(wordFile(body)).docx, 'word/document.xml');
    expect(xml).toContain('PAGE');
    expect(xml).not.toMatch(/127\.0\.0\.1|UTO|calc/u);
  });
});

describe('a Word file that means harm', () => {
  const packed = (entries: Record<string, Uint8Array>): Uint8Array => zipSync(entries, { level: 9 });
  const declared = (docx: Uint8Array, size: number): Uint8Array => {
    // The directory at the end says how large each entry is; unpackers believe it.
    const lying = Buffer.from(docx);
    for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 1))
      lying.writeUInt32LE(size, at + 24);
    return lying;
  };
  const big = new Uint8Array(20 * 1024 * 1024);
  const many = Object.fromEntries(
    Array.from({ length: 2_100 }, (_, index) => [`word/x${index}.xml`, new Uint8Array(1)]),
  );

  it.each<[string, () => Uint8Array, string]>([
    ['inflates to far more than it is', () => packed({ 'word/document.xml': big }), 'too_complex'],
    ['says that it inflates to 4 GB', () => declared(wordFile(paragraph()), 4_294_967_294), 'too_complex'],
    ['has thousands of entries', () => packed(many), 'too_complex'],
    ['names a place outside of itself', () => packed({ '../../etc/passwd': new Uint8Array(1) }), 'damaged'],
    ['names a place on a drive', () => packed({ 'c:/windows/x': new Uint8Array(1) }), 'damaged'],
    [
      'has one name twice',
      () => packed({ 'word/A.xml': new Uint8Array(1), 'word/a.xml': new Uint8Array(1) }),
      'damaged',
    ],
    ['breaks off', () => wordFile(paragraph(run('Text'))).subarray(0, 400), 'damaged'],
    ['holds no text', () => packed({ '[Content_Types].xml': new Uint8Array(1) }), 'damaged'],
    ['is no XML', () => wordFile('', { entries: { 'word/document.xml': '<w:document><w:body>' } }), 'damaged'],
    [
      'has entities that laugh',
      () =>
        wordFile('', {
          entries: { 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>' },
        }),
      'damaged',
    ],
    [
      'has entities in a part that nobody reads',
      () => wordFile(paragraph(), { entries: { 'word/styles.xml': '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>' } }),
      'damaged',
    ],
    [
      'has more controls than a form',
      () => wordFile(paragraph(control({ kind: '<w:text/>' })).repeat(5_001)),
      'too_many_fields',
    ],
  ])('%s is refused in words', (_name, bytes, code) => {
    const found = refusal(bytes());
    expect(found.code).toBe(code);
    expect(found.message).toMatch(/^a Word file /u);
  });
});

describe('a Word file with more table rows than can be laid out in time', () => {
  it('is refused permanently rather than tried again and again', () => {
    const rows = (count: number): Uint8Array =>
      wordFile(`<w:tbl>${`<w:tr><w:tc>${paragraph(run('R1'))}</w:tc></w:tr>`.repeat(count)}</w:tbl>`);
    expect(() => prepareWord(rows(5_000))).not.toThrow();
    const message = 'a Word file with more than 5000 table rows';
    expect(refusal(rows(5_001))).toEqual({ code: 'too_complex', message });
  });
});

describe('tracked changes', () => {
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

  it('makes no control of one whose content was deleted, or that was deleted itself', () => {
    const deleted = (text: string): string => `<w:del w:id="9"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
    const around = (content: string): string =>
      `<w:sdt><w:sdtPr><w:alias w:val="Gone"/><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const range =
      '<w:customXmlDelRangeStart w:id="1"/><w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>' +
      '<w:customXmlDelRangeEnd w:id="1"/></w:sdtContent></w:sdt>';
    const { controls, isTracked } = prepareWord(
      wordFile(
        paragraph(around(deleted('Click here'))) +
          around(paragraph(deleted('Click here'))) +
          paragraph(range) +
          paragraph(control({ alias: 'Kept', kind: '<w:text/>' })),
      ),
    );
    expect(controls.map(({ label }) => label)).toEqual(['Kept']);
    expect(isTracked).toBe(true);
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
});
