import { expect, it } from 'vitest';
import { problemsOf } from '../../../../src/authoring/prepare/page/problems.js';
import type { PreparedField, PreparedGroup } from '../../../../src/document/prepare/prepared-field.js';
import { preparedField } from '../../../support/pages/template-prepare.js';

const pages = [{ width: 600, height: 800 }];
const words = (fields: readonly PreparedField[], groups: readonly PreparedGroup[] = []) =>
  problemsOf({ fields, groups }, pages).map((problem) => [problem.field, problem.words]);
const group = { name: 'q', label: 'Do you agree?', min_selected: 0, max_selected: 1 };
const answer = (option: string, role = 'Tenant') =>
  preparedField({ type: 'tickbox', label: option, option, group: 'q', role });

it('nothing is wrong with fields and questions that can be written', () => {
  const dropdown = preparedField({ type: 'dropdown', options: ['One', 'Two'] });
  expect(words([preparedField({ label: '' }), dropdown, answer('Yes'), answer('No')], [group])).toEqual([]);
});

it('says what cannot be written, and of which field', () => {
  expect(
    words([
      preparedField({ page: 2 }),
      preparedField({ type: 'dropdown', options: ['One', ' '] }),
      preparedField({ type: 'dropdown', options: ['One', 'One '] }),
    ]),
  ).toEqual([
    [0, 'Page 2 does not exist.'],
    [1, 'A dropdown on page 1 has an empty choice.'],
    [2, 'A dropdown on page 1 has a choice twice.'],
  ]);
});

it.each([
  [[answer('Yes')], 'has one answer only. Give it another one, or let the tickbox stand alone.'],
  [[answer('Yes'), answer('')], 'has an answer without words.'],
  [[answer('Yes'), answer('Yes')], 'has an answer twice.'],
  [[answer('Yes'), answer('No', 'Landlord')], 'belongs to two people.'],
])('says what is wrong with a question %#', (fields, said) => {
  expect(words([preparedField(), ...fields], [group])).toEqual([[1, `The question “Do you agree?” ${said}`]]);
});
