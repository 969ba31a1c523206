import { type SeenRows } from './seen-rows.js';
import { type Shard, writeShard } from './shard.js';
import { pluralize } from '../cli/counted.js';
import { CommandFailure } from '../cli/failure.js';

/** A ledger on this machine. */
export interface PartHere {
  /** Null for a ledger of all rows. */
  readonly part: Shard | null;
  readonly seen: SeenRows | null;
}

/**
 * A run must be continued with the same number of parts, unless the records of all parts are on this machine: otherwise
 * rows that another machine has sent would move to this one. Throws CommandFailure (6).
 */
export function requireParts(
  { name, shard }: { readonly name: string; readonly shard: Shard | undefined },
  ledgers: readonly PartHere[],
): void {
  const begun = new Map<number, Set<number>>();
  for (const { part } of ledgers) {
    if (part !== null) begun.set(part.of, (begun.get(part.of) ?? new Set()).add(part.index));
  }
  const foreign = [...begun].find(([of, here]) => of !== shard?.of && here.size < of);
  if (foreign !== undefined) {
    const [of] = foreign;
    throw new CommandFailure(
      6,
      'run_in_other_parts',
      `The run "${name}" was started in ${pluralize(of, 'part')}, and not all of their records are on this machine. ` +
        'Nothing was sent.',
      {
        hint: `Continue it with --shard 1/${of} to ${of}/${of}. To send all rows as a new run, add --run NAME.`,
        details: { run: name, parts: of, shard: shard === undefined ? null : writeShard(shard) },
      },
    );
  }
  const isOld = shard !== undefined && ledgers.some(({ part, seen }) => part?.of === shard.of && seen === null);
  if (!isOld) return;
  throw new CommandFailure(
    6,
    'run_dealt_by_number',
    `The run "${name}" was started by an earlier version of esign, which split the rows differently. Nothing was sent.`,
    {
      hint:
        'Copy the records of all parts into the folder runs/ of one machine and run the command there without ' +
        '--shard. To send all rows as a new run, add --run NAME.',
      details: { run: name, shard: writeShard(shard) },
    },
  );
}
