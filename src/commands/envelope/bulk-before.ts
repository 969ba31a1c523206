import { batchKey, blocksOf } from '../../bulk/block.js';
import type { BulkRow } from '../../bulk/bulk-row.js';
import type { EarlierWrites } from '../../bulk/earlier-writes.js';
import { isOpen, type LeftRequest, type Results } from '../../bulk/results-file.js';
import type { RunSettings } from '../../bulk/result-line.js';
import type { Context } from '../../cli/context.js';
import { counted } from '../../cli/counted.js';
import { Ended } from '../../cli/failure.js';
import { isKeyKept } from '../../journal/key-life.js';

interface Before {
  /** All rows of the file. */
  readonly rows: readonly BulkRow[];
  readonly settings: RunSettings;
  readonly file: string;
  readonly results: Results;
  readonly old: boolean;
}

const mostListed = 100;

/**
 * A row that left and was never answered has to be among the rows as it was: one that was corrected meanwhile is another
 * request, and both might be made. `now` in milliseconds since 1970. Throws Ended (6) with nothing sent.
 */
export function requireOpenRows(
  { rows, results, settings, file, old }: Before,
  earlier: EarlierWrites,
  now: number,
): void {
  const batches = settings.way === 'batches';
  const keys = new Set(rows.map(({ key }) => key));
  const isGone = ({ row_keys: own }: LeftRequest): boolean => !own.every((key) => keys.has(key));
  // Whoever asks for old ones to be sent again has looked, and taken out those that are there.
  const wasLookedFor = ({ at }: LeftRequest): boolean => old && !isKeyKept(at, now);
  // Of a batch the journal does not tell which of its rows were made.
  const isSettled = ({ key }: LeftRequest): boolean => !batches && earlier.isEnded(key);
  const gone = results.left.filter((each) => isOpen(each) && isGone(each) && !wasLookedFor(each) && !isSettled(each));
  if (gone.length === 0) return;
  const were = gone.length === 1 ? 'was' : 'were';
  const missing = batches ? 'a row of it is' : gone.length === 1 ? 'it is' : 'they are';
  const sent = `${batches ? counted(gone.length, 'batch', 'batches') : counted(gone.length, 'row')} of this run ${were} sent and never answered`;
  throw new Ended(6, batches ? 'batch_open' : 'row_open', `${sent}, and ${missing} no longer in the file as sent.`, {
    hint: `Run it once with the rows as they were${batches ? '' : ', or settle it with `esign request resume`'}; then change them.`,
    details: {
      results: file,
      open: gone.slice(0, mostListed).map(({ key, at, heard }) => {
        const lines = [...heard.values()].map(({ line }) => line);
        return { idempotency_key: key, sent_at: at, lines };
      }),
    },
  });
}

/**
 * Rows that were sent one by one are other requests than those of a batch: what this machine knows of the other way is
 * not sent anew. Throws Ended (6) with nothing sent.
 */
export async function requireSameWay(
  context: Context,
  { rows, settings, results }: Before,
  earlier: EarlierWrites,
): Promise<void> {
  const byBatches = settings.way === 'batches';
  const client = await context.api();
  const keys = byBatches
    ? rows.filter(({ key }) => results.ended.get(key)?.status !== 'created').map(({ key }) => key)
    : await Promise.all(
        [...blocksOf(rows)].map(([block, some]) => batchKey(client, settings.run, { block, answered: 0, rows: some })),
      );
  if (!keys.some((key) => earlier.isUsed(key))) return;
  const [was, flag] = byBatches ? ['one by one', 'without --batches'] : ['in batches', 'with --batches'];
  throw new Ended(6, 'sent_another_way', `Rows of this run were sent ${was} before; nothing was sent.`, {
    hint: `Run it ${flag}: what is there is found by its key. If these are rows of another run, name it with --run.`,
  });
}
