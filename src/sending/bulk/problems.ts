import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, explainedBefore } from '../../cli/failure/failure.js';
import type { Finding } from '../envelope/check-values.js';
import type { CheckedRows, RowsOptions } from './read-rows.js';
import { isAboutColumn, rowOf } from './wrong-names.js';

const maxReported = 20;
const maxListed = 100;

/**
 * A finding by person, column and what was written, after its place in the format of compilers:
 * `people.csv:3:2: Sipho Dube, Tenant.email "sipho": must be an e-mail address. (invalid_request)`.
 */
function findingLine(
  file: string,
  { place, path, says, code: named, who = null, cell = null, inRows }: Finding,
): string {
  const code = inRows === undefined ? named : `${named}, in ${pluralize(inRows.length, 'row')}`;
  const at = place === null ? '' : `:${place.line}:${place.column}`;
  const whole = path.replace(/^rows\[\d+\]\.?/, '');
  const property = place === null ? whole : whole.replace(/^.*\./, '').replace(/^(value|recipient)s\[\d+\]$/, '$1');
  const person = who ?? '';
  if (cell !== null) {
    const written = cell.text === null ? cell.column : `${cell.column} "${shortened(cell.text)}"`;
    return `${shown(file)}${at}: ${person === '' ? written : `${person}, ${written}`}: ${says} (${code})`;
  }
  const what = property === '' ? says : `${property} ${says}`;
  return `${shown(file)}${at}: ${person === '' ? what : `${person}: ${what}`} (${code})`;
}

const maxText = 60;
const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);

/** A finding as JSON; `row` counts from 1. */
export function findingJson(finding: Finding): object {
  const { place, path, says, code, who = null, cell = null, inRows } = finding;
  return {
    code,
    row: rowOf(finding),
    ...(inRows === undefined ? {} : { rows: inRows.length }),
    line: place?.line ?? null,
    column: place?.column ?? null,
    path: path.replace(/^rows\[\d+\]\.?/, ''),
    person: who,
    column_name: cell?.column ?? null,
    written: cell?.text ?? null,
    message: says,
  };
}

export function tellWarnings(context: Context, file: string, { warnings }: Pick<CheckedRows, 'warnings'>): void {
  for (const warning of warnings.slice(0, maxReported)) context.output.note(`Warning: ${findingLine(file, warning)}`);
  if (warnings.length > maxReported)
    context.output.note(`… and ${pluralize(warnings.length - maxReported, 'more warning')}.`);
}

/**
 * The rows without a problem, for `--only-valid`; null where there is none, or a problem is not that of a row, so that no
 * row can be sent.
 */
export function validRows({ rows, problems }: Pick<CheckedRows, 'rows' | 'problems'>): CheckedRows['rows'] | null {
  const bad = new Set<number>();
  for (const problem of problems) {
    const number = rowOf(problem);
    if (number === null) return null;
    for (const each of problem.inRows ?? [number]) bad.add(each);
  }
  const good = rows.filter(({ number }) => !bad.has(number));
  return good.length === 0 ? null : good;
}

/** Throws CommandFailure (13) when rows were left out, after the others were sent. */
export function requireAllRows(file: string, { total, problems }: CheckedRows, sent: number): void {
  if (problems.length === 0) return;
  const left = pluralize(total - sent, 'row');
  throw new CommandFailure(
    13,
    'rows_left_out',
    `${left} of ${shown(file)} had a problem and ${total - sent === 1 ? 'was' : 'were'} left out.`,
    {
      hint: 'Correct the file and run the same command again: nothing is sent twice.',
      details: { file, problems: inFileOrder(problems).slice(0, maxListed).map(findingJson) },
    },
  );
}

const inFileOrder = (problems: readonly Finding[]): readonly Finding[] =>
  problems.toSorted(
    ({ place: a }, { place: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0),
  );

/** Tells the first problems of a file of rows, in its order. */
export function tellProblems(context: Context, file: string, { problems }: Pick<CheckedRows, 'problems'>): void {
  for (const problem of inFileOrder(problems).slice(0, maxReported)) context.output.note(findingLine(file, problem));
  if (problems.length > maxReported) context.output.note(`… and ${problems.length - maxReported} more.`);
}

/** Stops before sending if a row has a problem. Throws CommandFailure: 2 for an unreadable row, 5 otherwise. */
export function refuseProblems(
  context: Context,
  { rows: file, mapping }: Pick<RowsOptions, 'rows' | 'mapping'>,
  { rows, problems }: Pick<CheckedRows, 'rows' | 'problems'>,
  canLeaveOut = false,
): void {
  const inFile = inFileOrder(problems);
  const [first] = inFile;
  if (first === undefined) return;
  tellProblems(context, file, { problems });
  const count = pluralize(problems.length, 'problem');
  const unreadable = problems.some(({ code }) => code === 'file_invalid');
  throw new CommandFailure(
    unreadable ? 2 : 5,
    explainedBefore(first.code),
    `${count} in ${shown(file)}. Nothing was sent.`,
    {
      hint: hintFor(first, mapping, canLeaveOut ? validRows({ rows, problems }) : null),
      details: { file, problems: inFile.slice(0, maxListed).map(findingJson) },
    },
  );
}

function hintFor(first: Finding, mapping: string | undefined, good: readonly unknown[] | null): string {
  if (first.says.includes(' of --id-column ')) return 'Name a column of the file with --id-column.';
  if (isAboutColumn(first)) {
    return mapping === undefined
      ? 'Rename the columns, or map them in a file for --mapping, with lines such as `Tenant.email: E-mail address`.'
      : 'Correct the columns, or the file of --mapping, and run the command again.';
  }
  const correct = 'Correct the rows and run the command again.';
  if (good === null) return correct;
  return `${correct} To send the ${pluralize(good.length, 'good row')} now, add --only-valid; nothing is sent twice later.`;
}

const shown = (file: string): string => (file === '-' ? 'stdin' : file);
