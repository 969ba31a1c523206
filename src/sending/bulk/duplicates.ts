import { type ReadRow, repeatedRows, sharedIds } from './bulk-row.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure } from '../../cli/failure/failure.js';

const maxListed = 5;
const maxDetailed = 100;

type Pairs = readonly (readonly [first: number, again: number])[];

/** Refuses identical rows, which would email the same people twice. Throws CommandFailure (2). */
export function refuseDuplicates(
  rows: readonly ReadRow[],
  {
    rows: file,
    allowDuplicates,
    idColumn,
  }: {
    readonly rows: string;
    readonly allowDuplicates?: boolean;
    readonly idColumn?: string;
  },
): void {
  const shared = sharedIds(rows);
  if (shared.length > 0) {
    throw new CommandFailure(
      2,
      'rows_share_id',
      `${shownFile(file)}: ${pairs(shared)} have the same "${idColumn ?? ''}" but different content. Nothing was sent.`,
      {
        hint: 'Give each row its own ID.',
        details: detailsOf(file, shared),
      },
    );
  }
  const repeated = repeatedRows(rows);
  if (repeated.length === 0 || allowDuplicates === true) return;
  const count = pluralize(repeated.length, 'row');
  throw new CommandFailure(
    2,
    'rows_repeated',
    `${count} of ${shownFile(file)} ${repeated.length === 1 ? 'repeats' : 'repeat'} an earlier row: ${pairs(repeated)}. Nothing was sent.`,
    {
      hint: 'Remove the repeated rows. To create an envelope for each of them, add --allow-duplicates.',
      details: detailsOf(file, repeated),
    },
  );
}

const shownFile = (file: string): string => (file === '-' ? 'stdin' : file);

function pairs(all: Pairs): string {
  const more = all.length > maxListed ? `, and ${all.length - maxListed} more` : '';
  return `${all
    .slice(0, maxListed)
    .map(([first, again]) => `lines ${first} and ${again}`)
    .join(', ')}${more}`;
}

const detailsOf = (file: string, all: Pairs): Readonly<Record<string, unknown>> => ({
  file,
  repeated: all.slice(0, maxDetailed).map(([first, again]) => ({ first_line: first, line: again })),
});
