import type { PreparedForm } from '../../../document/prepare/prepared-field.js';
import type { Doubt, PreparePage } from './shapes.js';

/** Why a form cannot be written as fields of a PDF; none when it can. */
export const problemsOf = ({ fields, groups }: PreparedForm, pages: readonly PreparePage[]): readonly Doubt[] => [
  ...fields.flatMap((field, index): readonly Doubt[] => {
    const { type, page, options, comb, max_length: length, group, role } = field;
    const problem = (words: string): Doubt => ({ field: index, page, words });
    const choices = (options ?? []).map((option) => option.trim());
    return [
      ...(page < 1 || page > pages.length ? [problem(`Page ${page} does not exist.`)] : []),
      ...(type === 'dropdown' && (choices.length === 0 || choices.includes(''))
        ? [problem(`A dropdown on page ${page} has an empty choice.`)]
        : []),
      ...(new Set(choices).size < choices.length ? [problem(`A dropdown on page ${page} has a choice twice.`)] : []),
      ...(comb && length === null ? [problem('Compartments need a number of characters.')] : []),
      ...(group !== null && !groups.some(({ name }) => name === group) ? [problem('Its question is missing.')] : []),
      ...(role !== null && role.trim() === '' ? [problem('The person has no name.')] : []),
    ];
  }),
  ...groups.flatMap(({ name, label }): readonly Doubt[] => {
    const members = fields.filter(({ group }) => group === name);
    const field = fields.findIndex(({ group }) => group === name);
    const [first] = members;
    if (first === undefined) return [];
    const called = label === null ? 'A question' : `The question “${label}”`;
    const problem = (words: string): readonly Doubt[] => [{ field, page: first.page, words: `${called} ${words}` }];
    const answers = members.map(({ option }) => (option ?? '').trim());
    if (members.length < 2) return problem('has one answer only. Give it another one, or let the tickbox stand alone.');
    if (answers.includes('')) return problem('has an answer without words.');
    if (new Set(answers).size < answers.length) return problem('has an answer twice.');
    if (members.some(({ role }) => role !== first.role)) return problem('belongs to two people.');
    return [];
  }),
];
