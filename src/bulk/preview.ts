import type { Preview as ClientPreview } from '../client/call.js';
import type { Shaped, ShapeBlocks } from '../contract/shape.js';
import { asCreation } from './bulk-row.js';
import { type ComparedFacts, comparedShape } from './bulk-line.js';
import type { RowTask } from './run-rows.js';
import { voidReason } from './void-replaced.js';
import type { Context } from '../cli/context.js';
import { requestText, shownRequests } from '../cli/dry-run.js';

/** The requests that a bulk run would send. */
interface Preview {
  readonly tasks: readonly Pick<RowTask, 'number' | 'line' | 'key' | 'body'>[];
  /** Envelopes that are voided before a row is sent, by the number of the row. */
  readonly voids: ReadonlyMap<number, readonly string[]>;
  /** The comparison with what was sent before; null for a new run. */
  readonly compared: ComparedFacts | null;
}

/** What a dry run prints: the requests, and the comparison with what was sent before. */
export const bulkRequests = (s: ShapeBlocks) =>
  s.object({
    dry_run: s.yes,
    compared: s.optional(comparedShape(s)),
    requests: s.list(
      s.object({
        row: s.count,
        line: s.count,
        method: s.text,
        url: s.url,
        headers: s.record(s.text),
        body: s.anything,
      }),
    ),
  });

/** Prints the requests of a bulk run, key masked, for `--dry-run`: all of them for a program, the first for a person. */
export async function bulkPreview(context: Context, { tasks, voids, compared }: Preview): Promise<void> {
  const client = await context.api();
  const requests: Shaped<typeof bulkRequests>['requests'][number][] = [];
  const add = ({ number, line }: Preview['tasks'][number], shown: ClientPreview): void => {
    requests.push(...shownRequests([shown]).map((request) => ({ row: number, line, ...request })));
  };
  for (const task of tasks) {
    for (const envelopeId of voids.get(task.number) ?? []) {
      const input = { parameters: { envelopeId }, body: { reason: voidReason } };
      add(task, await client.preview('voidEnvelope', input));
    }
    const input = { body: asCreation(task.body), idempotencyKey: task.key };
    add(task, await client.preview('createEnvelope', input));
  }
  const text = requests.length === 0 ? 'No rows left to send.' : requestText(requests.slice(0, 1));
  const more = requests.length > 1 ? [`… and ${requests.length - 1} more. See all with --json.`] : [];
  await context.output.result(
    { dry_run: true, ...(compared === null ? {} : { compared }), requests },
    { human: [text, ...more].join('\n'), ids: [], items: 'requests' },
  );
  context.output.note('Dry run: nothing was sent.');
}
