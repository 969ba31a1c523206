import type { Preview } from '../client/call.js';
import type { Shaped, ShapeBlocks } from '../contract/shape.js';
import type { Context } from './context.js';

/** What a write prints with `--dry-run`: the request that it would send. */
export const dryRunShape = (s: ShapeBlocks) =>
  s.named(
    'DryRun',
    s.object({ dry_run: s.yes, method: s.text, url: s.url, headers: s.record(s.text), body: s.anything }),
  );

/** Prints the exact request with a masked key, for `--dry-run`. */
export async function printPreview(context: Context, preview: Preview): Promise<void> {
  const { method, url, headers, body } = preview;
  const lines = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) lines.push('', JSON.stringify(body, null, 2));
  const printed: Shaped<typeof dryRunShape> = {
    dry_run: true,
    method,
    url,
    headers: Object.fromEntries(headers),
    body: body ?? null,
  };
  await context.output.result(printed, { human: lines.join('\n'), ids: [] });
  context.output.note('Dry run: nothing was sent.');
}
