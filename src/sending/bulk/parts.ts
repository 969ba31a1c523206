import { type Shard, writeShard } from './shard.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { RunPart } from '../../store/runs.js';

/**
 * A run must be continued with the same number of parts, unless the records of all parts are on this machine: otherwise
 * rows that another machine has sent would move to this one. Throws CommandFailure (6).
 */
export function requireParts(
  { name, shard }: { readonly name: string; readonly shard: Shard | undefined },
  parts: readonly RunPart[],
): void {
  const begun = new Map<number, Set<number>>();
  for (const { index, of } of parts) {
    if (of > 0) begun.set(of, (begun.get(of) ?? new Set()).add(index));
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
}
