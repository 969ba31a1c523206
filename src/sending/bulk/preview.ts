import type { Preview as ClientPreview } from '../../client/call.js';
import { asCreation } from './bulk-row.js';
import type { BulkRequests, ComparedFacts } from './bulk-line.js';
import type { RowTask } from './run-rows.js';
import { voidReason } from './void-replaced.js';
import type { Context } from '../../cli/context/context.js';
import { requestText, shownRequests } from '../../cli/write/dry-run.js';

/** The requests that a bulk run would send. */
interface Preview {
  readonly tasks: readonly Pick<RowTask, 'number' | 'line' | 'key' | 'body'>[];
  /** Envelopes that are voided before a row is sent, by the number of the row. */
  readonly voids: ReadonlyMap<number, readonly string[]>;
  /** The comparison with what was sent before; null for a new run. */
  readonly compared: ComparedFacts | null;
}

/** Rows on one line of a dry run for programs: a short list is one document, and a long one is not kept in memory. */
const rowsOnLine = 100;

/** Prints the requests of a bulk run, key masked, for `--dry-run`: all of them for a program, the first for a person. */
export async function bulkPreview(context: Context, { tasks, voids, compared }: Preview): Promise<void> {
  const client = await context.api();
  const voided = ({ number }: Preview['tasks'][number]): readonly string[] => voids.get(number) ?? [];
  const requestsOf = async (task: Preview['tasks'][number]): Promise<BulkRequests['requests']> => {
    const previews: ClientPreview[] = [];
    for (const envelopeId of voided(task)) {
      const input = { parameters: { envelopeId }, body: { reason: voidReason } };
      previews.push(await client.preview('voidEnvelope', input));
    }
    previews.push(await client.preview('createEnvelope', { body: asCreation(task.body), idempotencyKey: task.key }));
    return shownRequests(previews).map((request) => ({ row: task.number, line: task.line, ...request }));
  };
  const isForPerson = context.output.form === 'human';
  const count = tasks.reduce((sum, task) => sum + voided(task).length + 1, 0);
  for (let at = 0; at === 0 || at < tasks.length; at += rowsOnLine) {
    const requests: BulkRequests['requests'][number][] = [];
    for (const task of tasks.slice(at, at + (isForPerson ? 1 : rowsOnLine))) requests.push(...(await requestsOf(task)));
    const text = requests.length === 0 ? 'No rows left to send.' : requestText(requests.slice(0, 1));
    const more = count > 1 ? [`… and ${count - 1} more. See all with --json.`] : [];
    const line: BulkRequests = { dry_run: true, ...(compared === null || at > 0 ? {} : { compared }), requests };
    await context.output.result(line, { human: [text, ...more].join('\n'), ids: [], items: 'requests' });
    if (isForPerson) break;
  }
  context.output.note('Dry run: nothing was sent.');
}
