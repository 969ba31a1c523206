import { expect, it } from 'vitest';
import { cannotBeDrawn, codeOf, drawnTexts, undrawableWords } from '../../../src/domain/rules/drawn-texts.js';
import { messageOf } from '../../../src/domain/rules/problem.js';

const recipient = {
  role: 'Tenant',
  name: 'Thandi',
  email: 't@example.com',
  job_title: 'Director',
  company: null,
  embedded: false,
  external_ref: null,
  standing_authorisation_id: null,
};
const values = [
  { subject: null, key: 'a.b', value: 'one', locked: false },
  { subject: null, key: 'a.c', value: ['two', 'three'], locked: false },
  { subject: null, key: 'a.d', value: true, locked: false },
];

it('collects every text that is drawn, with its place in the request', () => {
  expect(drawnTexts('Lease', [recipient], values, 'rows[2].')).toEqual([
    { path: 'rows[2].title', text: 'Lease' },
    { path: 'rows[2].recipients[0].role', text: 'Tenant' },
    { path: 'rows[2].recipients[0].name', text: 'Thandi' },
    { path: 'rows[2].recipients[0].email', text: 't@example.com' },
    { path: 'rows[2].recipients[0].job_title', text: 'Director' },
    { path: 'rows[2].values[0].value', text: 'one' },
    { path: 'rows[2].values[1].value[0]', text: 'two' },
    { path: 'rows[2].values[1].value[1]', text: 'three' },
  ]);
});

it('names all characters of a text at once, up to twenty', () => {
  expect(undrawableWords([0x645, 0x646], codeOf)).toContain('the characters U+0645, U+0646, which');
  const many = Array.from({ length: 23 }, (_, index) => 0x4e00 + index);
  expect(undrawableWords(many, codeOf)).toMatch(/U\+4E13 and 3 more, which/);
});

it('names the place and the character that cannot be drawn', () => {
  const drawn = drawnTexts(null, [{ ...recipient, name: 'T 🦓' }], []);
  const problem = cannotBeDrawn(drawn, { text: 'T 🦓', codePoints: [0x1f993] });
  expect(problem.code).toBe('cannot_be_drawn');
  expect(messageOf(problem)).toBe(
    'recipients[0].name contains the character U+1F993, which cannot be drawn into the PDF.',
  );
});
