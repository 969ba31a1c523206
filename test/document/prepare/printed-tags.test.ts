import { expect, it } from 'vitest';
import { coveredTags, tagDoubts, withTagFields, wordsBesideTags } from '../../../src/document/prepare/printed-tags.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { linesPdf } from '../../support/form-pdf.js';
import { preparedField } from '../../support/pages/template-prepare.js';

const engine = sharedEngine();
const none = { fields: [], groups: [] };
const wordsOf = async (pdf: Uint8Array): Promise<string> =>
  (await engine.words(pdf)).flatMap(({ words }) => words.map(({ text }) => text)).join(' ');

it('puts fields on tags of another service alone, each as wide as its line has room', async () => {
  const printed = await engine.words(linesPdf([['Between ${seller}, who sells', 'Price: <<price>>', '[Company]']]));
  const { fields } = withTagFields(none, printed);
  expect(fields.map(({ label, key }) => [label, key])).toEqual([
    ['Seller', 'form.seller'],
    ['Price', 'form.price'],
  ]);
  expect(fields[0]!.rect.w).toBeLessThan(0.12);
  expect(tagDoubts(none, printed)).toMatchObject([
    { page: 1, words: expect.stringMatching(/^2 text tags .* the first, “\$\{seller\}” on page 1\./u) },
    { page: 1, words: expect.stringMatching(/^“\[Company\]” on page 1 may stand for an answer/u), offers: [{}] },
  ]);
  expect(tagDoubts({ fields, groups: [] }, printed)).toHaveLength(1);
});

it('offers a field for words in brackets that ask for an answer, and for nothing else', async () => {
  const lines = [
    'Between [Company Name] of [insert street address], and [the employer]',
    '[Signature page follows] [insert clause] [a] [sic]',
    'Smith v [Regulation 8] [2020] ZASCA 12 [Own emphasis] [Online]',
    '[___]',
  ];
  const printed = await engine.words(linesPdf([lines]));
  const [doubt, ...more] = tagDoubts(none, printed);
  expect([doubt?.words, more]).toEqual([
    '2 words in brackets may stand for answers, and stay printed, the first, “[Company Name]” on page 1. A field on each takes its place.',
    [],
  ]);
  expect(doubt?.offers?.map(({ label, key }) => [label, key])).toEqual([
    ['Company Name', 'form.company_name'],
    ['Street address', 'form.street_address'],
  ]);
  expect(withTagFields(none, printed)).toBe(none);
  expect(withTagFields(none, printed, { names: true }).fields).toEqual(doubt?.offers);
});

it('offers a field for a prompt to write, named by the words before it or over it', async () => {
  const lines = [
    'Full name: [Enter here]',
    'Date of birth [insert date]. The rent is [Enter amount here] a month',
    'Residential address',
    '[Click or tap here to enter text]',
    'Signed at Choose an item. on Click or tap to enter a date.',
    'Click here to open the page. Choose an itemised bill. [Complete] [Select clause] [Enter if married]',
  ];
  const printed = await engine.words(linesPdf([lines]));
  const { fields } = withTagFields(none, printed, { names: true });
  expect(fields.map(({ type, label, key }) => [type, label, key])).toEqual([
    ['text', 'Full name', null],
    ['date', 'Date of birth', null],
    ['text', 'Amount', 'form.amount'],
    ['text', 'Residential address', null],
    ['text', 'Signed at', null],
    ['date', 'On', null],
  ]);
  expect(tagDoubts({ fields, groups: [] }, printed)).toEqual([]);
});

it('leaves out “select one” beside or over tickboxes', async () => {
  const printed = await engine.words(linesPdf([['Kind of entity [select one]', 'Company   Trust']]));
  const { left, bottom } = printed[0]!.tags[0]!.lines[0]!;
  const tick = preparedField({ type: 'tickbox', rect: { x: left, y: bottom + 0.005, w: 0.012, h: 0.01 } });
  expect(tagDoubts({ fields: [tick], groups: [] }, printed)).toEqual([]);
  expect(tagDoubts(none, printed)).toHaveLength(1);
});

it('takes off the pages what a field is on, be it in brackets, and nothing else', async () => {
  const pdf = linesPdf([['Between [Company] and ${buyer}, who buys', 'E-mail [_____]', 'Clause 7 [Reserved]']]);
  const printed = await engine.words(pdf);
  const at = (text: string) => {
    const { left, top, right, bottom } = printed[0]!.tags.find((tag) => tag.text === text)!.lines[0]!;
    return preparedField({ rect: { x: left - 0.002, y: top, w: right - left + 0.004, h: bottom - top } });
  };
  const form = { fields: [at('[Company]'), at('${buyer}'), at('[_____]')], groups: [] };
  const written = await engine.prepare({ pdf, form, off: coveredTags(form, printed) });
  expect(await wordsOf(written)).toBe('Between and , who buys E-mail Clause 7 [Reserved]');
  expect(wordsBesideTags(form, printed)[0]!.map(({ text }) => text)).not.toContain('[Company]');
  expect(await wordsOf(await engine.prepare({ pdf, form, off: [] }))).toContain('[Company] and ${buyer}');
});
