import { describe, expect, it } from 'vitest';
import type { FoundBox } from '../../../src/document/detect/found-box.js';
import { warningsFor } from '../../../src/document/detect/warnings.js';
import type { DocumentWarning } from '../../../src/document/read-document.js';
import { box } from '../../support/documents/found-boxes.js';

const geometryOf = (page: number): Parameters<typeof warningsFor>[3][number]['geometry'] =>
  ({ page, width: 595, height: 842, rotation: 0 }) as Parameters<typeof warningsFor>[3][number]['geometry'];

/** Pages of one line each; null is a page without text. */
const pagesOf = (...texts: readonly (string | null)[]): Parameters<typeof warningsFor>[3] =>
  texts.map((text, index) => {
    const place = { left: 60, top: 60, right: 300, bottom: 72 };
    const lines = text === null ? [] : [{ ...place, phrases: [{ ...place, text, bold: false }] }];
    // A letter is six points wide.
    const glyphs = [...(text ?? '')].map((character, at) => {
      const left = place.left + at * 6;
      return { ...place, left, right: left + 6, character, afterSpace: false, index: at };
    });
    return { geometry: geometryOf(index + 1), lines, glyphs, isPicture: text === null };
  });

function warnings(
  boxes: readonly FoundBox[],
  pages = pagesOf('Text'),
  upload: Parameters<typeof warningsFor>[0] = { isSigned: false, staticXfa: false, isTracked: false, unreadFrom: null },
): readonly DocumentWarning[] {
  return warningsFor(
    upload,
    boxes,
    boxes.map(() => 0),
    pages,
  );
}

const signature = box('signature', 500, { label: 'Signature' });

describe('warnings', () => {
  it('are empty for a correct form', () => {
    expect(warnings([box('text', 100, { label: 'Name' }), signature])).toEqual([]);
  });

  it('tell of a page that is a picture, with its number', () => {
    expect(warnings([signature], pagesOf('Text', null))).toMatchObject([
      { code: 'page_without_text', page: 2, message: expect.stringContaining('Page 2 is a picture without text') },
    ]);
    expect(warnings([signature], pagesOf(null, null))[0]!.message).toContain('2 pages from page 1 on are pictures');
  });

  it('tell of the pages that were not searched, and what to do', () => {
    const upload = { isSigned: false, staticXfa: false, isTracked: false, unreadFrom: 174 };
    expect(warnings([signature], pagesOf('Text'), upload)).toMatchObject([
      {
        code: 'too_many_boxes',
        page: 174,
        message: expect.stringMatching(/^Page 174 and the pages after it were not searched .* Split the document/u),
      },
    ]);
  });

  it('report a form without a signer, and how to change that', () => {
    expect(warnings([box('text', 100)])).toMatchObject([
      { code: 'no_signature', message: expect.stringContaining('{{Signature;type=signature}}') },
    ]);
    expect(warnings([])).toMatchObject([{ code: 'no_fields' }]);
  });

  it.each(['[[Name]]', '<<Name>>', '${name}', '[sig|req|signer1]'])('tell of %s, a tag of another service', (tag) => {
    expect(warnings([signature], pagesOf('Text', `Name: ${tag} here`))).toMatchObject([
      { code: 'unread_tag', page: 2, message: expect.stringContaining(`"${tag}" on page 2`) },
    ]);
  });

  it('name each of several tags, the pages and a way out', () => {
    const [warning] = warnings([signature], pagesOf('${name} and ${today}', '${price}'));
    expect(warning).toMatchObject({ code: 'unread_tag', page: 1 });
    expect(warning!.message).toBe(
      '3 text tags of another service on 2 pages from page 1 on are not read, and stay printed in what is signed. ' +
        'Write each as {{Label;type=text}}, or put a field in its place with esign template prepare FILE: "${name}", "${today}", "${price}".',
    );
    const many = Array.from({ length: 25 }, (_, index) => `\${t${index}}`).join(' ');
    expect(warnings([signature], pagesOf(many))[0]!.message).toContain('"${t11}", and 13 more.');
  });

  it('count the words in brackets that ask for an answer and that no field is on', () => {
    const said = (text: string, ...boxes: readonly FoundBox[]) =>
      warnings([...boxes, signature], pagesOf(text)).map(({ code, message }) => `${code}: ${message}`);
    expect(said('[Company Name] of [Country] [sic]')).toEqual([
      'unread_bracket: 2 words in brackets may stand for answers. Fields take their place with esign template prepare ' +
        'FILE (first "[Company Name]", page 1).',
    ]);
    expect(said('[Signature page follows] [2020] ZASCA 12 [a]')).toEqual([]);
    expect(said('Rent [●] from [Enter here]. Choose an item.')[0]).toContain('3 words in brackets');
    const on = { ...box('tickbox', 58, { label: 'Name' }), area: { left: 50, top: 40, right: 400, bottom: 90 } };
    expect(said('[Name]', on)).toEqual([]);
  });

  it('tell of a field on printed words, and not of one beside them or on its line', () => {
    const at = (left: number, type: 'text' | 'tickbox' = 'text') => ({
      ...box(type, 58, { label: 'Company' }),
      area: { left, top: 58, right: left + 100, bottom: 74 },
    });
    const codes = (field: FoundBox, text = 'COMPANY'): readonly string[] =>
      warnings([field, signature], pagesOf(text)).map(({ code }) => code);
    expect(codes(at(58))).toEqual(['boxes_on_words']);
    expect(codes(at(120))).toEqual([]);
    expect(codes(at(58, 'tickbox'))).toEqual([]);
    expect(codes(at(58), '..... 20')).toEqual([]);
    // The words of the next blank on the line.
    expect(codes(at(58), '__________________Name')).toEqual([]);
    // Such as a unit at its end.
    expect(codes(at(4), 'months')).toEqual([]);
  });

  it('tell of fields that cannot be used', () => {
    const thin = { ...box('text', 100, { label: 'Thin' }), area: { left: 60, top: 100, right: 260, bottom: 104 } };
    expect(warnings([thin, signature])).toMatchObject([
      { code: 'boxes_too_small', message: 'A field is too small to fill in ("Thin", page 1).' },
    ]);
    expect(warnings([box('dropdown', 100, { label: 'Bank' }), signature])).toMatchObject([
      { code: 'dropdown_without_options', message: expect.stringContaining('("Bank", page 1)') },
    ]);
    expect(warnings([box('text', 100, { label: 'A' }), box('text', 102, { label: 'B' }), signature])).toMatchObject([
      { code: 'boxes_overlap', message: 'A field overlaps another ("B", page 1).' },
    ]);
  });

  it('are ten at most, those about the whole document first', () => {
    const all = warnings([], pagesOf(null, '[[Name]]'), {
      isSigned: true,
      staticXfa: true,
      isTracked: true,
      unreadFrom: null,
    });
    expect(all.map(({ code }) => code)).toEqual([
      'already_signed',
      'xfa_ignored',
      'tracked_changes',
      'page_without_text',
      'no_fields',
      'unread_tag',
    ]);
  });
});
