import type { Context } from '../cli/context.js';
import { pluralize } from '../cli/counted.js';
import { CommandFailure } from '../cli/failure.js';
import type { Finding } from '../envelope/check-values.js';
import type { CheckedRows, RowsOptions } from './read-rows.js';

const maxReported = 20;
const maxListed = 100;

/** A finding in the format of compilers: `people.csv:3:2: email must be an e-mail address. (invalid_request)`. */
function findingLine(file: string, { place, path, says, code }: Finding): string {
  const at = place === null ? '' : `:${place.line}:${place.column}`;
  const whole = path.replace(/^rows\[\d+\]\.?/, '');
  const property = place === null ? whole : whole.replace(/^.*\./, '').replace(/^(value|recipient)s\[\d+\]$/, '$1');
  return `${shown(file)}${at}: ${property === '' ? says : `${property} ${says}`} (${code})`;
}

/** A finding as JSON; `row` counts from 1. */
export function findingJson({ place, path, says, code }: Finding): object {
  const index = /^rows\[(\d+)\]/.exec(path)?.[1];
  return {
    code,
    row: index === undefined ? null : Number(index) + 1,
    line: place?.line ?? null,
    column: place?.column ?? null,
    path: path.replace(/^rows\[\d+\]\.?/, ''),
    message: says,
  };
}

export function tellWarnings(context: Context, file: string, { warnings }: Pick<CheckedRows, 'warnings'>): void {
  for (const warning of warnings.slice(0, maxReported)) context.output.note(`Warning: ${findingLine(file, warning)}`);
  if (warnings.length > maxReported)
    context.output.note(`… and ${pluralize(warnings.length - maxReported, 'more warning')}.`);
}

/** Stops before sending if a row has a problem. Throws CommandFailure: 2 for an unreadable row, 5 otherwise. */
export function refuseProblems(
  context: Context,
  { rows: file, mapping }: Pick<RowsOptions, 'rows' | 'mapping'>,
  { problems }: Pick<CheckedRows, 'problems'>,
): void {
  const inFile = problems.toSorted(
    ({ place: a }, { place: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0),
  );
  const [first] = inFile;
  if (first === undefined) return;
  for (const problem of inFile.slice(0, maxReported)) context.output.note(findingLine(file, problem));
  if (problems.length > maxReported) context.output.note(`… and ${problems.length - maxReported} more.`);
  const count = pluralize(problems.length, 'problem');
  const unreadable = problems.some(({ code }) => code === 'file_invalid');
  throw new CommandFailure(unreadable ? 2 : 5, first.code, `${count} in ${shown(file)}. Nothing was sent.`, {
    hint: first.code === 'file_invalid' && mapping === undefined && isHead(first) ? nameColumns : correctRows,
    details: { file, problems: inFile.slice(0, maxListed).map(findingJson) },
  });
}

const correctRows = 'Correct the rows and run the command again.';
const nameColumns =
  'Rename the columns, or map them in a file for --mapping, with lines such as `Tenant.email: E-mail address`.';

/** Columns that say nothing; their head may stand below `sep=;`, and the file may be stdin. */
const isHead = ({ says }: Finding): boolean =>
  /^(?:unknown column `.*`: use a recipient|no column names a recipient)/.test(says);

const shown = (file: string): string => (file === '-' ? 'stdin' : file);
