import { describe, expect, it } from 'vitest';
import type { PreparedField, PreparedForm, PreparedGroup } from '../../../src/document/prepare/prepared-field.js';
import { placeDoubts, problemsOf } from '../../../src/document/prepare/problems.js';

const pages = [{ width: 595, height: 842 }];

const field = (more: Partial<PreparedField> = {}): PreparedField => ({
  page: 1,
  type: 'text',
  label: 'Full name',
  role: 'Tenant',
  required: false,
  rect: { x: 0.1, y: 0.1, w: 0.3, h: 0.02 },
  options: null,
  max_length: null,
  comb: false,
  multiline: false,
  group: null,
  option: null,
  key: null,
  ...more,
});
const tick = (y: number, option: string, more: Partial<PreparedField> = {}): PreparedField =>
  field({ type: 'tickbox', rect: { x: 0.1, y, w: 0.02, h: 0.014 }, group: 'pets', option, ...more });
const pets: PreparedGroup = { name: 'pets', label: 'Pets?', min_selected: 0, max_selected: 1 };

const wordsOf = (fields: readonly PreparedField[], groups: PreparedForm['groups'] = []): readonly string[] =>
  problemsOf({ fields, groups }, pages).map(({ words }) => words);

describe('the problems of a form that somebody drew', () => {
  it('do not exist in a form that can be written', () => {
    const fields = [
      field(),
      tick(0.2, 'Yes'),
      tick(0.3, 'No'),
      field({ type: 'signature', rect: { x: 0, y: 0.9, w: 1, h: 0.1 } }),
    ];
    expect(wordsOf(fields, [pets])).toEqual([]);
  });

  it.each<readonly [string, Partial<PreparedField>, string]>([
    ['a page that does not exist', { page: 2 }, 'Page 2 does not exist. The document has 1 page.'],
    [
      'a place beyond the page',
      { rect: { x: 0.9, y: 0.1, w: 0.2, h: 0.1 } },
      'The field reaches beyond page 1. Move it, or make it smaller.',
    ],
    ['no place at all', { rect: { x: Number.NaN, y: 0.1, w: 0.2, h: 0.1 } }, 'The position is not a number.'],
    [
      'a place that nobody sees',
      { rect: { x: 0.1, y: 0.1, w: 0.01, h: 0.001 } },
      'The field is too small to be seen. Make it larger.',
    ],
    ['a dropdown without options', { type: 'dropdown' }, 'A dropdown needs options.'],
    ['an option that is listed twice', { type: 'dropdown', options: ['a', ' a'] }, 'The option "a" is listed twice.'],
    ['options of a text', { options: ['a'] }, 'A field of type text takes no options.'],
    [
      'a limit of a tickbox',
      { type: 'tickbox', max_length: 3 },
      'A field of type tickbox takes no maximum length (max_length).',
    ],
    [
      'a comb without a limit',
      { comb: true },
      'A comb needs a maximum length (max_length) from 2 to 200: one compartment for each character.',
    ],
    ['a comb of several lines', { comb: true, max_length: 9, multiline: true }, 'A comb cannot have several lines.'],
    [
      'a key of a signature',
      { type: 'signature', key: 'a.b' },
      'A field of type signature takes no key: it is filled in at signing.',
    ],
    ['a group of a text', { group: 'pets', option: 'Yes' }, 'A field of type text cannot be in a group of tickboxes.'],
    [
      'a group that does not exist',
      { type: 'tickbox', group: 'cats', option: 'Yes' },
      'The group "cats" does not exist.',
    ],
    [
      'a tick without an answer',
      { type: 'tickbox', group: 'pets' },
      'A tickbox of a question needs an option: what ticking it answers.',
    ],
  ])('name %s', (_, more, words) => {
    expect(wordsOf([field(more), tick(0.5, 'Ja'), tick(0.6, 'Nee')], [pets])).toContain(words);
  });

  it('do not include fields that lie on each other or are small: an existing form may have them', () => {
    const small = field({ rect: { x: 0.5, y: 0.1, w: 0.01, h: 0.01 } });
    const form = { fields: [field(), field({ label: 'Surname' }), small], groups: [] };
    expect(problemsOf(form, pages)).toEqual([]);
    expect(placeDoubts(form, pages, [])).toEqual([
      { field: 1, page: 1, words: 'The field lies on "Full name". Move one of them.' },
      { field: 2, page: 1, words: 'The field is small. Make it at least 4.3 by 2.2 mm.' },
    ]);
  });

  it('do not include a field on printed words, which is a doubt, unless it is ticked or signed', () => {
    const { x, y, w, h } = field().rect;
    const word = { left: x, right: x + w / 2, top: y, bottom: y + h, text: '[COMPANY]' };
    const doubts = (more: Parameters<typeof field>[0]) =>
      placeDoubts({ fields: [field(more)], groups: [] }, pages, [[word]]).map(({ words }) => words);
    expect(doubts({})).toEqual([
      'The field lies on the printed words “[COMPANY]”: the answer is written over them. Move it, or take them out of the file.',
    ]);
    expect([doubts({ type: 'signature' }), doubts({ rect: { x, y: y + 0.3, w, h } })]).toEqual([[], []]);
  });

  it('name what is wrong with a question', () => {
    expect(wordsOf([tick(0.2, 'Yes')], [pets])).toEqual([
      'The question "Pets?" has only one answer. Give it another one, or let the tickbox stand alone.',
    ]);
    expect(wordsOf([], [pets])).toEqual(['The question "Pets?" has no tickboxes.']);
    expect(wordsOf([tick(0.2, 'Yes'), tick(0.3, 'Yes')], [pets])).toEqual([
      'The question "Pets?" has the answer "Yes" twice.',
    ]);
    expect(wordsOf([tick(0.2, 'Yes'), tick(0.3, 'No', { role: 'Landlord' })], [{ ...pets, label: null }])).toEqual([
      'The question "pets" belongs to two people. All its tickboxes must have one role.',
    ]);
    expect(wordsOf([tick(0.2, 'Yes'), tick(0.3, 'No')], [{ ...pets, max_selected: 3 }])).toEqual([
      'The question "Pets?" takes between min_selected and max_selected answers: whole numbers, max_selected from 1 to 2.',
    ]);
  });
});
