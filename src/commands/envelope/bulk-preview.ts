import { asCreation, type BulkRow } from '../../bulk/bulk-row.js';
import type { Context } from '../../cli/context.js';

/** Prints the requests of a bulk run, key masked, for `--dry-run`: all of them for a program, the first for a person. */
export async function bulkPreview(context: Context, rows: readonly BulkRow[]): Promise<void> {
  const client = await context.api();
  const requests = [];
  for (const row of rows) {
    const input = { body: asCreation(row.body), idempotencyKey: row.key };
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
    { dry_run: true, requests },
    { human: [...lines, ...more].join('\n'), ids: [], items: 'requests' },
  );
  context.output.note('Dry run: nothing was sent.');
}
