import { bodyOfRow, type BulkRow } from '../../bulk/bulk-row.js';
import type { RunSettings } from '../../bulk/result-line.js';
import type { Context } from '../../cli/context.js';

/** Prints the requests of a bulk run, key masked, for `--dry-run`: all of them for a program, the first for a person. */
export async function bulkPreview(context: Context, rows: readonly BulkRow[], { way }: RunSettings): Promise<void> {
  const client = await context.api();
  const requests = [];
  for (const row of rows) {
    const input = { body: bodyOfRow(row), idempotencyKey: row.key };
    const { method, url, headers, body } = await client.preview('createEnvelope', input);
    requests.push({ row: row.number, line: row.line, method, url, headers: Object.fromEntries(headers), body });
  }
  const [first] = requests;
  const lines =
    first === undefined
      ? []
      : [
          `${first.method} ${first.url}`,
          ...Object.entries(first.headers).map(([name, value]) => `${name}: ${value}`),
          '',
          JSON.stringify(first.body, null, 2),
        ];
  const more = requests.length > 1 ? [`… and ${requests.length - 1} more, one a row; see them with --json.`] : [];
  await context.output.result(
    { dry_run: true, way, requests },
    { human: [...lines, ...more].join('\n'), ids: [], items: 'requests' },
  );
  if (way === 'batches') context.output.note('They go in batches of twenty, each under a key of its own.');
  context.output.note('Dry run: nothing was sent.');
}
