import type { Preview } from '../client/call.js';
import type { Context } from './context.js';

/** Prints the exact request with a masked key, for `--dry-run`. */
export async function printPreview(context: Context, preview: Preview): Promise<void> {
  const { method, url, headers, body } = preview;
  const lines = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) lines.push('', JSON.stringify(body, null, 2));
  await context.output.result(
    { dry_run: true, method, url, headers: Object.fromEntries(headers), body: body ?? null },
    { human: lines.join('\n'), ids: [] },
  );
  context.output.note('Dry run: nothing was sent.');
}
