import type { WrittenRows } from '../../cli/files/rows-file.js';
import type { Finding } from '../envelope/check-values.js';

const codes: readonly string[] = ['value_address_unknown', 'value_subject_unknown', 'recipient_role_unknown'];
const columnWords =
  /^unknown column `|^no column is for | has no (?:name|email): |^column `.*` of --id-column not found/;

/** The number of a finding's row, from 1; null for one of the whole file. */
export const rowOf = ({ path }: Pick<Finding, 'path'>): number | null => {
  const index = /^rows\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? null : Number(index) + 1;
};

/** Whether a finding is about the name of a column, and not about what a row says there. */
export const isAboutColumn = (finding: Finding): boolean =>
  (finding.code === 'file_invalid' && columnWords.test(finding.says)) ||
  (finding.cell != null && rowOf(finding) === null);

/**
 * Reports a wrong name of a column, an address or a role once: for the file where a header names it or every one of its
 * `total` rows has it, otherwise in the first row that has it, with the numbers of all.
 */
export function foldWrongNames(
  problems: readonly Finding[],
  { total, headOf }: Pick<WrittenRows, 'headOf'> & { readonly total: number },
): readonly Finding[] {
  const groups = new Map<string, Set<number>>();
  for (const problem of problems) {
    const row = rowOf(problem);
    if (row !== null && isName(problem)) groups.set(keyOf(problem), (groups.get(keyOf(problem)) ?? new Set()).add(row));
  }
  const told = new Set<string>();
  const isOfFile = (problem: Finding): boolean => {
    const rows = groups.get(keyOf(problem))?.size ?? 0;
    return (
      rows > 0 && (rows === total || (headOf !== null && (problem.cell != null || problem.code === 'file_invalid')))
    );
  };
  const isRoleWrong = problems.some((problem) => problem.code === 'recipient_role_unknown' && isOfFile(problem));
  return problems.flatMap((problem): Finding[] => {
    const key = keyOf(problem);
    const rows = groups.get(key);
    // A role in a misspelt column is missing in every row.
    if (rows === undefined) return isRoleWrong && problem.code === 'recipient_role_missing' ? [] : [problem];
    if (told.has(key)) return [];
    told.add(key);
    const { cell = null, says, place } = problem;
    const named = cell === null ? null : { column: cell.column, text: null };
    if (!isOfFile(problem))
      return rows.size === 1 ? [problem] : [{ ...problem, who: null, cell: named, inRows: [...rows] }];
    const words = cell === null && problem.code !== 'file_invalid' ? `${propertyOf(problem)} ${says}` : says;
    const head = headOf === null ? place : headOf(cell?.column ?? null);
    return [{ code: problem.code, path: '', says: words, place: head, who: null, cell: named }];
  });
}

const isName = ({ code, says }: Finding): boolean =>
  codes.includes(code) || (code === 'file_invalid' && columnWords.test(says));

const propertyOf = ({ path }: Finding): string => path.replace(/^rows\[\d+\]\.?(?:.*\.)?/, '');

const keyOf = (finding: Finding): string =>
  JSON.stringify([finding.code, finding.says, finding.cell?.column ?? propertyOf(finding)]);
